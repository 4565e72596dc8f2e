import fc from 'fast-check'
import { expect, it } from 'vitest'
import { checkedBytes } from '../pages/checked-bytes.ts'
import { createListPage, type ListPage } from '../pages/list-page.ts'
import { createPageWriter } from '../pages/page-writer.ts'
import { openList, type SearchScale } from '../pages/posting-list.ts'
import { createThreshold } from './best-hits.ts'
import { scoreSegment } from './score-segment.ts'
import { WINDOW } from './window-bounds.ts'

/** A list as it is drawn: how far its postings lie apart, how many frequencies there are, where it begins. */
const list = fc.record({
  gap: fc.constantFrom(1, 3, 60, 300, 3_000),
  kinds: fc.constantFrom(1, 3, 65_535),
  start: fc.nat(3 * WINDOW),
  boost: fc.constantFrom(0.01, 0.5, 1, 1, 2, 7),
})

const segment = fc.record({
  size: fc.constantFrom(100, WINDOW, WINDOW + 1, 5 * WINDOW + 7, 20 * WINDOW),
  lists: fc.array(list, { minLength: 1, maxLength: 6 }),
  limit: fc.constantFrom(1, 2, 10, 400),
  seed: fc.nat(),
  // With one length and few frequencies many documents are equal.
  lengths: fc.constantFrom(1, 2_000),
  isFiltered: fc.boolean(),
  budget: fc.constantFrom(Number.POSITIVE_INFINITY, 200_000, 2_000),
})

const scale: SearchScale = { unit: 1 / 8, lengthUnit: 1 / 8, flat: 0.3, slope: 0.01 }

/** Numbers from 0 up to below `most`, the same ones for one seed. */
function draw(seed: number): (most: number) => number {
  let state = seed >>> 0
  return (most) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * most)
  }
}

it('finds what scoring every document would find, to the last bit', () => {
  fc.assert(
    fc.property(segment, ({ size, limit, seed, isFiltered, budget: left, ...drawn }) => {
      const random = draw(seed)
      const lengths = Uint32Array.from({ length: size }, () => 1 + random(drawn.lengths))
      const allowed = isFiltered ? Uint8Array.from({ length: size }, () => random(2)) : undefined
      const pages: ListPage[] = []
      const writer = createPageWriter(lengths, (page) => {
        pages.push(createListPage(checkedBytes(page, 'A page'), () => undefined))
      })
      const boosts = drawn.lists.map(({ boost }) => boost).sort((a, b) => b - a)
      const scores = new Float64Array(size)
      drawn.lists.forEach(({ gap, kinds, start }, key) => {
        const [ordinals, frequencies]: [number[], number[]] = [[], []]
        for (let ordinal = start % size; ordinal < size; ordinal += 1 + random(gap)) {
          const frequency = 1 + random(kinds)
          ordinals.push(ordinal)
          frequencies.push(frequency)
          const tf = frequency * scale.unit
          const length = (lengths[ordinal] as number) * scale.lengthUnit
          scores[ordinal] =
            (scores[ordinal] as number) +
            (boosts[key] as number) * (tf / (tf + scale.flat + scale.slope * length))
        }
        const arrays = { ordinals: Uint32Array.from(ordinals), frequencies: Uint16Array.from(frequencies) }
        writer.add(key + 1, arrays, ordinals.length, false)
      })
      writer.finish()
      const lists = boosts.flatMap((boost, key) => {
        const opened = openList(pages, key + 1, scale)
        return opened === undefined ? [] : [{ list: opened, boost }]
      })
      const budget = { left, isExceeded: false }
      const threshold = createThreshold(limit)
      const best = scoreSegment({ size, lengths, allowed, lists, scale, limit, threshold, budget })
      const found = [...best.list()].sort((a, b) => b.score - a.score || a.ordinal - b.ordinal)
      const all = Array.from(scores, (score, ordinal) => ({ ordinal, score }))
        .filter(({ score, ordinal }) => score > 0 && allowed?.[ordinal] !== 0)
        .sort((a, b) => b.score - a.score || a.ordinal - b.ordinal)
      if (!budget.isExceeded) expect(found).toEqual(all.slice(0, limit))
      // What was found has the score it has, whatever was left out.
      for (const { ordinal, score } of budget.isExceeded ? found : []) expect(score).toBe(scores[ordinal])
      const postings = lists.reduce((sum, { list: { total } }) => sum + total, 0)
      if (budget.isExceeded) expect(postings).toBeGreaterThan(left)
    }),
    { numRuns: 40 },
  )
})
