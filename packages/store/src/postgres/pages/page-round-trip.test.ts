import { DEFAULT_BM25F } from '@toolscout/search'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { checkedBytes } from './checked-bytes.ts'
import { createListPage, type ListPage } from './list-page.ts'
import { createPageWriter } from './page-writer.ts'
import { openList } from './posting-list.ts'

const { k1 } = DEFAULT_BM25F
const scale = { unit: 1 / 8, lengthUnit: 1 / 8, flat: k1, slope: 0.01 }
const SIZE = 2 ** 21

/** Postings as somebody draws them: gaps of one size or of all sizes, frequencies of few values or of many. */
const postings = fc
  .tuple(
    fc.constantFrom(1, 3, 200, 400, 20_000),
    fc.constantFrom(1, 2, 40, 65_535),
    fc.array(fc.tuple(fc.nat(2 ** 30), fc.nat(2 ** 30)), { minLength: 1, maxLength: 700 }),
  )
  .map(([gaps, kinds, draws]) => {
    const ordinals: number[] = []
    const frequencies: number[] = []
    let ordinal = -1
    for (const [gap, frequency] of draws) {
      // Now and then one that is far away.
      ordinal += 1 + (gap % 97 === 0 ? gap % 60_000 : gap % gaps)
      if (ordinal >= SIZE) break
      ordinals.push(ordinal)
      frequencies.push(1 + (frequency % kinds))
    }
    return { ordinals, frequencies }
  })

const lengths = Uint32Array.from({ length: SIZE }, (_, ordinal) => (ordinal * 7_919) % 1_000)

it('lists are read from pages as they were written', () => {
  const lists = fc.array(fc.record({ gap: fc.nat(1_000_000), postings, isFacet: fc.boolean() }), {
    maxLength: 6,
  })
  fc.assert(
    fc.property(lists, (drawn) => {
      const pages: ListPage[] = []
      /** How often something of a page was kept. */
      const kept = new Map<Uint8Array, number>()
      const writer = createPageWriter(lengths, (page) => {
        const bytes = checkedBytes(page, 'A page')
        pages.push(createListPage(bytes, () => kept.set(bytes, (kept.get(bytes) ?? 0) + 1)))
      })
      let key = 0
      const written = drawn.map(({ gap, postings: { ordinals, frequencies }, isFacet }) => {
        key += 1 + gap
        const arrays = { ordinals: Uint32Array.from(ordinals), frequencies: Uint16Array.from(frequencies) }
        writer.add(key, arrays, ordinals.length, isFacet)
        return { key, ordinals, frequencies, isFacet }
      })
      writer.finish()
      for (const { key, ordinals, frequencies, isFacet } of [...written, ...written]) {
        const list = openList(pages, key, scale)
        const read = { ordinals: [] as number[], frequencies: [] as number[] }
        for (let block = 0; block < (list?.blocks ?? 0); block += 1) {
          const decoded = { ordinals: list?.goTo(block), frequencies: list?.frequencies() }
          const size = list?.sizes[block] ?? 0
          read.ordinals.push(...(decoded.ordinals?.subarray(0, size) ?? []))
          read.frequencies.push(...(decoded.frequencies?.subarray(0, size) ?? []))
          for (let i = 0; i < size && !isFacet; i += 1) {
            const tf = (decoded.frequencies?.[i] ?? 0) * scale.unit
            const length = (lengths[decoded.ordinals?.[i] ?? 0] ?? 0) * scale.lengthUnit
            const worth = tf / (tf + scale.flat + scale.slope * length)
            expect(list?.frequencyAt(i)).toBe(decoded.frequencies?.[i])
            expect(worth).toBeLessThanOrEqual(list?.bounds[block] ?? 0)
          }
        }
        expect(read).toEqual({ ordinals, frequencies })
        expect(list?.total).toBe(ordinals.length)
        for (const [i, ordinal] of ordinals.entries()) {
          if (i % 50 === 0) expect(list?.frequencyOf(ordinal)).toBe(frequencies[i])
          if (i % 50 === 0 && !ordinals.includes(ordinal + 1)) expect(list?.frequencyOf(ordinal + 1)).toBe(0)
        }
      }
      expect(openList(pages, key + 1, scale)).toBeUndefined()
      expect([...kept.values()].filter((times) => times > 1)).toEqual([])
    }),
    { numRuns: 60 },
  )
})
