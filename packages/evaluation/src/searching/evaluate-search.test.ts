import { createDiscovery } from '@toolscout/discovery'
import { describe, expect, it } from 'vitest'
import type { JudgedQuery, Judgments } from '../judgments/judgments.ts'
import { evaluateSearch } from './evaluate-search.ts'
import type { SearchFunction } from './search-function.ts'

const inputSchema = { type: 'object' }
const judgments: Judgments = {
  name: 'set',
  tools: ['a', 'b', 'c'].map((name) => ({ id: name, name, inputSchema })),
  queries: [
    { id: 'q1', text: 'a', relevance: new Map([['a', 1]]) },
    { id: 'q2', text: 'b', relevance: new Map([['b', 1]]) },
    { id: 'q3', text: 'nothing', relevance: new Map() },
  ],
  notices: [],
}

/** Finds a and b for everything, b first for nothing but q2. */
const search: SearchFunction = async (query) => ({
  hits: [
    { id: 'b', score: query === 'b' ? 2 : 1 },
    { id: 'a', score: 1 },
  ],
})

describe('a search on a set', () => {
  it('is measured in the one order of hits, ties by id', async () => {
    const { set, run, tools, queries, unanswerable, means } = await evaluateSearch(judgments, search, {
      name: 'mine',
    })
    expect({ set, tools, queries, unanswerable }).toEqual({
      set: 'set',
      tools: 3,
      queries: 3,
      unanswerable: 1,
    })
    expect(run.name).toBe('mine')
    expect(run.rankings.get('q1')?.map(({ id }) => id)).toEqual(['a', 'b'])
    expect(means).toMatchObject({ 'recall@1': 1, mrr: 1, 'ndcg@10': 1 })
  })

  it('returns false what does not answer, for queries that nothing answers too', async () => {
    expect((await evaluateSearch(judgments, search)).falseReturnRate).toBe(4 / 6)
  })

  it('is timed by the clock it is given, after one search that is not', async () => {
    let time = 0
    let asked = 0
    const slow: SearchFunction = async () => {
      asked += 1
      time += asked === 1 ? 100 : 2
      return { hits: [] }
    }
    expect((await evaluateSearch(judgments, slow, { now: () => time })).msPerQuery).toBe(2)
    expect(asked).toBe(4)
  })

  it('is asked for as many hits as the deepest metric needs', async () => {
    const limits = new Set<number>()
    const asking: SearchFunction = async (_, { limit }) => {
      limits.add(limit)
      return { hits: [] }
    }
    await evaluateSearch(judgments, asking)
    await evaluateSearch(judgments, asking, { metrics: ['recall@50'] })
    await evaluateSearch(judgments, asking, { depth: 3, metrics: ['mrr'] })
    expect([...limits]).toEqual([20, 50, 3])
    await expect(evaluateSearch(judgments, asking, { depth: 0 })).rejects.toThrow(RangeError)
  })

  it('costs the tokens of its first hits as they are shown', async () => {
    const render = async (ids: readonly string[]): Promise<string> => ids.join(' ')
    const countTokens = (text: string): number => text.split(' ').length
    expect((await evaluateSearch(judgments, search, { render, countTokens })).tokensPerAnswer).toBe(2)
    expect((await evaluateSearch(judgments, search)).tokensPerAnswer).toBeUndefined()
  })

  it('tells how far it is and ends with the reason of its signal', async () => {
    const interruption = new AbortController()
    const heard: number[] = []
    const onProgress = (answered: number): void => {
      heard.push(answered)
      if (answered === 32) interruption.abort(new TypeError('enough'))
    }
    const [query] = judgments.queries
    const queries = Array.from({ length: 40 }, (_, i) => ({ ...(query as JudgedQuery), id: `${i}` }))
    await expect(
      evaluateSearch({ ...judgments, queries }, search, { onProgress, signal: interruption.signal }),
    ).rejects.toThrow('enough')
    expect(heard).toEqual([16, 32])
  })

  it('may be the search of a discovery as it is', async () => {
    const scout = createDiscovery()
    await scout.register(judgments.tools)
    const { means } = await evaluateSearch(judgments, scout.search)
    expect(means['hit@1']).toBe(1)
    await scout.close()
  })
})
