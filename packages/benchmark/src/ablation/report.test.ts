import { createQualityReport } from '@toolscout/evaluation'
import type { SearchEvaluation } from '@toolscout/evaluation/internal'
import { describe, expect, it } from 'vitest'
import { compareSearchers } from '../quality/compare-searchers.ts'
import { createAblationRows, formatAblation } from './report.ts'

const METRICS = ['ndcg@10', 'recall@5']

/** A search on a set, by the values of its queries. */
function evaluationOf(set: string, name: string, values: readonly number[]): SearchEvaluation {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  return {
    set,
    run: { name, rankings: new Map() },
    tools: 3,
    queries: values.length,
    unanswerable: 0,
    means: { 'ndcg@10': mean, 'recall@5': mean / 2 },
    perQuery: new Map(values.map((value, i) => [`q${i}`, { 'ndcg@10': value, 'recall@5': value / 2 }])),
    msPerQuery: 1,
    falseReturnRate: 0,
    tokensPerAnswer: undefined,
  }
}

async function rowsOf(evaluations: readonly SearchEvaluation[]) {
  const { signal } = new AbortController()
  const comparisons = await compareSearchers(evaluations, { metrics: METRICS, seed: 1, signal })
  return createAblationRows(createQualityReport(evaluations), { evaluations, comparisons })
}

describe('what a signal brings', () => {
  const evaluations = [
    evaluationOf('one', 'toolscout', [0.5, 1, 0.5, 1]),
    evaluationOf('one', 'no names', [0.25, 0.75, 0.25, 0.75]),
    evaluationOf('two', 'toolscout', [0.5, 0.5]),
    evaluationOf('two', 'no names', [0.75, 0.75]),
    evaluationOf('three', 'toolscout', [0, 1, 0, 1]),
    evaluationOf('three', 'no names', [1, 0, 0, 1]),
  ]

  it('is the default minus what is left without it, sets counting alike, and surely so on which sets', async () => {
    const [own, without] = await rowsOf(evaluations)
    expect(own).toMatchObject({
      searcher: 'toolscout',
      sets: { one: 0.75, two: 0.5, three: 0.5 },
      means: { 'ndcg@10': { mean: 1.75 / 3 }, 'recall@5': { mean: 1.75 / 6 } },
      gains: [],
      losses: [],
    })
    expect(own?.means['ndcg@10']?.brings).toBeUndefined()
    expect(without).toMatchObject({ gains: ['one'], losses: ['two'] })
    const { difference, low, high } = without?.means['ndcg@10']?.brings ?? { difference: 1, low: 1, high: 1 }
    expect(difference).toBeCloseTo((0.25 - 0.25 + 0) / 3, 12)
    expect(low).toBeLessThan(0)
    expect(high).toBeGreaterThan(0)
    expect(without?.means['recall@5']?.brings?.difference).toBeCloseTo(0, 12)
  })

  it('is that of the set where there is one', async () => {
    const [, without] = await rowsOf(evaluations.slice(0, 2))
    expect(without?.means['ndcg@10']).toEqual({
      mean: 0.5,
      brings: { difference: 0.25, low: 0.25, high: 0.25 },
    })
  })

  it('is written as two tables', async () => {
    const text = formatAblation(await rowsOf(evaluations), 'markdown')
    expect(text).toContain('| no names  | 0.500 | 0.750 | 0.500 | 0.583 |')
    expect(text).toMatch(/^\| toolscout +\| +0\.583 \| +– \| +– \| +– \|/m)
    expect(text).toMatch(/\| +1 \| +1 \|$/m)
  })
})
