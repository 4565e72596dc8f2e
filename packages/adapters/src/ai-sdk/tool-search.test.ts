import { createDiscovery } from '@toolscout/discovery'
import { createDeferredExposure } from '@toolscout/gateway'
import { generateText, isStepCount, jsonSchema, type ToolSet, tool, toolSearch } from 'ai-7'
import { MockLanguageModelV4 } from 'ai-7/test'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { at, each } from '../fixtures/at.ts'
import { catalogGateway } from '../fixtures/catalog-gateway.ts'
import { createDeferredAiSdkTools } from './ai-sdk-tools.ts'
import { appendFound, asToolSearch } from './tool-search.ts'

// What `ai` is to somebody who has installed that version.
vi.mock('ai', () => import('ai-7'))

type Said = readonly [name: string, args: object] | string

/** A model with scripted turns that remembers what it was sent. */
function scripted(...turns: readonly (readonly Said[])[]) {
  const seen: { readonly tools: unknown[]; readonly prompt: unknown }[] = []
  const model = new MockLanguageModelV4({
    doGenerate: async ({ tools, prompt }) => {
      seen.push(structuredClone({ tools: each(tools, 'name'), prompt }))
      const said = turns[seen.length - 1] ?? ['Done.']
      const content = said.map((one, i) =>
        typeof one === 'string'
          ? ({ type: 'text', text: one } as const)
          : ({
              type: 'tool-call',
              toolCallId: `c${seen.length}-${i}`,
              toolName: one[0],
              input: JSON.stringify(one[1]),
            } as const),
      )
      const unified = said.some((one) => typeof one !== 'string') ? 'tool-calls' : 'stop'
      const usage = {
        inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
        outputTokens: { total: 1, text: 1, reasoning: 0 },
      }
      return { content, finishReason: { unified, raw: undefined }, usage, warnings: [] }
    },
  })
  return { model, seen }
}

function newScout() {
  const scout = createDiscovery()
  onTestFinished(() => scout.close())
  return scout
}

/** A deferred tool of the SDK whose parameters are texts. */
function deferred(description: string, ...parameters: readonly string[]) {
  const properties = Object.fromEntries(parameters.map((name) => [name, { type: 'string' } as const]))
  return tool({
    description,
    deferLoading: true,
    inputSchema: jsonSchema<Record<string, string>>({ type: 'object', properties }),
    execute: async (args) => `${description}: ${JSON.stringify(args)}`,
  })
}

/** The answers that a model reads of its last step. */
const answers = (prompt: unknown): unknown[] =>
  each(at(prompt, Array.isArray(prompt) ? prompt.length - 1 : 0, 'content'), 'output')

const alarm = deferred('Wake a person at a time of day', 'time')
const mail = deferred('Send a letter to a person', 'recipient', 'subject')
const ship = deferred('Follow where an order is', 'tracking_number')
const now = tool({
  description: 'Tell the time',
  inputSchema: jsonSchema({ type: 'object' }),
  execute: async () => 'noon',
})

describe('toolSearch of the AI SDK', () => {
  it('asks us, over several turns: what was found is called, and comes behind what was there', async () => {
    const scout = newScout()
    const tools = { alarm, mail, ship, find: toolSearch({ search: asToolSearch(scout), maxResults: 1 }), now }
    await scout.register({ alarm, mail, ship })
    const { model, seen } = scripted(
      [['find', { query: 'send an e-mail' }]],
      [['mail', { recipient: 'Ann' }]],
      [['find', { query: 'set an alarm clock' }]],
      [['alarm', { time: '7' }]],
    )
    const { text } = await generateText({
      model,
      tools,
      prepareStep: appendFound(tools),
      stopWhen: isStepCount(9),
      prompt: 'go',
    })
    expect(text).toBe('Done.')
    const start = ['find', 'now']
    const after = [...start, 'mail']
    expect(seen.map((step) => step.tools)).toEqual([
      start,
      after,
      after,
      [...after, 'alarm'],
      [...after, 'alarm'],
    ])
    expect(answers(seen[1]?.prompt)).toEqual([
      { type: 'json', value: { tools: [{ name: 'mail', description: 'Send a letter to a person' }] } },
    ])
    expect(answers(seen[2]?.prompt)).toEqual([
      { type: 'text', value: 'Send a letter to a person: {"recipient":"Ann"}' },
    ])
  })

  it('tells the model that nothing fits, and finds in the next turn', async () => {
    const scout = newScout()
    await scout.register({ alarm, mail, ship })
    const tools = { find: toolSearch({ search: asToolSearch(scout) }), alarm, mail, ship }
    const { model, seen } = scripted(
      [['find', { query: 'bake sourdough bread' }]],
      [['find', { query: 'follow an order' }]],
    )
    await generateText({ model, tools, stopWhen: isStepCount(9), prompt: 'go' })
    expect(answers(seen[1]?.prompt)).toEqual([{ type: 'json', value: { tools: [] } }])
    expect(seen.map((step) => step.tools.slice(0, 2))).toEqual([['find'], ['find'], ['find', 'ship']])
  })

  it('gives what may still fit, unless a product is asked for that is missing', async () => {
    const scout = newScout()
    await scout.register({ alarm, mail, ship })
    const find = (query: string): Promise<string[]> =>
      asToolSearch(scout)({ query, tools: ['alarm', 'mail', 'ship'].map((name) => ({ name })) })
    const [doubtful, missing] = ['a parcel that never came', 'a parcel that never came, on Slack']
    for (const query of [doubtful, missing])
      expect(await scout.search(query)).toMatchObject({ verdict: { level: 'none' }, hits: [{ id: 'ship' }] })
    expect(await find(doubtful)).toEqual(['ship'])
    expect(await find(missing)).toEqual([])
  })

  it('ranks by schemas, which the SDK does not hand over', async () => {
    const scout = newScout()
    await scout.register({ alarm, mail, ship })
    const tools = ['alarm', 'mail', 'ship'].map((name) => ({ name }))
    expect(await asToolSearch(scout)({ query: 'tracking number', tools })).toEqual(['ship'])
  })

  it('gives no tool that this generation does not offer, however many of them come first', async () => {
    const scout = newScout()
    const others = Array.from({ length: 80 }, (_, i) => [`mail_${i}`, deferred('Send mail by mail')])
    const letter = deferred('Send mail, and much else beside it')
    await scout.register({ letter, ...Object.fromEntries(others) })
    expect(await asToolSearch(scout)({ query: 'send mail', tools: [{ name: 'letter' }] })).toEqual(['letter'])
  })

  it('takes names that no id can hold', async () => {
    const scout = newScout()
    await scout.register({ 'send a letter': mail, 天气: deferred('Tell the weather') })
    const search = asToolSearch(scout)
    const tools = [{ name: 'send a letter' }, { name: '天气' }]
    expect(await search({ query: 'letter to a person', tools })).toEqual(['send a letter'])
    expect(await search({ query: 'tell the weather', tools })).toEqual(['天气'])
  })

  it('names a tool that is not registered in one warning, and finds the others', async () => {
    const scout = newScout()
    await scout.register({ mail })
    const warnings: unknown[] = []
    const listener = (warning: Error): unknown => warnings.push(warning.message)
    process.on('warning', listener)
    onTestFinished(() => void process.off('warning', listener))
    const search = asToolSearch(scout)
    const tools = [{ name: 'mail' }, { name: 'unknown' }]
    for (let i = 0; i < 2; i++) expect(await search({ query: 'send a letter', tools })).toEqual(['mail'])
    await new Promise(setImmediate)
    expect(warnings).toEqual([expect.stringMatching(/"unknown".*register/)])
  })

  it('searches on behalf of a principal, and takes no other option', async () => {
    const gateway = await catalogGateway(undefined, undefined, (_tool, { principal }) => principal === 'ann')
    const tools = createDeferredAiSdkTools(createDeferredExposure(gateway), { principal: 'ann' }).tools()
    const asked = { query: 'weather forecast', tools: Object.keys(tools).map((name) => ({ name })) }
    expect(await asToolSearch(gateway, { principal: 'ann' })(asked)).toContain('weather__forecast')
    expect(() => asToolSearch(gateway, { principle: 'ann' } as object)).toThrow(TypeError)
  })

  it('finds tools of a gateway, deferred', async () => {
    const gateway = await catalogGateway()
    const scout = createDeferredAiSdkTools(createDeferredExposure(gateway))
    const tools = {
      find: toolSearch({ search: asToolSearch(gateway), maxResults: 1 }),
      ...scout.tools(),
    } as ToolSet
    const { model, seen } = scripted(
      [['find', { query: 'weather forecast' }]],
      [['weather__forecast', { city: 'Oslo', days: '3' }]],
    )
    await generateText({
      model,
      tools,
      prepareStep: appendFound(tools),
      stopWhen: isStepCount(4),
      prompt: 'go',
    })
    expect(seen.map((step) => step.tools)).toEqual([
      ['find', 'read_result'],
      ['find', 'read_result', 'weather__forecast'],
      ['find', 'read_result', 'weather__forecast'],
    ])
    expect(answers(seen[2]?.prompt)).toEqual([{ type: 'text', value: 'Rain in Oslo' }])
    expect(scout.tools()).toBe(scout.tools())
  })
})
