import { compareIds } from '@toolscout/model'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { SortedMap } from './sorted-map.ts'

/** What a map holds, by the plainest means. */
function naive(map: ReadonlyMap<string, number>, from = ''): readonly (readonly [string, number])[] {
  return [...map].filter(([key]) => compareIds(key, from) >= 0).sort(([a], [b]) => compareIds(a, b))
}

it('is a map in order, and its clones stay as they are', () => {
  const key = fc.oneof(fc.nat(3_000).map(String), fc.string({ maxLength: 3 }))
  const change = fc.tuple(key, fc.option(fc.nat(), { nil: undefined }))
  const step = fc.oneof({ weight: 9, arbitrary: change }, fc.constant('clone' as const))
  fc.assert(
    fc.property(fc.nat(2_000), fc.array(step, { maxLength: 60 }), key, (count, steps, from) => {
      const expected = new Map(Array.from({ length: count }, (_, i) => [String(2 * i), i]))
      const map = new SortedMap(naive(expected))
      const clones: (readonly [SortedMap<number>, ReadonlyMap<string, number>])[] = []
      for (const taken of steps) {
        if (taken === 'clone') clones.push([map.clone(), new Map(expected)])
        else if (taken[1] === undefined) {
          map.delete(taken[0])
          expected.delete(taken[0])
        } else {
          map.set(taken[0], taken[1])
          expected.set(taken[0], taken[1])
        }
      }
      for (const [own, held] of [[map, expected] as const, ...clones]) {
        expect(own.size).toBe(held.size)
        expect([...own.entries()]).toEqual(naive(held))
        expect([...own.entries(from)]).toEqual(naive(held, from))
        expect(own.get(from)).toBe(held.get(from))
      }
    }),
    { numRuns: 50 },
  )
})

it('splits what grows too long, and is empty when all have gone', () => {
  const map = new SortedMap<number>()
  const keys = Array.from({ length: 3_000 }, (_, i) => String((i * 7_919) % 3_000).padStart(4, '0'))
  for (const key of keys) map.set(key, Number(key))
  const clone = map.clone()
  clone.set('0000', -1)
  expect([map.get('0000'), clone.get('0000')]).toEqual([0, -1])
  expect([...map.entries('2990')].map(([, value]) => value)).toEqual([
    2990, 2991, 2992, 2993, 2994, 2995, 2996, 2997, 2998, 2999,
  ])
  for (const key of keys) map.delete(key)
  expect([map.size, clone.size, [...map.entries()]]).toEqual([0, 3_000, []])
})
