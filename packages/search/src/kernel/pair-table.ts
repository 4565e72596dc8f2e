import { grown } from './growing-array.ts'

/** Pairs of 32-bit numbers, each interned under a number: an open-addressing hash table, at most half full. */
export interface PairTable {
  /** By number. */
  readonly firsts: Uint32Array
  readonly seconds: Uint32Array
  /** The number of a pair, or -1. */
  readonly find: (first: number, second: number) => number
  /** Enters a pair that is not there under a number. */
  readonly add: (first: number, second: number, number: number) => void
}

/** Creates an empty {@link PairTable}. */
export function createPairTable(): PairTable {
  let firsts = new Uint32Array(64)
  let seconds = new Uint32Array(64)
  /** Numbers plus 1, or 0 where free. */
  let slots = new Uint32Array(256)
  let count = 0

  const slotOf = (first: number, second: number): number => {
    const mask = slots.length - 1
    let hash = Math.imul(first ^ Math.imul(second, 0x9e3779b1), 0x85ebca6b)
    hash ^= hash >>> 15
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const entry = slots[slot] as number
      if (entry === 0 || (firsts[entry - 1] === first && seconds[entry - 1] === second)) return slot
    }
  }
  const rehash = (): void => {
    const before = slots
    slots = new Uint32Array(4 * before.length)
    for (const entry of before) {
      if (entry > 0) slots[slotOf(firsts[entry - 1] as number, seconds[entry - 1] as number)] = entry
    }
  }
  return {
    get firsts() {
      return firsts
    },
    get seconds() {
      return seconds
    },
    find: (first, second) => (slots[slotOf(first, second)] as number) - 1,
    add: (first, second, number) => {
      if (2 * (count + 1) > slots.length) rehash()
      firsts = grown(firsts, number + 1)
      seconds = grown(seconds, number + 1)
      slots[slotOf(first, second)] = number + 1
      firsts[number] = first
      seconds[number] = second
      count += 1
    },
  }
}
