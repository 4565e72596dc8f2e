import { compareHits } from '@toolscout/model'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { TopK } from './top-k.ts'

it('keeps what a full sort would keep, ties by id, and drains it best first', () => {
  const anyScores = fc.array(fc.constantFrom(0.1, 0.2, 0.30000000000000004, 0.3), {
    maxLength: 300,
    size: 'max',
  })
  const anyLimit = fc.oneof(fc.integer({ min: 1, max: 8 }), fc.integer({ min: 60, max: 90 }))
  fc.assert(
    fc.property(anyScores, anyLimit, (scores, limit) => {
      const idOf = (docId: number): string => `tool${(docId * 7) % 50}.${docId}`
      const best = new TopK(limit, idOf)
      scores.forEach((value, docId) => {
        if (value >= best.threshold()) best.offer(value, docId)
      })
      const drained = best.drain()
      const expected = scores.map((value, docId) => ({ id: idOf(docId), score: value })).sort(compareHits)
      expect(drained.docIds.map((docId, i) => ({ id: idOf(docId), score: drained.scores[i] }))).toEqual(
        expected.slice(0, limit),
      )
      expect(best.drain().docIds).toEqual([])
    }),
  )
})
