import { type DocumentTokens, isSurface, numberOfCode, termOfCode } from '../analysis/tokens.ts'
import { grown, TextTable } from '../kernel/text-table.ts'
import type { SectionReader, SectionWriter } from '../snapshot/sections.ts'

/** Keys of one length and first character that are looked through: some hundred microseconds. */
const MAX_BUCKET = 4_096
/** Keys checked for each key that was added, so that unused ones never make up the majority for long. */
const SWEPT_PER_KEY = 2
/** No change looks at more, and the many keys of a catalog that is built are not made up for. */
const MOST_SWEPT = 16
const MOST_DUE = 256

/** Keys of one length and first character. */
interface Bucket {
  count: number
  /** Two numbers for each key, so that they are read in one row: the characters it is made of, and its number. */
  entries: Int32Array
  /** The age at which the keys were last checked. */
  checked: number
}

const ENTRY = 2
/** In place of a place in a bucket: a key that is in none. */
const GONE = -1

/** Keys in which `nearKeys` finds those that are spelled nearly so: by their first character, which has to be right, and their length. */
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

  textOf(number: number): string {
    return this.#table.textOf(number)
  }

  /** Whether a key is still wanted. */
  isAlive(key: string): boolean {
    return this.#isAlive(key)
  }

  /**
   * Two numbers for each key of a length that begins as another does: its characters, see `charactersOf`, and its number.
   * `undefined` where more than 4,096 keys do: they are numbers rather than words.
   */
  alike(key: string, length: number): Int32Array | undefined {
    const bucket = this.#buckets.get(bucketCode(key, length))
    // Whether there are too many must not depend on keys that are gone.
    if (bucket !== undefined && bucket.count > MAX_BUCKET) this.#prune(bucket)
    if (bucket === undefined || bucket.count > MAX_BUCKET) return undefined
    return bucket.entries.subarray(0, ENTRY * bucket.count)
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
export function charactersOf(key: string): number {
  let characters = 0
  for (let i = 0; i < key.length; i += 1) characters |= 1 << (key.charCodeAt(i) & 31)
  return characters
}

/** Shorter words are like too many others. */
const MIN_LENGTH = 4
const LETTERS = /^(?:\p{L}\p{M}*){4,}$/u
/** Longer runs of letters are no words. */
const MAX_LENGTH = 40

/** Whether a text may be a word of the vocabulary. */
export function isVocable(text: string): boolean {
  return text.length >= MIN_LENGTH && text.length <= MAX_LENGTH && LETTERS.test(text)
}

/** The words of all tools, to make sense of words that no tool holds. */
export class Vocabulary {
  readonly words: EditDistanceIndex
  /** By number of a known token: 1 where its word was added and is still there. */
  #met = new Uint8Array(0)
  /** Whose numbers of tokens they are. */
  #knownKey = 0
  #areGone = false

  /** @param isHeld whether a tool holds a word. */
  constructor(isHeld: (word: string) => boolean, saved?: SectionReader) {
    this.words = new EditDistanceIndex(isHeld, saved)
  }

  /** Adds the words of a document; again, it changes nothing. Words of other than letters are not kept. */
  add(document: DocumentTokens): void {
    const { codes, count, known } = document
    if (this.#areGone || known.key !== this.#knownKey) this.#met.fill(0)
    this.#areGone = false
    this.#knownKey = known.key
    this.#met = grown(this.#met, known.terms.length)
    for (let i = 0; i < count; i += 1) {
      const code = codes[i] as number
      if (!isSurface(code)) continue
      const number = numberOfCode(code)
      if (number >= 0) {
        if (this.#met[number] === 1) continue
        this.#met[number] = 1
      }
      const word = termOfCode(document, code)
      if (isVocable(word)) this.words.add(word)
    }
  }

  /** Call it when a document left or changed: some words may have no tool any more. */
  release(): void {
    this.#areGone = true
    this.words.age()
  }

  /** Writes all there is. */
  save(out: SectionWriter): void {
    this.words.save(out)
  }
}
