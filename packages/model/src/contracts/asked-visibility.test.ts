import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ToolSummary } from '../tool/tool-entry.ts'
import { askedVisibility, compileRankedFilter, takeAllowed } from './asked-visibility.ts'

const tool = (id: string): ToolSummary => ({ id, tags: [id] }) as unknown as ToolSummary

describe('a visibility that is asked once', () => {
  it('is asked about each tool once, whatever asks', () => {
    const asked: string[] = []
    const allows = ({ id }: ToolSummary): boolean => asked.push(id) > 0 && id !== 'b'
    const visibility = askedVisibility({ key: 'me', allows }, 9)
    for (const id of ['a', 'b', 'a', 'b']) {
      expect([visibility.allows(tool(id)), visibility.allowsRanked(tool(id))]).toEqual([
        id !== 'b',
        id !== 'b',
      ])
      expect(askedVisibility(visibility, 9)).toBe(visibility)
    }
    expect([asked, visibility.key, visibility.isCut()]).toEqual([['a', 'b'], 'me', false])
  })

  it('refuses unasked what is ranked behind too many that were refused, and says so', () => {
    const asked: string[] = []
    const allows = ({ id }: ToolSummary): boolean => asked.push(id) > 0 && id.startsWith('y')
    const visibility = askedVisibility({ key: '', allows }, 2)
    const ranked = ['n1', 'y1', 'n2', 'y2', 'n1', 'y1'].map((id) => visibility.allowsRanked(tool(id)))
    expect(ranked).toEqual([false, true, false, false, false, true])
    expect([asked, visibility.isCut()]).toEqual([['n1', 'y1', 'n2'], true])
    // Whoever does not rank has to know of all.
    expect(visibility.allows(tool('y2'))).toBe(true)
  })
})

it('a filter is what is known and what is asked', () => {
  const visibility = { key: '', allows: () => true }
  expect(compileRankedFilter(undefined)).toEqual({})
  expect(compileRankedFilter({ visibility }).known).toBeUndefined()
  const { known, asked } = compileRankedFilter({ tags: ['a'], visibility })
  expect([known?.(tool('a')), known?.(tool('b')), asked?.isCut()]).toEqual([true, false, false])
  expect(() => compileRankedFilter({ visibility: { key: 1 } } as never)).toThrow(TypeError)
})

it('what is taken is the head of what passes, however deep it lies', () => {
  const cases = fc.record({
    allowed: fc.array(fc.nat(9_999), { maxLength: 40 }),
    size: fc.nat(10_000),
    limit: fc.integer({ min: 1, max: 50 }),
    maxRefused: fc.oneof(fc.nat(2_000), fc.constant(Number.POSITIVE_INFINITY)),
  })
  fc.assert(
    fc.property(cases, ({ allowed, size, limit, maxRefused }) => {
      const visible = new Set(allowed.map(String))
      const visibility = askedVisibility({ key: '', allows: ({ id }) => visible.has(id) }, maxRefused)
      const places = takeAllowed(limit, {
        rank: (depth) => Math.min(size, depth),
        allows: (place) => visibility.allowsRanked(tool(String(place))),
        asked: visibility,
      })
      const passing = Array.from({ length: size }, (_, place) => place).filter((place) =>
        visible.has(`${place}`),
      )
      expect(places).toEqual(passing.slice(0, places.length))
      if (!visibility.isCut()) expect(places).toHaveLength(Math.min(limit, passing.length))
      const last = passing[limit - 1] ?? size
      const refusedBefore = last - passing.filter((place) => place < last).length
      if (refusedBefore < maxRefused && passing.length >= limit) expect(places).toHaveLength(limit)
    }),
  )
})
