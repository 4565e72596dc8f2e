import fc from 'fast-check'
import { expect, it } from 'vitest'
import { buildTermTable, createTermUnion, encodeTerm, findTerm, termText } from './term-table.ts'

const terms = fc.uniqueArray(fc.string({ unit: 'grapheme' }), { maxLength: 200 })

it('finds every term it was built from and no other', () => {
  fc.assert(
    fc.property(terms, terms, (known, others) => {
      const table = buildTermTable(new Set(known))
      known.forEach((term, i) => {
        expect(findTerm(table, encodeTerm(term))).toBe(i)
        expect(termText(table, i)).toBe(term)
      })
      for (const term of others) expect(findTerm(table, encodeTerm(term))).toBe(known.indexOf(term))
    }),
  )
})

it('unites tables without repetition and leaves out what is not inserted', () => {
  fc.assert(
    fc.property(terms, terms, (a, b) => {
      const [one, other] = [buildTermTable(new Set(a)), buildTermTable(new Set(b))]
      const union = createTermUnion([one, other])
      const ofOne = a.map((_term, i) => (i % 2 === 0 ? union.insert(one, i) : -1))
      const ofOther = b.map((_term, i) => union.insert(other, i))
      const table = union.finish()
      const kept = [...new Set([...a.filter((_term, i) => i % 2 === 0), ...b])]
      expect(Array.from({ length: table.count }, (_, i) => termText(table, i))).toEqual(kept)
      expect(ofOne).toEqual(a.map((term, i) => (i % 2 === 0 ? kept.indexOf(term) : -1)))
      expect(ofOther).toEqual(b.map((term) => findTerm(table, encodeTerm(term))))
    }),
  )
})
