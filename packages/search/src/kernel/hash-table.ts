const FNV_BASIS = 0x811c9dc5
const FNV_PRIME = 0x01000193

/** FNV-1a over code units, 32 bits (Fowler, Noll and Vo), before any mixing. */
function fnv1a(text: string): number {
  let hash = FNV_BASIS
  for (let i = 0; i < text.length; i += 1) hash = Math.imul(hash ^ text.charCodeAt(i), FNV_PRIME)
  return hash
}

/** The hash of a text for open-addressing tables; of ASCII texts it is that of their bytes. */
export function hashText(text: string): number {
  return mixed(fnv1a(text))
}

/** The same for bytes or code units in an array. */
export function hashUnits(units: Uint8Array | Uint16Array, start: number, end: number): number {
  let hash = FNV_BASIS
  for (let i = start; i < end; i += 1) hash = Math.imul(hash ^ (units[i] as number), FNV_PRIME)
  return mixed(hash)
}

/** Makes the low bits, which choose the slot, depend on every unit. */
function mixed(hash: number): number {
  return (hash ^ (hash >>> 15)) >>> 0
}

/** FNV-1a with the finish of MurmurHash3, so that every bit depends on every letter, as MinHash needs it. */
export function hashEvenly(text: string): number {
  let hash = fnv1a(text)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}

/** Bits set in a word, summed in pairs, fours and bytes (Warren 2013, "Hacker's Delight", figure 5-2). */
export function countBits(word: number): number {
  const pairs = word - ((word >>> 1) & 0x5555_5555)
  const fours = (pairs & 0x3333_3333) + ((pairs >>> 2) & 0x3333_3333)
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f_0f0f, 0x0101_0101) >>> 24
}

/** The typed arrays that can grow. */
export type GrowingArray = Uint8Array | Uint16Array | Uint32Array | Int32Array | Float64Array

/** The same array when it holds `needed` items, else a copy of at least twice the size. */
export function grown<A extends GrowingArray>(array: A, needed: number): A {
  if (needed <= array.length) return array
  const larger = new (array.constructor as new (length: number) => A)(Math.max(needed, 2 * array.length))
  larger.set(array)
  return larger
}

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
