import { createPairTable, grown, hashUnits } from './hash-table.ts'
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

/** Terms that were given numbers, as bytes, without an object for any of them. */
export interface SpelledTerms {
  /** The number of a term, or -1. */
  readonly find: (term: string) => number
  /** Assigns a number to the term that `find` looked up last without success. */
  readonly add: (number: number) => void
  readonly textOf: (number: number) => string
  /** Below 0 where the one text comes before the other in the order of code units. */
  readonly compare: (one: number, other: number) => number
  /** The UTF-8 bytes of all terms; another array after a change. */
  readonly bytes: Uint8Array
  // By number: where its bytes begin and end.
  readonly starts: Uint32Array
  readonly ends: Uint32Array
}

const encoder = new TextEncoder()
const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

/** Starts {@link SpelledTerms} without any. */
function createSpelledTerms(): SpelledTerms {
  let bytes = new Uint8Array(4_096)
  let starts = new Uint32Array(1_024)
  let ends = new Uint32Array(1_024)
  let count = 0
  /** An open-addressing hash table, at most half full: numbers plus 1, or 0 where free. */
  let slots = new Uint32Array(1_024)
  /** The bytes that are taken; those of the term that was looked up last follow them. */
  let end = 0
  let askedEnd = 0
  let askedSlot = 0

  /** Writes a term behind the others. */
  const write = (term: string): void => {
    // A code unit of a text takes at most three bytes.
    bytes = grown(bytes, end + 3 * term.length)
    askedEnd = end + term.length
    for (let i = 0; i < term.length; i += 1) {
      const unit = term.charCodeAt(i)
      bytes[end + i] = unit
      if (unit <= 0x7f) continue
      askedEnd = end + encoder.encodeInto(term, bytes.subarray(end)).written
      return
    }
  }
  /** Whether a term is the one that was written last. */
  const isAsked = (number: number): boolean => {
    const start = starts[number] as number
    const length = askedEnd - end
    if ((ends[number] as number) - start !== length) return false
    for (let i = 0; i < length; i += 1) if (bytes[start + i] !== bytes[end + i]) return false
    return true
  }
  const rehash = (): void => {
    const before = slots
    slots = new Uint32Array(4 * before.length)
    const mask = slots.length - 1
    for (const entry of before) {
      if (entry === 0) continue
      let slot = hashUnits(bytes, starts[entry - 1] as number, ends[entry - 1] as number) & mask
      while (slots[slot] !== 0) slot = (slot + 1) & mask
      slots[slot] = entry
    }
  }
  return {
    find: (term) => {
      write(term)
      const mask = slots.length - 1
      askedSlot = hashUnits(bytes, end, askedEnd) & mask
      for (; ; askedSlot = (askedSlot + 1) & mask) {
        const entry = slots[askedSlot] as number
        if (entry === 0) return -1
        if (isAsked(entry - 1)) return entry - 1
      }
    },
    add: (number) => {
      starts = grown(starts, number + 1)
      ends = grown(ends, number + 1)
      starts[number] = end
      ends[number] = askedEnd
      end = askedEnd
      slots[askedSlot] = number + 1
      count += 1
      if (2 * count > slots.length) rehash()
    },
    compare: (one, other) => {
      const begin = starts[one] as number
      const length = (ends[one] as number) - begin
      const otherBegin = starts[other] as number
      const otherLength = (ends[other] as number) - otherBegin
      for (let i = 0; i < length && i < otherLength; i += 1) {
        const byte = bytes[begin + i] as number
        const otherByte = bytes[otherBegin + i] as number
        if (byte !== otherByte) return inOrderOfUnits(byte) - inOrderOfUnits(otherByte)
      }
      return length - otherLength
    },
    textOf: (number) => decoder.decode(bytes.subarray(starts[number], ends[number])),
    get bytes() {
      return bytes
    },
    get starts() {
      return starts
    },
    get ends() {
      return ends
    },
  }
}

/** UTF-8 has the characters that are two code units last; by code units those from U+E000 on come behind them. */
function inOrderOfUnits(byte: number): number {
  return byte === 0xee || byte === 0xef ? byte + 0x10 : byte
}
