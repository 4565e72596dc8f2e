import type { Client } from '@modelcontextprotocol/sdk/client/index.js'
import {
  PromptListChangedNotificationSchema,
  ResourceListChangedNotificationSchema,
  ResourceUpdatedNotificationSchema,
} from '@modelcontextprotocol/sdk/types.js'
import { describe, expect, it } from 'vitest'
import { createMetaExposure } from '../exposure/meta/meta-exposure.ts'
import type { GatewayOptions } from '../gateway-options.ts'
import { connectHttp, createClient, startHttp } from '../serve/fixtures/clients.ts'
import { until } from '../serve/fixtures/processes.ts'
import { serveTools } from '../serve/fixtures/served.ts'
import type { ServeEvent } from '../serve/served.ts'
import type { ContextChange, ContextSource } from './context-source.ts'
import { type ContextServer, startContextServer } from './fixtures/context-server.ts'
import { GatewayContext } from './gateway-context.ts'

/** Has one prompt and nothing else. */
const OWN: ContextSource = {
  capabilities: () => ({ resources: false, prompts: true, completions: false }),
  listResources: async () => ({ items: [], warnings: [] }),
  listResourceTemplates: async () => ({ items: [], warnings: [] }),
  readResource: async () => undefined,
  subscribe: async () => undefined,
  listPrompts: async () => ({ items: [{ name: 'own' }], warnings: [] }),
  getPrompt: async () => undefined,
  complete: async () => undefined,
  onChange: () => () => {},
}

async function setUp(servers: readonly ContextServer[], policy?: GatewayOptions['policy']) {
  const tokens = { 'token-of-ann-0001': 'ann', 'token-of-bob-0001': 'bob' }
  const gatewayOptions: GatewayOptions = { limits: { reconnectBaseMs: 1 }, policy }
  const { served, gateway } = await serveTools([], { gateway: gatewayOptions })
  for (const { config } of servers) gateway.addServer(config)
  const events: ServeEvent[] = []
  const context = new GatewayContext(gateway)
  const serving = await startHttp({ ...served, context }, { tokens, onEvent: (event) => events.push(event) })
  const connect = async (token = 'token-of-ann-0001'): Promise<Client> => {
    const client = createClient()
    await connectHttp(client, serving.url, token)
    return client
  }
  // What servers have when they are connected is a change, too, and comes before what a test changes.
  await gateway.settled()
  return { gateway, context, connect, events, client: await connect() }
}

const uris = async (client: Client): Promise<string[]> =>
  (await client.listResources()).resources.map(({ uri }) => uri)
const prompts = async (client: Client): Promise<string[]> =>
  (await client.listPrompts()).prompts.map(({ name }) => name)
const readText = async (client: Client, uri: string): Promise<unknown> =>
  (await client.readResource({ uri })).contents[0]
const promptText = async (client: Client, name: string): Promise<unknown> =>
  (await client.getPrompt({ name })).messages[0]?.content

describe('what servers offer beside tools', () => {
  it('is one list, in which the first wins and the rest is reported', async () => {
    const one = await startContextServer('one', { resources: ['x://a', 'x://b'] })
    const two = await startContextServer('two', { resources: ['x://b', 'x://c'] })
    const { client, events } = await setUp([one, two])

    expect(await uris(client)).toEqual(['x://a', 'x://b', 'x://c'])
    expect(await readText(client, 'x://b')).toMatchObject({ text: 'x://b read at one' })
    expect(await readText(client, 'x://c')).toMatchObject({ text: 'x://c read at two' })
    expect(JSON.stringify(events)).toContain('\\"two\\" has \\"x://b\\" too')
    expect(two.asked).not.toContain('resources/read x://b')
  })

  it('has prompts under their own names, and under those of their servers where several have one', async () => {
    const one = await startContextServer('one', { prompts: ['hello', 'alone'] })
    const two = await startContextServer('two', { prompts: ['hello'] })
    const { client } = await setUp([one, two])

    expect(await prompts(client)).toEqual(['one__hello', 'alone', 'two__hello'])
    expect(await promptText(client, 'two__hello')).toMatchObject({ text: 'hello at two' })
    expect(await promptText(client, 'alone')).toMatchObject({ text: 'alone at one' })
    await expect(client.getPrompt({ name: 'hello' })).rejects.toMatchObject({ code: -32602 })
  })

  it('is read where a template says, and else where anybody has it', async () => {
    const one = await startContextServer('one', { templates: ['x://things/{id}'] })
    const two = await startContextServer('two', { templates: ['x://things/special/{id}'] })
    const { client } = await setUp([one, two])

    expect(await readText(client, 'x://things/special/7')).toMatchObject({
      text: expect.stringContaining('two'),
    })
    expect(await readText(client, 'x://things/7')).toMatchObject({ text: expect.stringContaining('one') })
    await expect(client.readResource({ uri: 'y://nowhere' })).rejects.toMatchObject({
      code: -32002,
      data: { uri: 'y://nowhere' },
    })
  })

  it('completes at whoever has the prompt or the template', async () => {
    const one = await startContextServer('one', { prompts: ['hello'], templates: ['x://{id}'] })
    const two = await startContextServer('two', { prompts: ['hello'] })
    const { client } = await setUp([one, two])
    const argument = { name: 'a', value: '' }
    const complete = async (
      ref: { type: 'ref/prompt'; name: string } | { type: 'ref/resource'; uri: string },
    ) => (await client.complete({ ref, argument })).completion.values

    expect(await complete({ type: 'ref/prompt', name: 'one__hello' })).toEqual([
      '{"type":"ref/prompt","name":"hello"}',
      'one',
    ])
    expect(await complete({ type: 'ref/resource', uri: 'x://{id}' })).toContain('one')
    expect(await complete({ type: 'ref/resource', uri: 'y://{id}' })).toEqual([])
  })

  it('is waited for where its server is being connected for the first time', async () => {
    const one = await startContextServer('one', { resources: ['x://a'] })
    const { gateway } = await serveTools([])
    gateway.start()
    gateway.addServer(one.config)
    const context = new GatewayContext(gateway)
    const ask = { principal: '', signal: new AbortController().signal }
    expect(await context.readResource('x://a', ask)).toBeDefined()
    expect((await context.listResources(ask)).items).toMatchObject([{ uri: 'x://a' }])
  })

  it('lacks nothing but what a broken server has, and says so', async () => {
    const good = await startContextServer('good', { resources: ['x://good'] })
    const bad = await startContextServer('bad', { resources: ['x://bad'] })
    const { client, events } = await setUp([bad, good])
    await uris(client)
    bad.isBroken = true
    await bad.notify('notifications/resources/list_changed')
    await until(() => bad.asked.length > 0)

    await until(() => events.length > 0)
    expect(await uris(client)).toContain('x://good')
    expect(await readText(client, 'x://good')).toMatchObject({ text: 'x://good read at good' })
  })

  it('exists under a policy for those who know a tool of the server', async () => {
    const secret = await startContextServer('secret', {
      resources: ['x://secret'],
      templates: ['x://secrets/{id}'],
      prompts: ['secret'],
    })
    const onlyAnn: GatewayOptions['policy'] = (_, { principal }) => principal === 'ann'
    const { client, connect } = await setUp([secret], onlyAnn)
    const bob = await connect('token-of-bob-0001')
    const argument = { name: 'id', value: '' }
    const ref = { type: 'ref/resource', uri: 'x://secrets/{id}' } as const

    expect(await uris(client)).toEqual(['x://secret'])
    expect(await uris(bob)).toEqual([])
    expect((await bob.listResourceTemplates()).resourceTemplates).toEqual([])
    expect(await prompts(bob)).toEqual([])
    expect((await bob.complete({ ref, argument })).completion.values).toEqual([])
    await expect(bob.readResource({ uri: 'x://secret' })).rejects.toMatchObject({ code: -32002 })
    await expect(bob.readResource({ uri: 'x://secrets/1' })).rejects.toMatchObject({ code: -32002 })
    await expect(bob.subscribeResource({ uri: 'x://secret' })).rejects.toMatchObject({ code: -32002 })
    await expect(bob.getPrompt({ name: 'secret' })).rejects.toMatchObject({ code: -32602 })
  })
})

it('is there by itself beside a direct exposure with servers, and nowhere else', async () => {
  const one = await startContextServer('one', { resources: ['x://a'] })
  const { served, gateway } = await serveTools([])
  const capabilitiesOf = async (more: object): Promise<unknown> => {
    const client = createClient()
    const { url, token } = await startHttp({ ...served, ...more }, { stopGateway: false })
    await connectHttp(client, url, token)
    return Object.keys(client.getServerCapabilities() ?? {}).sort()
  }
  expect(await capabilitiesOf({})).toEqual(['logging', 'tasks', 'tools'])
  gateway.addServer(one.config)
  const all = ['completions', 'logging', 'prompts', 'resources', 'tasks', 'tools']
  expect(await capabilitiesOf({})).toEqual(all)
  expect(await capabilitiesOf({ context: false })).toEqual(['logging', 'tasks', 'tools'])
  expect(await capabilitiesOf({ exposure: createMetaExposure(gateway) })).toEqual([
    'logging',
    'tasks',
    'tools',
  ])
  expect(await capabilitiesOf({ exposure: createMetaExposure(gateway), context: true })).toEqual(all)
  expect(await capabilitiesOf({ context: OWN })).toEqual(['logging', 'prompts', 'tasks', 'tools'])
})

describe('news', () => {
  it('of lists reach every client, and listings are then new', async () => {
    const one = await startContextServer('one', { resources: ['x://a'], prompts: ['p'] })
    const { client, connect } = await setUp([one])
    const other = await connect()
    const changed = [client, other].map(
      (each) =>
        new Promise((resolve) => {
          each.setNotificationHandler(ResourceListChangedNotificationSchema, resolve)
        }),
    )
    const promptsChanged = new Promise((resolve) => {
      client.setNotificationHandler(PromptListChangedNotificationSchema, resolve)
    })
    expect(await uris(client)).toEqual(['x://a'])
    one.resources = ['x://a', 'x://new']

    await one.notify('notifications/resources/list_changed')
    await one.notify('notifications/prompts/list_changed')
    await Promise.all([...changed, promptsChanged])

    expect(await uris(client)).toEqual(['x://a', 'x://new'])
  })

  it('of a resource reach those who subscribed to it, once, and no longer than they want', async () => {
    const one = await startContextServer('one', { resources: ['x://a', 'x://b'] })
    const { client, connect } = await setUp([one])
    const other = await connect()
    const heard: string[] = []
    for (const [name, each] of Object.entries({ client, other })) {
      each.setNotificationHandler(ResourceUpdatedNotificationSchema, ({ params }) => {
        heard.push(`${name} ${params.uri}`)
      })
    }
    await client.subscribeResource({ uri: 'x://a' })
    await client.subscribeResource({ uri: 'x://a' })
    await other.subscribeResource({ uri: 'x://a' })
    await other.subscribeResource({ uri: 'x://b' })
    expect(one.asked.filter((line) => line.startsWith('resources/subscribe'))).toEqual([
      'resources/subscribe x://a',
      'resources/subscribe x://b',
    ])

    await one.notify('notifications/resources/updated', { uri: 'x://a' })
    await until(() => heard.length === 2)
    await client.unsubscribeResource({ uri: 'x://a' })
    expect(one.asked).not.toContain('resources/unsubscribe x://a')
    await one.notify('notifications/resources/updated', { uri: 'x://a' })
    await one.notify('notifications/resources/updated', { uri: 'x://b' })
    await until(() => heard.length === 4)
    await other.close()

    expect(heard.sort()).toEqual(['client x://a', 'other x://a', 'other x://a', 'other x://b'])
  })

  it('go on after a server has lost and found us again', async () => {
    const one = await startContextServer('one', { resources: ['x://a'] })
    const { client, gateway } = await setUp([one])
    await client.subscribeResource({ uri: 'x://a' })
    const heard = new Promise((resolve) => {
      client.setNotificationHandler(ResourceUpdatedNotificationSchema, resolve)
    })
    one.asked.length = 0
    one.forget()
    await gateway.reconnectServer('one')
    await until(() => one.asked.includes('resources/subscribe x://a'))

    await one.notify('notifications/resources/updated', { uri: 'x://a' })
    await heard
  })

  it('end with the context', async () => {
    const one = await startContextServer('one', { resources: ['x://a'] })
    const { context, client, gateway } = await setUp([one])
    await uris(client)
    const heard: ContextChange[] = []
    context.onChange((change) => heard.push(change))
    const connection = gateway.connection('one')
    const told = new Promise((resolve) => connection?.onNotification(resolve))

    context.close()
    await one.notify('notifications/resources/list_changed')
    await told
    await gateway.reconnectServer('one')

    expect(heard).toEqual([])
  })
})
