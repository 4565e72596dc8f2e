import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Metric } from './metrics.ts'
import { averagePrecision, completenessAt, hitAt, ndcgAt, recallAt, reciprocalRank } from './metrics.ts'

const TOOLS = [...'abcdefghij']
const rankings = fc.shuffledSubarray(TOOLS)
const relevances = fc
  .uniqueArray(fc.tuple(fc.constantFrom(...TOOLS), fc.double({ min: 0.1, max: 5, noNaN: true })), {
    selector: ([id]) => id,
    minLength: 1,
  })
  .map((pairs) => new Map(pairs))
const cutOffs = fc.integer({ min: 1, max: 12 })

function metricsAt(k: number): readonly Metric[] {
  return [ndcgAt(k), recallAt(k), hitAt(k), completenessAt(k), reciprocalRank, averagePrecision]
}

describe('metrics', () => {
  it('are from 0 to 1', () => {
    fc.assert(
      fc.property(rankings, relevances, cutOffs, (ranking, relevance, k) => {
        for (const metric of metricsAt(k)) {
          expect(metric(ranking, relevance)).toBeGreaterThanOrEqual(0)
          expect(metric(ranking, relevance)).toBeLessThanOrEqual(1 + 1e-12)
        }
      }),
    )
  })

  it('are 1 for the ideal ranking, as far as k reaches', () => {
    fc.assert(
      fc.property(relevances, (relevance) => {
        const ideal = [...relevance].sort((a, b) => b[1] - a[1]).map(([id]) => id)
        for (const metric of metricsAt(relevance.size)) expect(metric(ideal, relevance)).toBeCloseTo(1, 12)
      }),
    )
  })

  it('never fall when a relevant tool changes places with an irrelevant one before it', () => {
    fc.assert(
      fc.property(rankings, relevances, cutOffs, (ranking, relevance, k) => {
        const at = ranking.findIndex((id, i) => {
          const before = ranking[i - 1]
          return before !== undefined && relevance.has(id) && !relevance.has(before)
        })
        fc.pre(at > 0)
        const better = [...ranking]
        better.splice(at - 1, 2, ranking[at] as string, ranking[at - 1] as string)
        for (const metric of metricsAt(k)) {
          expect(metric(better, relevance)).toBeGreaterThanOrEqual(metric(ranking, relevance) - 1e-12)
        }
      }),
    )
  })

  it('do not look at which irrelevant tool stands where', () => {
    fc.assert(
      fc.property(rankings, relevances, cutOffs, (ranking, relevance, k) => {
        const renamed = ranking.map((id) => (relevance.has(id) ? id : `other ${id}`))
        for (const metric of metricsAt(k)) expect(metric(renamed, relevance)).toBe(metric(ranking, relevance))
      }),
    )
  })

  it('of found or not found rise with k, completeness staying below recall and recall below hit', () => {
    fc.assert(
      fc.property(rankings, relevances, cutOffs, (ranking, relevance, k) => {
        for (const at of [recallAt, hitAt, completenessAt]) {
          expect(at(k + 1)(ranking, relevance)).toBeGreaterThanOrEqual(at(k)(ranking, relevance))
        }
        expect(completenessAt(k)(ranking, relevance)).toBeLessThanOrEqual(recallAt(k)(ranking, relevance))
        expect(recallAt(k)(ranking, relevance)).toBeLessThanOrEqual(hitAt(k)(ranking, relevance))
      }),
    )
  })
})
