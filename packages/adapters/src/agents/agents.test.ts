import { createGateway } from '@toolscout/gateway'
import { toolSourceObligations } from '@toolscout/testkit'
import { describe, expect, it, onTestFinished } from 'vitest'
import { parseAgentCard, toAgentCard } from './agent-card.ts'
import { createAgentStore, toAgentId } from './agent-store.ts'

const CARD = {
  name: 'Travel Agent',
  description: 'Plans journeys by train',
  version: '1.0.0',
  supportedInterfaces: [
    { url: 'https://travel.example/a2a', protocolBinding: 'JSONRPC', protocolVersion: '1.0' },
  ],
  capabilities: { streaming: true, pushNotifications: false, extensions: [{ uri: 'https://x.example' }] },
  securitySchemes: { oauth: { type: 'oauth2' } },
  securityRequirements: [{ oauth: ['read'] }],
  defaultInputModes: ['text/plain'],
  defaultOutputModes: ['text/plain'],
  skills: [
    {
      id: 'book',
      name: 'Book a journey',
      description: 'Books seats on trains',
      tags: ['train'],
      examples: ['To Oslo'],
    },
    { id: 'fares', name: 'Look up fares', description: 'Tells what a ticket costs', tags: [] },
  ],
  provider: { organization: 'Rails' },
}
const failure = (work: () => unknown): unknown => {
  try {
    return work()
  } catch (error) {
    return error
  }
}

describe('an agent card', () => {
  it('comes back as it was', () => {
    const agent = parseAgentCard(CARD)
    expect(agent.skills.map(({ name }) => name)).toEqual(['book', 'fares'])
    expect(toAgentCard(agent)).toEqual(CARD)
  })

  it('of A2A 0.3 is read, and written as 1.0', () => {
    const { supportedInterfaces: _, securityRequirements, ...rest } = CARD
    const old = {
      ...rest,
      url: 'https://a.example',
      preferredTransport: 'GRPC',
      additionalInterfaces: [
        { url: 'https://a.example', transport: 'GRPC' },
        { url: 'https://b.example', transport: 'HTTP+JSON' },
      ],
      security: securityRequirements,
    }
    expect(toAgentCard(parseAgentCard(old))).toEqual({
      ...rest,
      securityRequirements,
      supportedInterfaces: [
        { url: 'https://a.example', protocolBinding: 'GRPC', protocolVersion: '0.3' },
        { url: 'https://b.example', protocolBinding: 'HTTP+JSON', protocolVersion: '0.3' },
      ],
    })
  })

  it.each(['name', 'description', 'version', 'supportedInterfaces'])('without %s is none', (member) => {
    expect(failure(() => parseAgentCard({ ...CARD, [member]: undefined }))).toMatchObject({
      code: 'INVALID_AGENT',
      details: { path: member },
    })
  })

  it('is none without a readable skill, an object, or a way to be reached', () => {
    expect(failure(() => parseAgentCard({ ...CARD, skills: [{ name: 'x' }] }))).toMatchObject({
      details: { path: 'skills[0]' },
    })
    expect(failure(() => parseAgentCard([]))).toMatchObject({ code: 'INVALID_AGENT' })
    expect(failure(() => toAgentCard({ ...parseAgentCard(CARD), interfaces: [] }))).toMatchObject({
      details: { path: 'supportedInterfaces' },
    })
  })
})

describe('a store of agents', () => {
  it('PRV-001: makes ids of names and versions', () => {
    expect([toAgentId('', '1'), toAgentId('A'), toAgentId('A', '1.0.0')]).toEqual(['', 'A', 'A:1.0.0'])
  })

  it('PRV-002 to PRV-004: registers, describes, lists by id, removes, and says what is not there', () => {
    const store = createAgentStore()
    expect(store.register(CARD)).toEqual({ id: 'Travel Agent:1.0.0', replaced: false })
    expect(store.register(CARD)).toEqual({ id: 'Travel Agent:1.0.0', replaced: true })
    store.register(CARD, { id: 'another' })
    expect(store.describe('another').name).toBe('Travel Agent')
    expect(store.list().map(({ id }) => id)).toEqual(['Travel Agent:1.0.0', 'another'])
    expect(failure(() => store.describe('anothr'))).toMatchObject({
      code: 'AGENT_NOT_FOUND',
      details: { suggestions: ['another'] },
    })
    expect([store.remove('another'), store.remove('another')]).toEqual([true, false])
  })
})

describe('skills as a source of tools', () => {
  const tools = ['Travel-Agent.book', 'Travel-Agent.fares']
  const obligations = toolSourceObligations({
    tools,
    working: { tool: 'Travel-Agent.book', args: { message: 'To Oslo' } },
    failing: { tool: 'Travel-Agent.fares', args: { message: 'To Oslo' } },
  })
  const filled = (): ReturnType<typeof createAgentStore> => {
    const store = createAgentStore()
    store.register(CARD, {
      ask: async ({ skillId, message }) => {
        if (skillId === 'fares') throw new RangeError('no fares today')
        return `${skillId}: ${message}`
      },
    })
    return store
  }

  it.each([...obligations])('$name', async ({ check }) => {
    await check(() => filled().source())
  })

  it('are found and called like tools, and come and go with their agents', async () => {
    const gateway = createGateway({ discovery: { embedder: false } as never })
    onTestFinished(() => gateway.stop())
    const store = filled()
    await gateway.discovery.addSource(store.source())
    const { hits } = await gateway.search('book seats on a train')
    expect(hits[0]?.id).toBe('agents:Travel-Agent.book')
    const result = await gateway.call('agents:Travel-Agent.book', { message: 'To Oslo' })
    expect(result.content).toEqual([{ type: 'text', text: 'book: To Oslo' }])
    expect(await gateway.call('agents:Travel-Agent.fares', { message: 'x' })).toMatchObject({
      isError: true,
    })
    const gone = new Promise<void>((resolve) => {
      gateway.discovery.onChange(() => resolve())
    })
    store.remove('Travel Agent:1.0.0')
    await gone
    expect((await gateway.search('book seats on a train')).hits).toEqual([])
  })

  it('say so when nobody can ask', async () => {
    const store = createAgentStore()
    store.register(CARD)
    const result = await store.source().call('Travel-Agent.book', { message: 'x' })
    expect(result).toMatchObject({ isError: true, content: [{ text: expect.stringContaining('Nobody') }] })
  })

  it('of agents that are called nearly the same are all there', async () => {
    const store = filled()
    store.register({ ...CARD, name: 'Travel/Agent' })
    const { definitions } = await store.source().list()
    expect(new Set(definitions.map((definition) => Reflect.get(definition as object, 'name'))).size).toBe(4)
  })

  it('of several versions of an agent are told apart', async () => {
    const store = filled()
    store.register({ ...CARD, version: '2.0.0' })
    const { definitions } = await store.source().list()
    expect(definitions.map((definition) => Reflect.get(definition as object, 'name'))).toEqual([
      'Travel-Agent-1.0.0.book',
      'Travel-Agent-1.0.0.fares',
      'Travel-Agent-2.0.0.book',
      'Travel-Agent-2.0.0.fares',
    ])
  })
})
