import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createLiveFrequencies } from './segment.ts'

it('counts a term’s documents after any removals, however often it was asked in between', () => {
  // Lists of more than 32 postings, so that few removals are looked up one by one.
  const anyHolders = fc.array(fc.uniqueArray(fc.nat(399), { minLength: 40, maxLength: 300, size: 'max' }), {
    minLength: 1,
    maxLength: 4,
  })
  const anySteps = fc.array(fc.oneof(fc.nat(399), fc.constant('ask' as const)), {
    maxLength: 80,
    size: 'max',
  })
  fc.assert(
    fc.property(anyHolders, anySteps, (holders, steps) => {
      const lists = holders.map((list) => list.toSorted((one, other) => one - other))
      const starts = [0]
      for (const list of lists) starts.push((starts.at(-1) ?? 0) + list.length)
      const deleted = new Uint8Array(400)
      const postings = {
        starts: Uint32Array.from(starts),
        documents: Uint16Array.from(lists.flat()),
      }
      const live = createLiveFrequencies(postings, deleted)
      for (const step of [...steps, 'ask' as const]) {
        if (step === 'ask') {
          for (const [term, list] of lists.entries())
            expect(live.get(term)).toBe(list.filter((ordinal) => deleted[ordinal] === 0).length)
        } else if (deleted[step] === 0) {
          deleted[step] = 1
          live.remove()
        }
      }
    }),
    // Shrinking lists of this length takes minutes.
    { endOnFailure: true },
  )
})
