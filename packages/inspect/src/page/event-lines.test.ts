import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createEventReader } from './follow-news.ts'

it('reads events whole, however they are cut, and leaves comments out', () => {
  const text = ':\n\ndata: ["catalog"]\n\n:\n\ndata: one\ndata: two\n\ndata: not yet'
  fc.assert(
    fc.property(fc.array(fc.nat(text.length), { maxLength: 8 }), (cuts) => {
      const read = createEventReader()
      const places = [0, ...cuts.sort((a, b) => a - b), text.length]
      const pieces = places.slice(1).map((to, i) => text.slice(places[i], to))
      expect(pieces.flatMap((piece) => read(piece))).toEqual(['["catalog"]', 'one\ntwo'])
    }),
  )
})
