import type { SearchRequest } from '@toolscout/model'
import { describe, expect, it } from 'vitest'
import { createToolIndex } from './create-tool-index.ts'
import type { SearchAnswer, SearchOptions, ToolIndex } from './tool-index.ts'

const indexOf = (assistance: unknown, asked: SearchRequest[] = []): ToolIndex => {
  const search = async (request: SearchRequest): Promise<never> => {
    asked.push(request)
    const hits = ['a', 'b'].map((id) => ({ id, score: 1 })).slice(0, request.limit)
    return { hits, ...(assistance === undefined ? {} : { assistance }) } as never
  }
  const index = createToolIndex({ searcher: { name: 'own', apply: () => {}, search } })
  for (const name of ['a', 'b'])
    index.register({ name, inputSchema: { type: 'object' } }, { kind: 'local', handler: name })
  return index
}
const search = (
  assistance: unknown,
  options: SearchOptions = {},
  query: string | string[] = 'x',
): Promise<SearchAnswer> => indexOf(assistance).search(query, options)
const wrong = (value: unknown): never => value as never
const account = {
  modeUsed: 'accurate',
  expandedTerms: ['speech'],
  usage: { inputTokens: 10, outputTokens: 3 },
  modelCalls: 2,
  stages: [
    { stage: 'expand', durationMs: 2 },
    { stage: 'rerank', durationMs: 5 },
  ],
}

describe('a mode', () => {
  it('reaches the searcher with the context of the task', async () => {
    const asked: SearchRequest[] = []
    await indexOf(account, asked).search('x', { mode: 'balanced', taskContext: 'Notes for the blind' })
    expect(asked[0]).toMatchObject({ mode: 'balanced', taskContext: 'Notes for the blind' })
  })

  it.each(['quick', '', null, 3])('%j is none', async (mode) => {
    for (const query of ['x', '']) {
      await expect(search(account, { mode: wrong(mode) }, query)).rejects.toThrow(RangeError)
      await expect(indexOf(account).searchPage(query, { mode: wrong(mode) })).rejects.toThrow(RangeError)
    }
    await expect(search(account, { taskContext: wrong(3) })).rejects.toThrow(TypeError)
  })

  it('is part of what a page answers', async () => {
    const index = indexOf(account)
    const { nextCursor: cursor, assistance } = await index.searchPage('x', { limit: 1, mode: 'balanced' })
    expect(assistance).toEqual(account)
    const next = await index.searchPage('x', { cursor, limit: 1, mode: 'balanced' })
    expect(next).toMatchObject({ hits: [{ id: 'b' }], assistance: account })
    const others = [{}, { mode: 'fast' as const }, { mode: 'balanced' as const, taskContext: 'another' }]
    for (const other of others)
      await expect(index.searchPage('x', { ...other, cursor })).rejects.toMatchObject({
        code: 'INVALID_CURSOR',
      })
  })

  it('that the searcher does not know is answered as fast, and the answer says so', async () => {
    const answer = await search(undefined, { mode: 'accurate' })
    expect(answer.assistance).toMatchObject({ modeUsed: 'fast', stages: [] })
    expect(answer.degraded).toEqual([
      { part: 'mode', reason: expect.stringContaining('"own" asks no language model') },
    ])
    expect(await search(undefined, { mode: 'fast' })).not.toHaveProperty('assistance')
  })

  it('has a context that is cut, and says so', async () => {
    const asked: SearchRequest[] = []
    const { degraded } = await indexOf(account, asked).search('x', { taskContext: '\u{1f600}'.repeat(5_000) })
    expect([...(asked[0]?.taskContext ?? '')]).toHaveLength(4_096)
    expect(degraded).toEqual([{ part: 'taskContext', reason: expect.stringContaining('4096') }])
  })
})

describe('what a searcher says it did', () => {
  it('is told, and nothing beside', async () => {
    const answer = await search({ ...account, more: 'x', expandedTerms: ['speech\u202e'] })
    expect(answer.assistance).toEqual(account)
    expect(Object.isFrozen(answer.assistance?.stages[0])).toBe(true)
  })

  it('is bounded', async () => {
    const answer = await search({
      ...account,
      expandedTerms: Array.from({ length: 999 }, () => 'x'.repeat(999)),
    })
    expect(answer.assistance?.expandedTerms).toHaveLength(32)
    expect(answer.assistance?.expandedTerms[0]).toHaveLength(128)
  })

  it.each([
    'accurate',
    { ...account, modeUsed: 'best' },
    { ...account, expandedTerms: [3] },
    { ...account, usage: { inputTokens: -1, outputTokens: 0 } },
    { ...account, usage: { inputTokens: 1.5, outputTokens: 0 } },
    { ...account, modelCalls: -1 },
    { ...account, stages: [{ stage: 'dream', durationMs: 1 }] },
    { ...account, stages: [{ stage: 'expand', durationMs: Number.NaN }] },
  ])('is left out when it is none: %j', async (given) => {
    const answer = await search(given)
    expect(answer).not.toHaveProperty('assistance')
    expect(answer.degraded[0]?.reason).toContain('mended: assistance.')
  })

  it('of several queries is what was spent on all, and the lowest mode', async () => {
    let calls = 0
    const given = (): object => {
      calls += 1
      return calls === 1 ? account : { ...account, modeUsed: 'fast', stages: [], expandedTerms: [] }
    }
    const searcher = {
      name: 'own',
      apply: () => {},
      search: async () => ({ hits: [{ id: 'a', score: 1 }], assistance: given() }) as never,
    }
    const index = createToolIndex({ searcher })
    index.register({ name: 'a', inputSchema: { type: 'object' } }, { kind: 'local', handler: 'a' })
    expect((await index.search(['x', 'y'], { mode: 'accurate' })).assistance).toEqual({
      ...account,
      modeUsed: 'fast',
      usage: { inputTokens: 20, outputTokens: 6 },
      modelCalls: 4,
    })
  })
})

it('several queries are asked at the same time', async () => {
  const waiting: (() => void)[] = []
  const search = async (): Promise<never> => {
    await new Promise<void>((resolve) => {
      waiting.push(resolve)
      if (waiting.length === 3) for (const go of waiting) go()
    })
    return { hits: [{ id: 'a', score: 1 }] } as never
  }
  const index = createToolIndex({ searcher: { name: 'own', apply: () => {}, search } })
  index.register({ name: 'a', inputSchema: { type: 'object' } }, { kind: 'local', handler: 'a' })
  expect((await index.search(['x', 'y', 'z'])).hits.map(({ id }) => id)).toEqual(['a'])
})
