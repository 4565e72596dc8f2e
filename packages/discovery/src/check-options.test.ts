import { createToolIndex } from '@toolscout/index'
import { expect, it } from 'vitest'
import { createDiscovery } from './create-discovery.ts'
import { fakeSource, listing } from './fixtures/fake-source.ts'
import { git, open } from './fixtures/open-discovery.ts'

const wrong = (value: unknown): never => value as never

it('options that nobody reads are refused, with the one that was meant', async () => {
  const scout = open()
  await scout.register(git)
  const { source } = fakeSource({ list: () => listing('a') })
  const uses: readonly (readonly [() => Promise<unknown>, string])[] = [
    [async () => createDiscovery(wrong({ sercher: 1 })), 'searcher'],
    [() => scout.register({}, wrong({ namspace: 'x' })), 'namespace'],
    [() => scout.connectServers({ mcpServers: {} }, wrong({ timeout: 1 })), 'timeouts'],
    [() => scout.addSource(source, wrong({ singal: 1 })), 'signal'],
    [() => scout.refreshSource('x', wrong({ singal: 1 })), 'signal'],
    [() => scout.describe('git_status', wrong({ details: 'full' })), 'detail'],
    [() => scout.describe(['git_status'], wrong({ details: 'full' })), 'detail'],
    [() => scout.render(['git_status'], wrong({ budgetToken: 1, format: 'markdown' })), 'budgetTokens'],
    [() => scout.call('git_status', {}, wrong({ timeout: 1 })), 'timeoutMs'],
    [() => scout.search('x', wrong({ limits: 1 })), 'limit'],
    [() => scout.search('x', wrong({ curser: 1, cursor: '' })), 'cursor'],
    [() => scout.addDocs('git_status', wrong({ note: 'x' })), 'notes'],
  ]
  for (const [use, meant] of uses) {
    await expect(use(), meant).rejects.toThrow(TypeError)
    await expect(use(), meant).rejects.toThrow(`did you mean ${meant}?`)
  }
  for (const options of [null, 3, 'x', []]) {
    await expect(scout.call('git_status', {}, wrong(options))).rejects.toThrow(TypeError)
    expect(() => createDiscovery(wrong(options))).toThrow(TypeError)
  }
})

it('what is no configuration, source, name, listener, query, list, record or namespace is refused', async () => {
  const scout = open()
  for (const config of [undefined, null, '', ' ', 3, []])
    await expect(scout.connectServers(wrong(config))).rejects.toThrow(TypeError)
  for (const source of [
    undefined,
    {},
    { name: '' },
    { name: 'x' },
    { ...fakeSource({ list: () => listing() }).source, call: 1 },
  ])
    await expect(scout.addSource(wrong(source))).rejects.toThrow(TypeError)
  for (const name of [undefined, null, 3]) {
    await expect(scout.refreshSource(wrong(name))).rejects.toThrow(TypeError)
    await expect(scout.removeSource(wrong(name))).rejects.toThrow(TypeError)
    expect(() => scout.onChange(wrong(name))).toThrow(TypeError)
  }
  for (const query of [undefined, null, 3])
    await expect(scout.search(wrong(query))).rejects.toThrow(TypeError)
  for (const many of [undefined, 'git_status', new Set()])
    await expect(scout.render(wrong(many))).rejects.toThrow(TypeError)
  for (const namespace of ['', ' ', null, 3])
    await expect(scout.register(git, { namespace: wrong(namespace) })).rejects.toThrow(TypeError)
  for (const toolDocs of [null, [], 'x'])
    await expect(scout.register(git, { toolDocs: wrong(toolDocs) })).rejects.toThrow(TypeError)
  for (const tools of [undefined, null, 3, new Map([['a', git.git_status]])])
    await expect(scout.register(wrong(tools))).rejects.toThrow()
  expect(scout.index.size).toBe(0)
})

it('options that would have no effect are refused', () => {
  const searcher = createToolIndex().searcher
  expect(() => createDiscovery({ index: createToolIndex(), searcher })).toThrow(
    /searcher would have no effect/,
  )
  expect(() => createDiscovery({ searcher, embedder: false })).toThrow(/embedder would have no effect/)
})

it('numbers outside their range are refused, before anything is called', () => {
  for (const maxResultBytes of [-1, 0, 1_023, 1.5, Number.NaN])
    expect(() => createDiscovery({ calls: { maxResultBytes } })).toThrow(RangeError)
  for (const calls of [
    { timeoutMs: 0 },
    { limits: { maxRunning: 0 } },
    { heldResults: { maxHeldBytes: -1 } },
    { idempotency: { keepMs: -1 } },
  ])
    expect(() => createDiscovery({ calls })).toThrow(RangeError)
})

it('nothing is held before a call', () => {
  const { readResult } = createDiscovery()
  expect(() => readResult('r_1')).toThrow(expect.objectContaining({ code: 'RESULT_NOT_FOUND' }))
})
