import { grown } from './growing-array.ts'
import { createPairTable } from './pair-table.ts'
import { createSpelledTerms } from './spelled-terms.ts'
import { hashTerms, type TermTable } from './term-table.ts'

/** The term two roots are found by when they are neighbours, in either order. */
export function pairTerm(one: string, other: string): string {
  return one < other ? `${one}${GAP}${other}` : `${other}${GAP}${one}`
}

/** Terms interned under numbers from 0 on; pairs are found without concatenating their texts. */
export interface TermNumbers {
  readonly size: number
  /** The number of a term, or -1. */
  readonly find: (term: string) => number
  /** The number of a term; a new one gets the next. */
  readonly numberOf: (term: string) => number
  /** The number of the pair of two terms that have numbers; a new one gets the next. */
  readonly pairNumber: (one: number, other: number) => number
  /** All terms by their numbers. */
  readonly toTable: () => TermTable
}

const GAP = ' '
const GAP_BYTE = 0x20
const NONE = -1

/** Starts {@link TermNumbers} without any. */
export function createTermNumbers(): TermNumbers {
  const spelled = createSpelledTerms()
  let size = 0
  /** By number of a pair: the numbers of its terms plus 1, the lower first. */
  const pairs = createPairTable()
  /** Whether a term looks like a pair, as those of an analyzer of one's own may: then only texts tell what is one. */
  let isByText = false

  const textOf = (number: number): string => {
    const low = pairs.firsts[number] ?? 0
    // The terms of a pair are no pairs: where such terms are given, pairs are texts.
    if (low === 0) return spelled.textOf(number)
    return pairTerm(spelled.textOf(low - 1), spelled.textOf((pairs.seconds[number] as number) - 1))
  }
  const findPair = (one: number, other: number): number =>
    pairs.find(Math.min(one, other) + 1, Math.max(one, other) + 1)
  const findText = (term: string): number => {
    const known = spelled.find(term)
    if (known >= 0) return known
    const gap = term.indexOf(GAP)
    if (gap < 0) return NONE
    const one = spelled.find(term.slice(0, gap))
    const other = spelled.find(term.slice(gap + 1))
    return one < 0 || other < 0 ? NONE : findPair(one, other)
  }
  const take = (): number => {
    const number = size
    size += 1
    return number
  }
  const numberOf = (term: string): number => {
    const known = spelled.find(term)
    if (known >= 0) return known
    if (term.includes(GAP)) {
      isByText = true
      const pair = findText(term)
      if (pair >= 0) return pair
      // Looked up again, because `add` takes the term that was looked up last.
      spelled.find(term)
    }
    const number = take()
    spelled.add(number)
    return number
  }
  return {
    get size() {
      return size
    },
    find: findText,
    numberOf,
    pairNumber: (one, other) => {
      if (isByText) return numberOf(pairTerm(textOf(one), textOf(other)))
      const low = Math.min(one, other) + 1
      const high = Math.max(one, other) + 1
      const known = pairs.find(low, high)
      if (known >= 0) return known
      const number = take()
      pairs.add(low, high, number)
      return number
    },
    toTable: () => {
      const { firsts, seconds } = pairs
      const starts = new Uint32Array(size + 1)
      let bytes = new Uint8Array(16 * size)
      let end = 0
      const append = (number: number): void => {
        const { bytes: from, starts: begins, ends } = spelled
        const until = ends[number] as number
        for (let at = begins[number] as number; at < until; at += 1) bytes[end++] = from[at] as number
      }
      const lengthOf = (number: number): number =>
        (spelled.ends[number] as number) - (spelled.starts[number] as number)
      for (let number = 0; number < size; number += 1) {
        const [one, other] = [(firsts[number] ?? 0) - 1, (seconds[number] ?? 0) - 1]
        if (one < 0) {
          bytes = grown(bytes, end + lengthOf(number))
          append(number)
        } else {
          bytes = grown(bytes, end + lengthOf(one) + 1 + lengthOf(other))
          const isInOrder = spelled.compare(one, other) < 0
          append(isInOrder ? one : other)
          bytes[end++] = GAP_BYTE
          append(isInOrder ? other : one)
        }
        starts[number + 1] = end
      }
      return { count: size, bytes: bytes.slice(0, end), starts, slots: hashTerms(bytes, starts, size) }
    },
  }
}
