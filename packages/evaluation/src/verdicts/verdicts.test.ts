import { describe, expect, it } from 'vitest'
import { readJudgments, STARTER_SET } from '../judgments/judgment-sets.ts'
import type { Judgments } from '../judgments/judgments.ts'
import { createCatalogSearch, type MeasuredAnswer } from '../searching/search-function.ts'
import { createRandom } from '../statistics/random.ts'
import { readVerdictSignal, withdrawTools } from './draws.ts'
import { evaluateVerdict } from './evaluate-verdict.ts'

const tools = Array.from({ length: 10 }, (_, i) => ({
  id: `${i}`,
  name: `t${i}`,
  inputSchema: { type: 'object' },
}))
const judgments: Judgments = {
  name: 'set',
  tools,
  queries: [
    ...tools.map(({ id }) => ({ id: `one ${id}`, text: id, relevance: new Map([[id, 1]]) })),
    { id: 'all', text: 'all', relevance: new Map(tools.map(({ id }) => [id, 1])) },
    { id: 'none', text: 'none', relevance: new Map() },
  ],
  notices: [],
}

describe('tools that are withdrawn', () => {
  it('are a share of all, and leave queries that lost all of theirs or none', () => {
    const { tools: stay, answerable, unanswerable } = withdrawTools(judgments, { share: 0.3 })
    expect(stay).toHaveLength(7)
    expect(answerable.map(({ text }) => text)).toEqual(stay.map(({ id }) => id))
    const gone = tools.filter((tool) => !stay.includes(tool)).map(({ id }) => id)
    expect(unanswerable.map(({ text }) => text)).toEqual([...gone, 'none'])
  })

  it('are the same for the same seed', () => {
    expect(withdrawTools(judgments, { seed: 2 })).toEqual(withdrawTools(judgments, { seed: 2 }))
    expect(withdrawTools(judgments, { seed: 2 }).tools).not.toEqual(
      withdrawTools(judgments, { seed: 3 }).tools,
    )
  })

  it.each([0, 1, Number.NaN])('cannot be a share of %d', (share) => {
    expect(() => withdrawTools(judgments, { share })).toThrow(RangeError)
  })
})

describe('the signal of an answer', () => {
  const hits = [{ id: 'a', score: 3 }]
  it('is its verdict, or else its best score', () => {
    const judged = { hits, verdict: { level: 'weak', confidence: 0.4 } }
    expect(readVerdictSignal(judged)).toEqual({
      measured: 'verdict.confidence',
      value: 0.4,
      bestScore: 3,
      level: 'weak',
    })
    expect(readVerdictSignal({ hits })).toEqual({ measured: 'best score', value: 3, bestScore: 3 })
    expect(readVerdictSignal({ hits: [] })).toEqual({ measured: 'best score', value: 0, bestScore: 0 })
    const odd = { hits, verdict: { level: 'weak', confidence: Number.NaN } }
    expect(readVerdictSignal(odd).measured).toBe('best score')
    const many = Array.from({ length: 500_000 }, (_, i) => ({ id: `${i}`, score: i % 7 }))
    expect(readVerdictSignal({ hits: [{ id: 'x', score: Number.NaN }, ...many] }).bestScore).toBe(6)
  })
})

describe('a verdict', () => {
  it('is measured by what it says of both groups', async () => {
    const knowing =
      (there: readonly { readonly id: string }[]) =>
      async (query: string): Promise<MeasuredAnswer> => {
        const isThere = there.some(({ id }) => id === query)
        const verdict = {
          level: isThere && query !== '0' ? 'strong' : 'none',
          confidence: isThere ? 0.9 : 0.1,
        }
        return Object.assign({ hits: [] }, { verdict })
      }
    const evaluation = await evaluateVerdict(judgments, knowing, { seed: 1, draws: 1 })
    const own = withdrawTools(judgments, { seed: 1 })
    expect(evaluation).toEqual({
      set: 'set',
      measured: 'verdict.confidence',
      tools: 8,
      draws: 1,
      answerable: 8,
      unanswerable: 3,
      auc: 1,
      aucOfBestScore: 0.5,
      answerableCalledNone: own.tools.some(({ id }) => id === '0') ? 1 / 8 : 0,
      unanswerableCalledNone: 1,
      unanswerableCalledStrong: 0,
    })
  })

  it('of the facade is measured on the set of this project', async () => {
    const set = await readJudgments(STARTER_SET)
    const { auc, draws, answerable, unanswerable, measured } = await evaluateVerdict(
      set,
      (stay) => createCatalogSearch(stay).search,
    )
    expect(measured).toBe('verdict.confidence')
    expect(answerable + unanswerable).toBeLessThanOrEqual(draws * set.queries.length)
    expect(auc).toBeGreaterThan(0.6)
  })

  it('of the facade is hardly ever strong for words drawn by chance', async () => {
    const { tools: all } = await readJudgments(STARTER_SET)
    const { search } = createCatalogSearch(all)
    const words = [...new Set(all.flatMap(({ description = '' }) => description.match(/[a-z]{3,}/gi)))]
    const random = createRandom(1)
    const levels = Array.from({ length: 200 }, async () => {
      const query = random.shuffle(words).slice(0, 5).join(' ')
      return readVerdictSignal(await search(query, { limit: 5 })).level
    })
    const strong = (await Promise.all(levels)).filter((level) => level === 'strong').length
    expect(strong / levels.length).toBeLessThan(0.03)
  })

  it('is drawn as often as asked, with other tools each time', async () => {
    const catalogs: string[] = []
    const createSearch = (stay: readonly { readonly id: string }[]) => {
      catalogs.push(stay.map(({ id }) => id).join())
      return async (): Promise<MeasuredAnswer> => ({ hits: [] })
    }
    expect((await evaluateVerdict(judgments, createSearch, { draws: 3, seed: 2 ** 32 - 2 })).draws).toBe(3)
    expect(new Set(catalogs).size).toBe(3)
    await expect(evaluateVerdict(judgments, createSearch, { draws: 0 })).rejects.toThrow(RangeError)
  })

  it('ends with the reason of its signal', async () => {
    const signal = AbortSignal.abort(new TypeError('enough'))
    const createSearch = () => async (): Promise<MeasuredAnswer> => ({ hits: [] })
    await expect(evaluateVerdict(judgments, createSearch, { signal })).rejects.toThrow('enough')
  })
})
