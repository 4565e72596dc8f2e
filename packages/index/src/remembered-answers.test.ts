import type { Searcher, SearcherAnswer, SearchRequest } from '@toolscout/model'
import { describe, expect, it } from 'vitest'
import { createToolIndex } from './create-tool-index.ts'
import { MAX_QUERY_LENGTH } from './index-search.ts'
import type { SearchOptions, ToolIndex } from './tool-index.ts'

const backend = { kind: 'mcp', server: 'server' } as const
const tool = (name: string, description = name) => ({ name, description, inputSchema: { type: 'object' } })

/** An index over a searcher that finds `a` and counts how often it is asked. */
function start(members: Partial<Searcher> = {}, more: Partial<SearcherAnswer> = {}) {
  const asked: SearchRequest[] = []
  const searcher: Searcher = {
    name: 'counting',
    apply: () => {},
    search: async (request) => {
      asked.push(request)
      return { hits: [{ id: 'a', score: 1 }].slice(0, request.limit), ...more }
    },
    ...members,
  }
  const index = createToolIndex({ searcher })
  index.register(tool('a'), backend)
  return { index, asked }
}

const twice = async (index: ToolIndex, options?: SearchOptions): Promise<void> => {
  await index.search('a', options)
  await index.search('a', options)
}

describe('an answer is remembered', () => {
  it('for the same request, and for no other', async () => {
    const { index, asked } = start()
    const first = await index.search('a', { filter: { tags: ['x'] } })
    expect(await index.search('a', { filter: { tags: ['x'] } })).toBe(first)
    for (const options of [{}, { limit: 3 }, { filter: { tags: ['y'] } }, { taskContext: 'b' }]) {
      await twice(index, options)
    }
    await index.search(['a'])
    await index.search(['a', 'b'])
    await index.search('b')
    expect(asked).toHaveLength(8)
  })

  it.each<[string, (index: ToolIndex) => unknown]>([
    ['a tool comes', (index) => index.register(tool('b'), backend)],
    ['a tool changes', (index) => index.register(tool('a', 'changed'), backend)],
    ['notes change', (index) => index.setNotes('a', 'note')],
    ['a tool goes', (index) => index.unregister('a')],
    ['the searcher is given all tools again', (index) => index.refresh()],
  ])('until %s', async (_, change) => {
    const { index, asked } = start()
    await index.search('a')
    change(index)
    expect(await index.search('a')).toMatchObject({ version: index.version })
    expect(asked).toHaveLength(2)
  })

  it('not when the index changed while it was on its way', async () => {
    const { index, asked } = start()
    const running = index.search('a')
    index.register(tool('b'), backend)
    await running
    expect((await index.search('a')).version).toBe(2)
    expect(asked).toHaveLength(2)
  })

  it('until 256 others were', async () => {
    const { index, asked } = start()
    for (let i = 0; i <= 256; i += 1) await index.search(`a ${i}`)
    await index.search('a 1')
    expect(asked).toHaveLength(257)
    await index.search('a 0')
    expect(asked).toHaveLength(258)
  })

  it('and a signal that has aborted ends the search all the same', async () => {
    const { index } = start()
    await index.search('a')
    await expect(index.search('a', { signal: AbortSignal.abort() })).rejects.toThrow('aborted')
  })

  it('and a request that was cut says so all the same', async () => {
    const { index } = start()
    const head = 'a'.repeat(MAX_QUERY_LENGTH)
    expect((await index.search(head)).degraded).toEqual([])
    expect((await index.search(`${head}a`)).degraded).toHaveLength(1)
    const taskContext = head
    expect((await index.search('a', { taskContext })).degraded).toEqual([])
    expect((await index.search('a', { taskContext: `${head}a` })).degraded).toHaveLength(1)
  })
})

describe('an answer is not remembered', () => {
  it('of a searcher that may give another one', async () => {
    const { index, asked } = start({ deterministic: false })
    await twice(index)
    expect(asked).toHaveLength(2)
  })

  it('when something failed', async () => {
    const { index, asked } = start({}, { degraded: [{ part: 'x', reason: 'It failed.' }] })
    await twice(index)
    expect(asked).toHaveLength(2)
  })

  it('when it depends on who asks, is explained or is long', async () => {
    const { index, asked } = start()
    await twice(index, { filter: { visibility: { key: 'me', allows: () => true } } })
    await twice(index, { explain: true })
    await twice(index, { limit: 101 })
    for (const text of ['b', 'b']) await index.search(text.repeat(4_000), { taskContext: 'c'.repeat(1_500) })
    expect(asked).toHaveLength(8)
  })
})
