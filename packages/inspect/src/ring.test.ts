import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createRing } from './activity.ts'

it('keeps the last so many, in their order', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 10 }), fc.array(fc.integer()), (most, values) => {
      const ring = createRing<number>(most)
      for (const value of values) ring.add(value)
      expect(ring.list()).toEqual(values.slice(-most))
      expect(ring.last()).toBe(values.at(-1))
      if (values.length === 0) return
      ring.replaceLast(7)
      expect(ring.list()).toEqual([...values.slice(-most).slice(0, -1), 7])
    }),
  )
})
