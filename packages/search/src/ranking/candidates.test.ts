import { compareIds } from '@toolscout/model'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { TermScoring } from '../kernel/term-scoring.ts'
import { createCandidates } from './candidates.ts'

const idOf = (docId: number): string => `t${docId % 3}${docId}`

/** A scoring of tools by what each has; their docIds are their places. */
const scoringOf = (
  scores: readonly number[],
): Pick<TermScoring, 'best' | 'scoreOf'> & { readonly asked: () => number } => {
  let asked = 0
  const ranked = [...scores.keys()]
    .filter((docId) => (scores[docId] as number) > 0)
    .sort(
      (one, other) =>
        (scores[other] as number) - (scores[one] as number) || compareIds(idOf(one), idOf(other)),
    )
  return {
    best: (limit) => {
      const docIds = ranked.slice(0, limit)
      return { docIds, scores: docIds.map((docId) => scores[docId] as number) }
    },
    scoreOf: (docId) => {
      asked += 1
      return scores[docId] ?? 0
    },
    asked: () => asked,
  }
}
const candidatesOf = (scoring: ReturnType<typeof scoringOf>, depth: number) =>
  createCandidates(scoring as unknown as TermScoring, depth, { accepts: undefined, idOf })

it('are those of scoring every tool, as far as they are asked for, whatever is boosted and however deep one looks', () => {
  const anyScores = fc.array(fc.constantFrom(0, 0.1, 0.2, 0.3, 0.7, 1 / 3), { minLength: 1, maxLength: 30 })
  const anyLifts = fc.array(
    fc.array(fc.tuple(fc.nat({ max: 29 }), fc.constantFrom(0.1, 0.2, 0.4, 1 / 7)), { maxLength: 20 }),
    { maxLength: 3 },
  )
  fc.assert(
    fc.property(
      anyScores,
      anyLifts,
      fc.integer({ min: 1, max: 9 }),
      fc.integer({ min: 1, max: 9 }),
      fc.boolean(),
      (scores, boosts, depth, count, isDeepened) => {
        const candidates = candidatesOf(scoringOf(scores), depth)
        const expected = [...scores]
        for (const boost of boosts) {
          const added = new Map(boost.filter(([docId]) => docId < scores.length))
          for (const [docId, value] of added) expected[docId] = (expected[docId] as number) + value
          candidates.boost(added)
          const [highest = 0] = candidates.inOrder(1).scores
          expect(highest).toBe(Math.max(...expected))
        }
        if (isDeepened) candidates.deepen(2 * depth)
        const whole = scoringOf(expected).best(expected.length)
        const { docIds, scores: found } = candidates.inOrder(count)
        const rest = candidates.upperBound()
        const sure = Math.max(
          Math.min(depth, count, whole.docIds.length),
          whole.scores.filter((score) => score > rest).length,
        )
        expect(docIds.slice(0, sure)).toEqual(whole.docIds.slice(0, sure))
        expect(found.slice(0, sure)).toEqual(whole.scores.slice(0, sure))
        for (const docId of scores.keys()) {
          expect(candidates.scoreOf(docId)).toBe(expected[docId])
          if (!docIds.includes(docId)) expect(expected[docId]).toBeLessThanOrEqual(rest)
        }
      },
    ),
    { numRuns: 500 },
  )
})

it('are not scored where they cannot be among the best', () => {
  const scoring = scoringOf([9, 8, 7, 6, 5, 4, 3, 2, 1])
  const candidates = candidatesOf(scoring, 4)
  candidates.boost(new Map([4, 5, 6, 7, 8].map((docId) => [docId, docId / 8])))
  expect(candidates.inOrder(3).docIds.slice(0, 3)).toEqual([0, 1, 2])
  expect(scoring.asked()).toBeLessThan(3)
})
