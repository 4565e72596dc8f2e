import fc from 'fast-check'
import { expect, it } from 'vitest'
import { listWindow, OVERSCAN, topToShow } from './row-source.ts'

const lists = fc.record({
  top: fc.nat(1_000_000),
  height: fc.nat(4_000),
  rowHeight: fc.integer({ min: 20, max: 200 }),
  total: fc.nat(20_000),
})

it('holds every row that is seen, and few others', () => {
  fc.assert(
    fc.property(lists, (list) => {
      const { from, to } = listWindow(list)
      const { top, height, rowHeight, total } = list
      expect(to).toBeLessThanOrEqual(total)
      expect(to - from).toBeLessThanOrEqual(Math.ceil(height / rowHeight) + 1 + 2 * OVERSCAN)
      for (const seen of [top, top + height - 1]) {
        const index = Math.floor(seen / rowHeight)
        if (height > 0 && index < total) expect(index >= from && index < to).toBe(true)
      }
    }),
  )
})

it('scrolls as little as shows a row whole', () => {
  const view = { top: 100, height: 100, rowHeight: 20 }
  expect([0, 4, 5, 9, 10].map((index) => topToShow(index, view))).toEqual([0, 80, 100, 100, 120])
})
