import type { ToolSource } from '@toolscout/model'
import { COERCED_META_KEY, UNCHECKED_META_KEY } from '@toolscout/runtime/internal'
import { createSchemaValidator } from '@toolscout/schema'
import { beforeAll, describe, expect, it } from 'vitest'
import { fakeSource, listing } from './fixtures/fake-source.ts'
import { git, inputSchema, open } from './fixtures/open-discovery.ts'

// The engine that checks arguments is loaded with the first call.
beforeAll(() => createSchemaValidator().validate(inputSchema, {}))

it('arguments that do not fit are a result that says how to mend them, and nothing runs', async () => {
  let runs = 0
  const scout = open()
  await scout.register({ read: { inputSchema, execute: () => (runs += 1) } })
  for (const args of [undefined, {}, { path: 3 }, [], 'text', { path: () => 1 }]) {
    const result = await scout.call('read', args)
    expect(result.isError).toBe(true)
    expect(result.content[0]).toMatchObject({
      text: expect.stringMatching(/do not fit.*read\(path: string\)/s),
    })
  }
  expect(runs).toBe(0)
})

it('a handler gets arguments of its own; what it throws is a result', async () => {
  const args = { path: 'a', more: [1] }
  const scout = open()
  await scout.register({
    fails: {
      inputSchema,
      execute: () => {
        throw new RangeError('disk full')
      },
    },
    mirrors: { inputSchema, execute: (given: unknown) => given },
  })
  expect(await scout.call('fails', args)).toEqual({
    isError: true,
    content: [{ type: 'text', text: 'disk full' }],
    structuredContent: { error: 'TOOL_FAILED', tool: 'fails', outcome: 'ran' },
  })
  expect((await scout.call('mirrors', args)).structuredContent).toEqual(args)
})

it('a tool nobody runs says so', async () => {
  const scout = open()
  await scout.register(git)
  expect(await scout.call('git_commit', { path: 'a' })).toMatchObject({
    structuredContent: { error: 'HANDLER_MISSING', outcome: 'notRun' },
  })
})

it('a reference without version means the highest one', async () => {
  const scout = open()
  const versioned = (version: string) => ({
    name: 'v',
    version,
    inputSchema: { type: 'object' },
    execute: () => version,
  })
  await scout.register([versioned('1.0.0'), versioned('1.10.0'), versioned('1.9.0')])
  expect((await scout.call('v')).content).toEqual([{ type: 'text', text: '1.10.0' }])
  expect((await scout.call(':v:1.0.0')).content).toEqual([{ type: 'text', text: '1.0.0' }])
})

it('a refusal names the tool by its id and each place once', async () => {
  const scout = open()
  await scout
    .register({ read: { inputSchema, namespace: 'fs' } })
    .then(() => scout.register({ read: { inputSchema, namespace: 'fs', execute: () => 1 } }))
  const refused = await scout.call('fs:read', { path: 3 })
  expect(refused.structuredContent).toEqual({
    error: 'INVALID_ARGUMENTS',
    tool: 'fs:read',
    outcome: 'notRun',
    problems: ['/path is 3, a number; it must be a string.'],
    schema: { properties: { path: { type: 'string' } }, required: ['path'] },
  })
})

it('what no check was applied to is told', async () => {
  const scout = open()
  const properties = { path: { type: 'string', pattern: '(?<=a)b' } }
  await scout.register({ odd: { inputSchema: { type: 'object', properties }, execute: () => 'done' } })
  expect(await scout.call('odd', { path: 'x' })).toEqual({
    content: [{ type: 'text', text: 'done' }],
    _meta: { [UNCHECKED_META_KEY]: [expect.objectContaining({ keyword: 'pattern', reason: 'pattern' })] },
  })
})

it('arguments that surely mean what fits are changed, and that is told', async () => {
  const scout = open()
  const properties = { maxLines: { type: 'integer' } }
  const schema = { type: 'object', properties, additionalProperties: false }
  await scout.register({ head: { inputSchema: schema, execute: (args: object) => args } })
  const result = await scout.call('head', { max_lines: '3' })
  expect(result.structuredContent).toEqual({ maxLines: 3 })
  expect(result._meta?.[COERCED_META_KEY]).toMatchObject([{ kind: 'name' }, { kind: 'number' }])
})

it('arguments whose check takes too much work are refused', async () => {
  const scout = open()
  const runs: unknown[] = []
  const properties = { text: { type: 'string', pattern: '(a?){500}a{500}' } }
  await scout.register({
    costly: { inputSchema: { type: 'object', properties }, execute: () => runs.push(1) },
  })
  const refused = await scout.call('costly', { text: 'a'.repeat(10_000) })
  expect([refused.isError, runs]).toEqual([true, []])
  expect(refused.content[0]).toMatchObject({ text: expect.stringContaining('more work') })
})

describe('a call of a source', () => {
  it('waits as long as the source does, unless the caller says otherwise', async () => {
    const scout = open()
    const given: unknown[] = []
    const call: ToolSource['call'] = async (_tool, _args, options) => {
      given.push(options?.timeoutMs)
      return { content: [] }
    }
    await scout.addSource(fakeSource({ list: () => listing('a'), call }).source)
    await scout.call('own:a')
    await scout.call('own:a', {}, { timeoutMs: 7 })
    expect(given).toEqual([undefined, 7])
    for (const timeoutMs of [0, -1, 1.5, 2_147_483_648])
      await expect(scout.call('own:a', {}, { timeoutMs })).rejects.toThrow(RangeError)
  })

  it('ends when the caller gives up or the facade is closed, even if the source does not listen', async () => {
    const scout = open()
    const call = (): Promise<never> => new Promise(() => {})
    await scout.addSource(fakeSource({ list: () => listing('a'), call }).source)
    const stop = new AbortController()
    const given = scout.call('own:a', {}, { signal: stop.signal })
    const left = scout.call('own:a')
    await new Promise((resolve) => setTimeout(resolve, 20))
    stop.abort(new RangeError('enough'))
    expect(await given).toMatchObject({ structuredContent: { error: 'CANCELLED', outcome: 'unknown' } })
    await scout.close()
    expect(await left).toMatchObject({ structuredContent: { error: 'DISCOVERY_CLOSED', outcome: 'unknown' } })
  })
})

it.each([[undefined], [null], [3], [{}]])('%j is no reference', async (reference) => {
  const scout = open()
  await scout.register(git)
  const wrong = reference as never
  await expect(scout.call(wrong)).rejects.toThrow(TypeError)
  await expect(scout.describe(wrong)).rejects.toThrow(TypeError)
  await expect(scout.addDocs(wrong, {})).rejects.toThrow(TypeError)
  await expect(scout.describe([wrong])).rejects.toThrow(TypeError)
  await expect(scout.render([wrong], { format: 'markdown', budgetTokens: 9 })).rejects.toThrow(TypeError)
})

it('DSC-032: a tool of two servers is called at the first, and at the other when that one leaves', async () => {
  const scout = open()
  const [one, two] = ['one', 'two'].map((name) => fakeSource({ name, list: () => listing('x') }))
  if (one === undefined || two === undefined) return
  await scout.addSource(one.source)
  await scout.addSource(two.source)
  const shared = { name: 'shared', inputSchema: { type: 'object' } }
  for (const server of ['one', 'two']) scout.index.register(shared, { kind: 'mcp', server })
  expect(scout.index.getOrThrow('shared').backends).toHaveLength(2)
  await scout.call('shared', { n: 1 })
  await scout.removeSource('one')
  await scout.call('shared', { n: 2 })
  expect([one.log, two.log]).toEqual([[['shared', { n: 1 }], 'closed'], [['shared', { n: 2 }]]])
  await scout.removeSource('two')
  expect(await scout.call('shared')).toMatchObject({ structuredContent: { error: 'TOOL_NOT_FOUND' } })
})
