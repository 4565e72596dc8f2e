import fc from 'fast-check'
import { expect, it } from 'vitest'
import { buildTermTable, encodeTerm, findTerm, termText, uniteTermTables } from './term-table.ts'

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

it('unites tables without repetition and leaves out what is not kept', () => {
  fc.assert(
    fc.property(terms, terms, (a, b) => {
      const { table, numbers } = uniteTermTables(
        [buildTermTable(new Set(a)), buildTermTable(new Set(b))],
        (t, term) => t === 1 || term % 2 === 0,
      )
      const kept = [...new Set([...a.filter((_term, i) => i % 2 === 0), ...b])]
      expect(Array.from({ length: table.count }, (_, i) => termText(table, i))).toEqual(kept)
      a.forEach((term, i) => {
        expect(numbers[0]?.[i]).toBe(i % 2 === 0 ? kept.indexOf(term) : -1)
      })
      b.forEach((term, i) => {
        expect(numbers[1]?.[i]).toBe(findTerm(table, encodeTerm(term)))
      })
    }),
  )
})
