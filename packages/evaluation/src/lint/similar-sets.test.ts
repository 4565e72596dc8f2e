import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { groupSimilarSets, jaccard } from './similar-sets.ts'

const sets = fc.array(
  fc.uniqueArray(fc.constantFrom(...'abcdefgh'), { maxLength: 8 }).map((members) => new Set(members)),
  { maxLength: 14 },
)
const bounds = fc.oneof(
  fc.double({ min: 0.05, max: 1, noNaN: true }),
  fc.constantFrom(0.5, 0.6, 0.75, 0.8, 0.9, 1),
)

/** Each with each, joined until nothing changes. */
function groupNaively(all: readonly ReadonlySet<string>[], bound: number): readonly (readonly number[])[] {
  const labels = all.map((_, place) => place)
  for (let changed = true; changed; ) {
    changed = false
    all.forEach((one, i) => {
      all.forEach((other, j) => {
        const low = Math.min(labels[i] as number, labels[j] as number)
        if (i === j || jaccard(one, other) < bound || (labels[i] === low && labels[j] === low)) return
        labels[i] = low
        labels[j] = low
        changed = true
      })
    })
  }
  const groups = [...new Set(labels)].map((label) => labels.flatMap((own, i) => (own === label ? [i] : [])))
  return groups.filter((group) => group.length > 1)
}

describe('similar sets', () => {
  it('are those that comparing each with each finds', () => {
    fc.assert(
      fc.property(sets, bounds, (all, bound) => {
        expect(groupSimilarSets(all, bound)).toEqual(groupNaively(all, bound))
      }),
      { numRuns: 500 },
    )
  })

  it('are the same in any order', () => {
    const shuffled = sets.chain((all) =>
      fc.tuple(fc.constant(all), fc.shuffledSubarray([...all.keys()], { minLength: all.length })),
    )
    fc.assert(
      fc.property(shuffled, bounds, ([all, order], bound) => {
        const there = groupSimilarSets(
          order.map((place) => all[place] as Set<string>),
          bound,
        )
        const back = there.map((group) => group.map((i) => order[i] as number).sort((a, b) => a - b))
        expect(back.sort((a, b) => (a[0] as number) - (b[0] as number))).toEqual(groupSimilarSets(all, bound))
      }),
    )
  })

  it('are by hand: four of six words', () => {
    const [one, other] = [new Set('abcde'), new Set('bcdef')]
    expect(jaccard(one, other)).toBe(4 / 6)
    expect(groupSimilarSets([one, new Set('xyz'), other], 4 / 6)).toEqual([[0, 2]])
    expect(groupSimilarSets([one, other], 0.7)).toEqual([])
    expect(groupSimilarSets([new Set(), new Set()], 0.5)).toEqual([])
  })

  it('compare few of many sets, as equal ones and those without a rare word in common never meet', () => {
    const equal = Array.from({ length: 3_000 }, () => new Set('abc'))
    const own = Array.from(
      { length: 3_000 },
      (_, i) => new Set(['the', 'same', 'words', `${i}`, `${i}x`, `${i}y`]),
    )
    let reads = 0
    for (const set of own) {
      const has = set.has.bind(set)
      set.has = (member) => {
        reads += 1
        return has(member)
      }
    }
    expect(groupSimilarSets([...equal, ...own], 0.75)).toEqual([[...equal.keys()]])
    expect(reads).toBe(0)
  })
})
