import { countBits } from '../kernel/postings.ts'
import { grown, TextTable } from '../kernel/text-table.ts'
import type { SectionReader, SectionWriter } from '../snapshot/sections.ts'

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
/** A character that is two code units long. */
const SURROGATE = /[\ud800-\udfff]/

/** Keys of one length and first character, as a list through their numbers. */
interface Bucket {
  count: number
  /** The number of the first, or -1. */
  first: number
  /** The age at which the keys were last checked. */
  checked: number
}

/** In place of a number in a list: the end of the list, and a key that is in none. */
const END = -1
const GONE = -2

/**
 * Finds the keys at Damerau-Levenshtein distance 1: a character left out, added or wrong, or two neighbours
 * swapped (Damerau 1964, "A technique for computer detection and correction of spelling errors"). The first
 * character has to be right, as it nearly always is, which keeps the candidates few.
 */
export class EditDistanceIndex {
  readonly #isAlive: (key: string) => boolean
  readonly #table: TextTable
  readonly #buckets = new Map<number, Bucket>()
  // By number of a key: its neighbours in its bucket, and the characters it is made of.
  #next = new Int32Array(64)
  #previous = new Int32Array(64)
  #characters = new Int32Array(64)
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
    this.#next = saved.next(Int32Array)
    this.#previous = saved.next(Int32Array)
    this.#characters = saved.next(Int32Array)
    const list = saved.next(Float64Array)
    for (let i = 0; i < list.length; i += 3) {
      const [code = 0, count = 0, first = END] = list.subarray(i, i + 3)
      this.#buckets.set(code, { count, first, checked: -1 })
    }
  }

  /** The number of a key, or -1. */
  find(key: string): number {
    return this.#table.find(key)
  }

  /** Which of some lengths, in ascending order, is that of the longest key that a text begins with; -1 for none. */
  findLongest(text: string, lengths: readonly number[]): number {
    return this.#table.findLongest(text, lengths)
  }

  /** Adding a key again changes nothing. Returns its number, which is good until it is removed. */
  add(key: string): number {
    const known = this.#table.find(key)
    if (known >= 0) return known
    const number = this.#table.add(key)
    this.#next = grown(this.#next, number + 1)
    this.#previous = grown(this.#previous, number + 1)
    this.#characters = grown(this.#characters, number + 1)
    const bucket = this.#bucketOf(number)
    this.#next[number] = bucket.first
    this.#previous[number] = END
    this.#characters[number] = charactersOf(key)
    if (bucket.first >= 0) this.#previous[bucket.first] = number
    bucket.first = number
    bucket.count += 1
    this.#due = Math.min(this.#due + SWEPT_PER_KEY, MOST_DUE)
    return number
  }

  remove(number: number): void {
    const bucket = this.#bucketOf(number)
    const before = this.#previous[number] as number
    const after = this.#next[number] as number
    if (before >= 0) this.#next[before] = after
    else bucket.first = after
    if (after >= 0) this.#previous[after] = before
    this.#previous[number] = GONE
    bucket.count -= 1
    if (bucket.count === 0) this.#buckets.delete(this.#codeOf(number))
    this.#table.remove(number)
  }

  /** Some keys may not be alive any more: checks a few of them in turn, so that no change waits until all were checked. */
  age(): void {
    this.#age += 1
    const keys = Math.min(this.#due, MOST_SWEPT)
    this.#due -= keys
    for (let i = 0; i <= keys; i += 1) {
      this.#swept = (this.#swept + 1) % Math.max(1, this.#table.count)
      if (this.#table.count > 0 && this.#previous[this.#swept] !== GONE) this.#removeUnlessAlive(this.#swept)
    }
  }

  /**
   * The living keys exactly that many edits away, in ascending order; two edits are looked for in keys of eight characters
   * and more. Empty where more than 4,096 keys of a length begin alike: such keys are numbers rather than words.
   */
  near(key: string, edits: 1 | 2 = 1): readonly string[] {
    if (!this.mayHaveNear(key, edits)) return []
    const units = edits * (SURROGATE.test(key) ? 2 : 1)
    const found: string[] = []
    const asked = charactersOf(key)
    for (let longer = -units; longer <= units; longer += 1) {
      const bucket = this.#buckets.get(bucketCode(key.charCodeAt(0), key.length + longer))
      if (bucket === undefined) continue
      // Whether there are too many must not depend on keys that are gone.
      if (bucket.count > MAX_BUCKET) this.#prune(bucket)
      if (bucket.count > MAX_BUCKET) continue
      for (let number = bucket.first; number >= 0; number = this.#next[number] as number) {
        if (countBits((this.#characters[number] as number) ^ asked) > units * MAX_DIFFERENT) continue
        const candidate = this.#table.textOf(number)
        if (edits === 1 ? isOneEdit(key, candidate) : isTwoEdits(key, candidate)) found.push(candidate)
      }
    }
    return found.filter(this.#isAlive).sort()
  }

  /** Whether keys begin like one and are as long, give or take that many edits. */
  mayHaveNear(key: string, edits: 1 | 2): boolean {
    if (key.length < (edits === 1 ? MIN_LENGTH : MIN_LENGTH_FOR_TWO)) return false
    for (let longer = -2 * edits; longer <= 2 * edits; longer += 1) {
      if (this.#buckets.has(bucketCode(key.charCodeAt(0), key.length + longer))) return true
    }
    return false
  }

  /** Writes all there is. */
  save(out: SectionWriter): void {
    this.#table.save(out)
    for (const array of [this.#next, this.#previous, this.#characters]) out.add(array)
    out.add(Float64Array.from([...this.#buckets].flatMap(([code, { count, first }]) => [code, count, first])))
  }

  #codeOf(number: number): number {
    return bucketCode(this.#table.firstUnitOf(number), this.#table.lengthOf(number))
  }

  #bucketOf(number: number): Bucket {
    const code = this.#codeOf(number)
    const bucket = this.#buckets.get(code) ?? { count: 0, first: END, checked: this.#age }
    if (bucket.count === 0) this.#buckets.set(code, bucket)
    return bucket
  }

  #prune(bucket: Bucket): void {
    if (bucket.checked === this.#age) return
    bucket.checked = this.#age
    for (let number = bucket.first; number >= 0; ) {
      const after = this.#next[number] as number
      this.#removeUnlessAlive(number)
      number = after
    }
  }

  #removeUnlessAlive(number: number): void {
    if (!this.#isAlive(this.#table.textOf(number))) this.remove(number)
  }
}

/** What all keys of a bucket have in common, as one number. */
function bucketCode(firstUnit: number, length: number): number {
  return firstUnit + 0x1_0000 * length
}

/** A bit for every character of a key; few characters share one. */
function charactersOf(key: string): number {
  let characters = 0
  for (let i = 0; i < key.length; i += 1) characters |= 1 << (key.charCodeAt(i) & 31)
  return characters
}

/** Whether exactly one insertion, deletion, substitution or swap of neighbours of characters lies between two texts. */
export function isOneEdit(one: string, other: string): boolean {
  if (!SURROGATE.test(one) && !SURROGATE.test(other)) return isOneEditOf(one, other)
  return isOneEditOf([...one], [...other])
}

/** The same for texts whose elements are whole characters. */
function isOneEditOf(one: ArrayLike<string>, other: ArrayLike<string>): boolean {
  const longest = Math.max(one.length, other.length)
  const shortest = Math.min(one.length, other.length)
  if (longest - shortest > 1) return false
  let head = 0
  while (head < shortest && one[head] === other[head]) head += 1
  let tail = 0
  while (tail < shortest - head && one[one.length - 1 - tail] === other[other.length - 1 - tail]) tail += 1
  const differs = longest - head - tail
  if (differs <= 1) return differs === 1
  if (differs > 2 || one.length !== other.length) return false
  return one[head] === other[head + 1] && one[head + 1] === other[head]
}

/** Whether the distance of two texts is 2 (optimal string alignment: no part is edited twice). */
export function isTwoEdits(one: string, other: string): boolean {
  const [a, b] = [[...one], [...other]]
  const far = 3
  if (Math.abs(a.length - b.length) >= far) return false
  let before: readonly number[] = []
  let above = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (let i = 1; i <= a.length; i += 1) {
    // Only a band of two around the diagonal can stay within two edits.
    const row = new Array<number>(b.length + 1).fill(far)
    if (i < far) row[0] = i
    let least = row[0] as number
    for (let j = Math.max(1, i - 2); j <= Math.min(b.length, i + 2); j += 1) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1
      let distance = Math.min(
        (above[j] as number) + 1,
        (row[j - 1] as number) + 1,
        (above[j - 1] as number) + cost,
      )
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      if (isSwap) distance = Math.min(distance, (before[j - 2] as number) + 1)
      row[j] = distance
      least = Math.min(least, distance)
    }
    if (least >= far) return false
    before = above
    above = row
  }
  return above[b.length] === 2
}
