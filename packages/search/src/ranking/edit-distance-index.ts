import { grown, TextTable } from '../kernel/text-table.ts'
import type { SectionReader, SectionWriter } from '../snapshot/sections.ts'
import { countBits, isOneEdit, isTwoEdits, SURROGATE } from './edits.ts'

/** Shorter keys have too many neighbours. */
const MIN_LENGTH = 4
/** Two edits leave enough of keys of this length alone. */
const MIN_LENGTH_FOR_TWO = 8
/** Keys of one length and first character that are looked through: some hundred microseconds. */
const MAX_BUCKET = 4_096
/** Keys checked for each key that was added, so that unused ones never make up the majority for long. */
const SWEPT_PER_KEY = 2
/** No change looks at more, and the many keys of a catalog that is built are not made up for. */
const MOST_SWEPT = 16
const MOST_DUE = 256
/** Code units that one edit may add to those of a key or take from them: a wrong character does both. */
const MAX_DIFFERENT = 2

/** Keys of one length and first character. */
interface Bucket {
  count: number
  /** Two numbers for each key, so that they are read in one row: the characters it is made of, and its number. */
  entries: Int32Array
  /** The age at which the keys were last checked. */
  checked: number
}

const NONE: readonly string[] = []
const ENTRY = 2
/** In place of a place in a bucket: a key that is in none. */
const GONE = -1

/**
 * Finds the keys at Damerau-Levenshtein distance 1: a character left out, added or wrong, or two neighbours
 * swapped (Damerau 1964, "A technique for computer detection and correction of spelling errors"). The first
 * character has to be right, as it nearly always is, which keeps the candidates few.
 */
export class EditDistanceIndex {
  readonly #isAlive: (key: string) => boolean
  readonly #table: TextTable
  readonly #buckets = new Map<number, Bucket>()
  /** By number of a key: its place in its bucket. */
  #places = new Int32Array(64)
  /** No key is longer. */
  longest = 0
  #age = 0
  /** The key that was checked last when keys aged. */
  #swept = 0
  /** Keys to look at because others came. */
  #due = 0

  /** @param isAlive whether a key is still wanted. Default: until it is removed. */
  constructor(isAlive: (key: string) => boolean = () => true, saved?: SectionReader) {
    this.#isAlive = isAlive
    this.#table = new TextTable(saved)
    if (saved === undefined) return
    this.#places = saved.next(Int32Array)
    const list = saved.next(Float64Array)
    const entries = saved.next(Int32Array)
    let at = 0
    for (let i = 0; i < list.length; i += 2) {
      const [code = 0, count = 0] = list.subarray(i, i + 2)
      const own = entries.subarray(at, at + ENTRY * count)
      this.#buckets.set(code, { count, entries: own, checked: -1 })
      this.longest = Math.max(this.longest, Math.floor(code / LENGTH))
      at += ENTRY * count
    }
  }

  /** The number of a key, or -1. */
  find(key: string): number {
    return this.#table.find(key)
  }

  /** Adding a key again changes nothing. Returns its number, which is good until it is removed. */
  add(key: string): number {
    const known = this.#table.find(key)
    if (known >= 0) return known
    const number = this.#table.add(key)
    const bucket = this.#bucketOf(key)
    const at = ENTRY * bucket.count
    bucket.entries = grown(bucket.entries, at + ENTRY)
    bucket.entries[at] = charactersOf(key)
    bucket.entries[at + 1] = number
    this.#places = grown(this.#places, number + 1)
    this.#places[number] = bucket.count
    bucket.count += 1
    this.longest = Math.max(this.longest, key.length)
    this.#due = Math.min(this.#due + SWEPT_PER_KEY, MOST_DUE)
    return number
  }

  remove(number: number): void {
    const key = this.#table.textOf(number)
    const bucket = this.#bucketOf(key)
    const place = this.#places[number] as number
    bucket.count -= 1
    // The last key takes its place.
    const last = ENTRY * bucket.count
    this.#places[bucket.entries[last + 1] as number] = place
    bucket.entries.copyWithin(ENTRY * place, last, last + ENTRY)
    this.#places[number] = GONE
    if (bucket.count === 0) this.#buckets.delete(bucketCode(key, key.length))
    this.#table.remove(number)
  }

  /** Some keys may not be alive any more: checks a few of them in turn, so that no change waits until all were checked. */
  age(): void {
    this.#age += 1
    const keys = Math.min(this.#due, MOST_SWEPT)
    this.#due -= keys
    for (let i = 0; i <= keys; i += 1) {
      this.#swept = (this.#swept + 1) % Math.max(1, this.#table.count)
      if (this.#table.count > 0 && this.#places[this.#swept] !== GONE) this.#removeUnlessAlive(this.#swept)
    }
  }

  /**
   * The living keys exactly that many edits away, in ascending order; two edits are looked for in keys of eight characters
   * and more. Empty where more than 4,096 keys of a length begin alike: such keys are numbers rather than words.
   */
  near(key: string, edits: 1 | 2 = 1): readonly string[] {
    if (key.length < (edits === 1 ? MIN_LENGTH : MIN_LENGTH_FOR_TWO)) return NONE
    const units = edits * (SURROGATE.test(key) ? 2 : 1)
    if (key.length > this.longest + units) return NONE
    const asked = charactersOf(key)
    let found: string[] | undefined
    for (let longer = -units; longer <= units; longer += 1) {
      const bucket = this.#buckets.get(bucketCode(key, key.length + longer))
      if (bucket === undefined) continue
      // Whether there are too many must not depend on keys that are gone.
      if (bucket.count > MAX_BUCKET) this.#prune(bucket)
      if (bucket.count > MAX_BUCKET) continue
      const { count, entries } = bucket
      for (let at = 0; at < ENTRY * count; at += ENTRY) {
        if (countBits((entries[at] as number) ^ asked) > units * MAX_DIFFERENT) continue
        const candidate = this.#table.textOf(entries[at + 1] as number)
        if (edits === 1 ? !isOneEdit(key, candidate) : !isTwoEdits(key, candidate)) continue
        found ??= []
        found.push(candidate)
      }
    }
    return found === undefined ? NONE : found.filter(this.#isAlive).sort()
  }

  /** Writes all there is. */
  save(out: SectionWriter): void {
    this.#table.save(out)
    out.add(this.#places)
    out.add(Float64Array.from([...this.#buckets].flatMap(([code, { count }]) => [code, count])))
    const entries = new Int32Array(ENTRY * this.#table.size)
    let at = 0
    for (const { count, entries: own } of this.#buckets.values()) {
      entries.set(own.subarray(0, ENTRY * count), at)
      at += ENTRY * count
    }
    out.add(entries)
  }

  #bucketOf(key: string): Bucket {
    const code = bucketCode(key, key.length)
    const bucket = this.#buckets.get(code) ?? { count: 0, entries: new Int32Array(ENTRY), checked: this.#age }
    if (bucket.count === 0) this.#buckets.set(code, bucket)
    return bucket
  }

  #prune(bucket: Bucket): void {
    if (bucket.checked === this.#age) return
    bucket.checked = this.#age
    // From the end, since the last key takes the place of one that is removed.
    for (let place = bucket.count - 1; place >= 0; place -= 1)
      this.#removeUnlessAlive(bucket.entries[ENTRY * place + 1] as number)
  }

  #removeUnlessAlive(number: number): void {
    if (!this.#isAlive(this.#table.textOf(number))) this.remove(number)
  }
}

const LENGTH = 0x1_0000

/** What all keys of a bucket have in common, as one number. */
function bucketCode(key: string, length: number): number {
  return key.charCodeAt(0) + LENGTH * length
}

/** A bit for every character of a key; few characters share one. */
function charactersOf(key: string): number {
  let characters = 0
  for (let i = 0; i < key.length; i += 1) characters |= 1 << (key.charCodeAt(i) & 31)
  return characters
}
