import { compareIds } from '@toolscout/model'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { TermScoring } from '../kernel/term-scoring.ts'
import { createCandidates } from './candidates.ts'

const idOf = (handle: number): string => `t${handle % 3}${handle}`

/** A scoring of tools by what each has; their handles are their places. */
const scoringOf = (
  scores: readonly number[],
): Pick<TermScoring, 'best' | 'scoreOf'> & { readonly asked: () => number } => {
  let asked = 0
  const ranked = [...scores.keys()]
    .filter((handle) => (scores[handle] as number) > 0)
    .sort(
      (one, other) =>
        (scores[other] as number) - (scores[one] as number) || compareIds(idOf(one), idOf(other)),
    )
  return {
    best: (limit) => {
      const handles = ranked.slice(0, limit)
      return { handles, scores: handles.map((handle) => scores[handle] as number) }
    },
    scoreOf: (handle) => {
      asked += 1
      return scores[handle] ?? 0
    },
    asked: () => asked,
  }
}
const candidatesOf = (scoring: ReturnType<typeof scoringOf>, depth: number) =>
  createCandidates(scoring as unknown as TermScoring, depth, { accepts: undefined, idOf })

it('are those of scoring every tool, as far as they are asked for, whatever is lifted and however deep one looks', () => {
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
      (scores, lifts, depth, count, isDeepened) => {
        const candidates = candidatesOf(scoringOf(scores), depth)
        const expected = [...scores]
        for (const lift of lifts) {
          const added = new Map(lift.filter(([handle]) => handle < scores.length))
          for (const [handle, value] of added) expected[handle] = (expected[handle] as number) + value
          candidates.lift(added)
          const [highest = 0] = candidates.inOrder(1).scores
          expect(highest).toBe(Math.max(...expected))
        }
        if (isDeepened) candidates.deepen(2 * depth)
        const whole = scoringOf(expected).best(expected.length)
        const { handles, scores: found } = candidates.inOrder(count)
        const rest = candidates.rest()
        const sure = Math.max(
          Math.min(depth, count, whole.handles.length),
          whole.scores.filter((score) => score > rest).length,
        )
        expect(handles.slice(0, sure)).toEqual(whole.handles.slice(0, sure))
        expect(found.slice(0, sure)).toEqual(whole.scores.slice(0, sure))
        for (const handle of scores.keys()) {
          expect(candidates.scoreOf(handle)).toBe(expected[handle])
          if (!handles.includes(handle)) expect(expected[handle]).toBeLessThanOrEqual(rest)
        }
      },
    ),
    { numRuns: 500 },
  )
})

it('are not scored where they cannot be among the best', () => {
  const scoring = scoringOf([9, 8, 7, 6, 5, 4, 3, 2, 1])
  const candidates = candidatesOf(scoring, 4)
  candidates.lift(new Map([4, 5, 6, 7, 8].map((handle) => [handle, handle / 8])))
  expect(candidates.inOrder(3).handles.slice(0, 3)).toEqual([0, 1, 2])
  expect(scoring.asked()).toBeLessThan(3)
})
