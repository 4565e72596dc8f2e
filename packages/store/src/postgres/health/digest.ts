import { FIRST_FACET } from '../term-hash.ts'

/**
 * What documents are found by, summed up to two numbers each, whatever the order it is looked through in: a segment is
 * read list by list, a tool document by document.
 */
export interface Digests {
  readonly add: (place: number, key: number, frequency: number) => void
  readonly isSame: (place: number, other: Digests, otherPlace: number) => boolean
  readonly sumsOf: (place: number) => readonly [number, number]
  readonly clear: (place: number) => void
}

/** Digests of so many documents that are found by nothing. */
export function createDigests(documents: number): Digests {
  const ones = new Uint32Array(documents)
  const others = new Uint32Array(documents)
  const sumsOf = (place: number): readonly [number, number] => [
    ones[place] as number,
    others[place] as number,
  ]
  return {
    add: (place, key, frequency) => {
      const entry = mix((key | 0) ^ Math.imul(frequency, 0x9e3779b1) ^ (key >= FIRST_FACET ? 0x5bd1e995 : 0))
      ones[place] = (ones[place] as number) + entry
      others[place] = (others[place] as number) + mix(entry ^ 0x27d4eb2f)
    },
    isSame: (place, other, otherPlace) => {
      const [one, second] = sumsOf(place)
      const [sum, more] = other.sumsOf(otherPlace)
      return one === sum && second === more
    },
    sumsOf,
    clear: (place) => {
      ones[place] = 0
      others[place] = 0
    },
  }
}

/** The last steps of MurmurHash3. */
function mix(value: number): number {
  let hash = value
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}
