import { nextKey, type TermNumbering } from '../analysis/known-token.ts'
import { grown } from './growing-array.ts'

/** The term two roots are found by when they stand side by side, in either order. */
export function pairTerm(one: string, other: string): string {
  return one < other ? `${one}${GAP}${other}` : `${other}${GAP}${one}`
}

/** Terms and numbers that stand for them, from 0 on; those of pairs are found without their texts being put together. */
export interface TermNumbers extends TermNumbering {
  readonly size: number
  /** The number of a term, or -1. */
  readonly find: (term: string) => number
  /** The number of a term; a new one gets the next. */
  readonly numberOf: TermNumbering['numberOf']
  /** The number of the pair of two terms that have numbers; a new one gets the next. */
  readonly pairNumber: (one: number, other: number) => number
  /** All terms in the order of their numbers. */
  readonly keys: () => IterableIterator<string>
}

const GAP = ' '
const NONE = -1

/** Starts {@link TermNumbers} without any. */
export function createTermNumbers(): TermNumbers {
  const numbers = new Map<string, number>()
  /** By number; those of pairs are put together when they are asked for. */
  const texts: (string | undefined)[] = []
  // By number of a pair: the numbers of its terms, the lower first.
  let lower = new Uint32Array(1_024)
  let higher = new Uint32Array(1_024)
  /** An open-addressing hash table, at most half full: numbers of pairs plus 1, or 0 where free. */
  let slots = new Uint32Array(1_024)
  let pairs = 0
  /** Whether a term looks like a pair, as those of an analyzer of one's own may: then only texts tell what is one. */
  let isByText = false

  const textOf = (number: number): string =>
    texts[number] ?? pairTerm(textOf(lower[number] as number), textOf(higher[number] as number))
  const slotOf = (low: number, high: number): number => {
    const mask = slots.length - 1
    let hash = Math.imul(low ^ Math.imul(high, 0x9e3779b1), 0x85ebca6b)
    hash ^= hash >>> 15
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const entry = slots[slot] as number
      if (entry === 0 || (lower[entry - 1] === low && higher[entry - 1] === high)) return slot
    }
  }
  const rehash = (): void => {
    const before = slots
    slots = new Uint32Array(2 * before.length)
    for (const entry of before) {
      if (entry > 0) slots[slotOf(lower[entry - 1] as number, higher[entry - 1] as number)] = entry
    }
  }
  const findPair = (one: number, other: number): number =>
    (slots[slotOf(Math.min(one, other), Math.max(one, other))] as number) - 1
  const find = (term: string): number => {
    const known = numbers.get(term)
    if (known !== undefined) return known
    const gap = term.indexOf(GAP)
    if (gap < 0) return NONE
    const one = numbers.get(term.slice(0, gap))
    const other = numbers.get(term.slice(gap + 1))
    return one === undefined || other === undefined ? NONE : findPair(one, other)
  }
  const numberOf = (term: string): number => {
    const known = numbers.get(term)
    if (known !== undefined) return known
    if (term.includes(GAP)) {
      isByText = true
      const pair = find(term)
      if (pair >= 0) return pair
    }
    const number = texts.push(term) - 1
    numbers.set(term, number)
    return number
  }
  return {
    key: nextKey(),
    get size() {
      return texts.length
    },
    find,
    numberOf,
    pairNumber: (one, other) => {
      if (isByText) return numberOf(pairTerm(textOf(one), textOf(other)))
      const low = Math.min(one, other)
      const high = Math.max(one, other)
      const known = findPair(low, high)
      if (known >= 0) return known
      if (2 * (pairs + 1) > slots.length) rehash()
      const number = texts.push(undefined) - 1
      lower = grown(lower, number + 1)
      higher = grown(higher, number + 1)
      lower[number] = low
      higher[number] = high
      slots[slotOf(low, high)] = number + 1
      pairs += 1
      return number
    },
    keys: function* () {
      for (let number = 0; number < texts.length; number += 1) yield textOf(number)
    },
  }
}
