import { describe, expect, it } from 'vitest'
import {
  averagePrecision,
  completenessAt,
  cutOffOf,
  DEFAULT_METRICS,
  hitAt,
  ndcgAt,
  parseMetric,
  recallAt,
  reciprocalRank,
} from './metrics.ts'

const ranking = ['b', 'a', 'c', 'd']
const relevance = new Map([
  ['a', 2],
  ['d', 1],
  ['e', 1],
])

describe('metrics, computed by hand', () => {
  it('nDCG takes gains as they are and the ideal from the judged tools', () => {
    const gained = 2 / Math.log2(3) + 1 / Math.log2(5)
    const ideal = 2 + 1 / Math.log2(3) + 1 / Math.log2(4)
    expect(ndcgAt(5)(ranking, relevance)).toBeCloseTo(gained / ideal, 15)
    expect(ndcgAt(5)(ranking, relevance)).toBeCloseTo(0.540586, 6)
  })

  it('nDCG cuts ranking and ideal at k', () => {
    expect(ndcgAt(1)(ranking, relevance)).toBe(0)
    expect(ndcgAt(1)(['d'], relevance)).toBe(0.5)
    expect(ndcgAt(2)(ranking, relevance)).toBeCloseTo(2 / Math.log2(3) / (2 + 1 / Math.log2(3)), 15)
  })

  it('recall divides by all relevant tools, not by k', () => {
    expect([1, 2, 3, 4, 9].map((k) => recallAt(k)(ranking, relevance))).toEqual([
      0,
      1 / 3,
      1 / 3,
      2 / 3,
      2 / 3,
    ])
  })

  it('hit asks for any, completeness for all', () => {
    expect([1, 2, 4].map((k) => hitAt(k)(ranking, relevance))).toEqual([0, 1, 1])
    expect([2, 4].map((k) => completenessAt(k)(ranking, relevance))).toEqual([0, 0])
    expect([3, 4].map((k) => completenessAt(k)(['a', 'x', 'd', 'e'], relevance))).toEqual([0, 1])
  })

  it('reciprocal rank looks at the first relevant tool', () => {
    expect(reciprocalRank(ranking, relevance)).toBe(1 / 2)
    expect(reciprocalRank(['x', 'y', 'e'], relevance)).toBe(1 / 3)
    expect(reciprocalRank(['x'], relevance)).toBe(0)
  })

  it('average precision counts what was not found', () => {
    expect(averagePrecision(ranking, relevance)).toBeCloseTo((1 / 2 + 2 / 4) / 3, 15)
    expect(averagePrecision(['a', 'd', 'e'], relevance)).toBe(1)
  })

  it('are 0 where nothing answers, and for empty rankings', () => {
    for (const name of [...DEFAULT_METRICS, 'complete@3', 'map']) {
      expect(parseMetric(name)(ranking, new Map())).toBe(0)
      expect(parseMetric(name)([], relevance)).toBe(0)
    }
  })
})

describe('names of metrics', () => {
  it('say which metric and how deep', () => {
    expect(parseMetric('recall@4')(ranking, relevance)).toBe(2 / 3)
    expect(cutOffOf('recall@40')).toBe(40)
    expect(cutOffOf('mrr')).toBe(0)
  })

  it.each(['ndcg', 'recall@', 'mrr@5', 'hit@-1', 'hit@1.5', 'constructor', 'toString@5', ''])(
    'refuses %j and lists what there is',
    (name) => {
      expect(() => parseMetric(name)).toThrow(
        /^There is no metric ".*"; there are ndcg@K, recall@K, .*, map\.$/,
      )
    },
  )

  it('refuses a cut-off of 0', () => {
    expect(() => parseMetric('ndcg@0')).toThrow('k is 0; it must be an integer of 1 or more.')
  })
})
