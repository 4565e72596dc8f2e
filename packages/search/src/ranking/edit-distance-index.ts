import { grown } from '../kernel/growing-array.ts'
import { countBits } from '../kernel/hash.ts'
import type { SectionReader, SectionWriter } from '../snapshot/sections.ts'
import { createKeyTable } from './key-table.ts'

/**
 * Finds the keys at Damerau-Levenshtein distance 1: a character left out, added or wrong, or two neighbours
 * swapped (Damerau 1964, "A technique for computer detection and correction of spelling errors"). The first
 * character has to be right, as it nearly always is, which keeps the candidates few.
 */
export interface EditDistanceIndex {
  /** The number of a key, or -1. */
  readonly find: (key: string) => number
  /** Adding a key again changes nothing. Returns its number, which is good until it is deleted. */
  readonly add: (key: string) => number
  readonly delete: (number: number) => void
  /** Some keys may not be alive any more; they are dropped when there is cause to look at them. */
  readonly age: () => void
  /**
   * The living keys exactly one edit away, in ascending order. Empty where more than 4,096 keys of a
   * length begin alike: such keys are numbers rather than words.
   */
  readonly near: (key: string) => readonly string[]
  /** Writes all there is. */
  readonly save: (out: SectionWriter) => void
}

/** Shorter keys have too many neighbours. */
const MIN_LENGTH = 4
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

/**
 * Creates an empty set of {@link EditDistanceIndex}, or the one that was saved.
 *
 * @param isAlive whether a key is still wanted. Default: until it is deleted.
 */
export function createEditDistanceIndex(
  isAlive: (key: string) => boolean = () => true,
  saved?: SectionReader,
): EditDistanceIndex {
  const table = createKeyTable(saved)
  const buckets = new Map<number, Bucket>()
  // By number of a key: its neighbours in its bucket, or -1, and the characters it is made of.
  let next = new Int32Array(64)
  let previous = new Int32Array(64)
  let characters = new Int32Array(64)
  let age = 0
  /** The key to check next when keys age, or -1, and the buckets after its own. */
  let swept = -1
  let unswept = buckets.values()
  /** Keys to look at because others came. */
  let due = 0
  /** Whether the arrays are those of a snapshot, which must not change. */
  let isShared = saved !== undefined
  const restore = (from: SectionReader): void => {
    next = from.next(Int32Array)
    previous = from.next(Int32Array)
    characters = from.next(Int32Array)
    const list = from.next(Float64Array)
    for (let i = 0; i < list.length; i += 3) {
      const [code = 0, count = 0, first = -1] = list.subarray(i, i + 3)
      buckets.set(code, { count, first, checked: -1 })
    }
  }
  if (saved !== undefined) restore(saved)
  const own = (): void => {
    if (!isShared) return
    isShared = false
    next = next.slice()
    previous = previous.slice()
    characters = characters.slice()
  }
  const codeOf = (number: number): number =>
    bucketCode(table.units[table.startOf(number)] as number, table.lengthOf(number))
  const bucketAt = (code: number): Bucket => {
    const known = buckets.get(code)
    if (known !== undefined) return known
    const bucket = { count: 0, first: -1, checked: age }
    buckets.set(code, bucket)
    return bucket
  }
  const add = (key: string): number => {
    const known = table.find(key)
    if (known >= 0) return known
    own()
    const number = table.add(key)
    next = grown(next, number + 1)
    previous = grown(previous, number + 1)
    characters = grown(characters, number + 1)
    const bucket = bucketAt(codeOf(number))
    next[number] = bucket.first
    previous[number] = -1
    characters[number] = charactersOf(key)
    if (bucket.first >= 0) previous[bucket.first] = number
    bucket.first = number
    bucket.count += 1
    due = Math.min(due + SWEPT_PER_KEY, MOST_DUE)
    return number
  }
  const remove = (number: number): void => {
    own()
    const code = codeOf(number)
    const bucket = bucketAt(code)
    const before = previous[number] as number
    const after = next[number] as number
    if (before >= 0) next[before] = after
    else bucket.first = after
    if (after >= 0) previous[after] = before
    if (number === swept) swept = after
    bucket.count -= 1
    if (bucket.count === 0) buckets.delete(code)
    table.remove(number)
  }
  const prune = (bucket: Bucket): void => {
    if (bucket.checked === age) return
    bucket.checked = age
    for (let number = bucket.first; number >= 0; ) {
      const after = next[number] as number
      if (!isAlive(table.textOf(number))) remove(number)
      number = after
    }
  }
  /** Checks one key, all of them in turn, so that no change waits until all were checked. */
  const sweep = (): void => {
    if (swept < 0) {
      const bucket = unswept.next()
      if (bucket.done === true) unswept = buckets.values()
      else swept = bucket.value.first
    }
    if (swept < 0) return
    const number = swept
    swept = next[number] as number
    if (!isAlive(table.textOf(number))) remove(number)
  }
  return {
    find: table.find,
    add,
    delete: remove,
    age: () => {
      age += 1
      const keys = Math.min(due, MOST_SWEPT)
      due -= keys
      for (let i = 0; i <= keys; i += 1) sweep()
    },
    near: (key) => {
      if (key.length < MIN_LENGTH) return []
      const found: string[] = []
      const asked = charactersOf(key)
      const unitsOfOne = SURROGATE.test(key) ? 2 : 1
      for (let longer = -unitsOfOne; longer <= unitsOfOne; longer += 1) {
        const bucket = buckets.get(bucketCode(key.charCodeAt(0), key.length + longer))
        if (bucket === undefined) continue
        // Whether there are too many must not depend on keys that are gone.
        if (bucket.count > MAX_BUCKET) prune(bucket)
        if (bucket.count > MAX_BUCKET) continue
        for (let number = bucket.first; number >= 0; number = next[number] as number) {
          if (countBits((characters[number] as number) ^ asked) > unitsOfOne * MAX_DIFFERENT) continue
          const candidate = table.textOf(number)
          if (isOneEdit(key, candidate)) found.push(candidate)
        }
      }
      return found.filter(isAlive).sort()
    },
    save: (out) => {
      table.save(out)
      out.add(next.slice())
      out.add(previous.slice())
      out.add(characters.slice())
      out.add(Float64Array.from([...buckets].flatMap(([code, { count, first }]) => [code, count, first])))
    },
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
