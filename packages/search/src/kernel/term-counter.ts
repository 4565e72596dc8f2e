import { SEARCH_FIELDS } from '@toolscout/model'
import { type DocumentTokens, isRoot, isSurface, numberOfCode, pairTerm } from '../analysis/tokens.ts'
import { type Bm25fParameters, weightsByField } from './bm25f.ts'
import { countOccurrence, fieldShift, LOW_FIELDS, occurrences, type ProfileTable } from './partition.ts'
import { grown, TextTable } from './text-table.ts'

/** Counts the terms of documents, one after the other, and gives each different term a number. */
export class TermCounter {
  readonly terms: TextTable = new TextTable()
  // Of the document that was counted last: its different terms, their numbers and profiles, the first `count` of each.
  count = 0
  numbers: Uint32Array = new Uint32Array(64)
  lows: Uint32Array = new Uint32Array(64)
  highs: Uint32Array = new Uint32Array(64)
  /** Its length, weighted by field. */
  length = 0
  /** Different root terms in its name. */
  nameRoots = 0

  readonly #weights: readonly number[]
  readonly #lengthWeights: readonly number[]
  readonly #cap: number
  readonly #isPaired: readonly boolean[]
  /** Pairs by the numbers of their terms, so that no text is made of a pair that was met. */
  readonly #pairs = new PairTable()
  /** By pair: the number of its term. */
  #numberOfPair = new Uint32Array(64)
  /** Two for each term, side by side: the last document that held it, and its entry there. */
  #met = new Uint32Array(2_048)
  /** Documents that were counted; the first is 1, so that no term was held by one before. */
  #documents = 0
  /** By number of a known token: the number of its term plus 1, or 0 where that is not known yet. */
  #numberOfToken = new Uint32Array(0)
  /** Whose numbers of tokens they are. */
  #knownKey = 0

  /** @param isPaired says of each field whether neighbouring roots are counted as pairs too. */
  constructor(parameters: Bm25fParameters, isPaired: readonly boolean[] = []) {
    this.#weights = weightsByField(parameters)
    this.#lengthWeights = [...SEARCH_FIELDS.map((field) => parameters.lengthWeights[field]), 0]
    this.#cap = parameters.maxTermFrequency
    this.#isPaired = isPaired
  }

  countDocument(document: DocumentTokens): void {
    this.#documents += 1
    this.count = 0
    this.length = 0
    this.nameRoots = 0
    const { key, terms } = document.known
    if (key !== this.#knownKey) this.#numberOfToken = new Uint32Array(terms.length)
    this.#knownKey = key
    this.#numberOfToken = grown(this.#numberOfToken, terms.length)
    let from = 0
    for (const [field, end] of document.ends.entries()) {
      if (this.#weights[field] !== 0) {
        this.length += this.#countField(document, field, from, end) * (this.#lengthWeights[field] as number)
      }
      from = end
    }
  }

  /** The number of the term of two neighbours, see `pairTerm`. */
  pairNumber(one: number, other: number): number {
    const known = this.#pairs.count
    const pair = this.#pairs.intern(Math.min(one, other), Math.max(one, other))
    if (pair === known) {
      this.#numberOfPair = grown(this.#numberOfPair, pair + 1)
      this.#numberOfPair[pair] = this.terms.add(pairTerm(this.terms.textOf(one), this.terms.textOf(other)))
    }
    return this.#numberOfPair[pair] as number
  }

  /** Counts the tokens of a field; gives how many of them make the document longer. */
  #countField(document: DocumentTokens, field: number, from: number, to: number): number {
    const { codes } = document
    const withPairs = this.#isPaired[field] === true
    let surfaceTokens = 0
    let before = -1
    for (let i = from; i < to; i += 1) {
      const code = codes[i] as number
      const number = this.#numberOf(document, code)
      const isNew = this.#countTerm(number, field)
      if (isSurface(code)) surfaceTokens += 1
      if (!isRoot(code)) continue
      if (field === 0 && isNew) this.nameRoots += 1
      if (withPairs && before >= 0 && before !== number) {
        this.#countTerm(this.pairNumber(before, number), field)
      }
      before = number
    }
    return surfaceTokens
  }

  #numberOf({ known, others }: DocumentTokens, code: number): number {
    const token = numberOfCode(code)
    if (token < 0) return this.terms.add(others[-1 - token] as string)
    const met = this.#numberOfToken[token] as number
    if (met > 0) return met - 1
    const number = this.terms.add(known.terms[token] as string)
    this.#numberOfToken[token] = number + 1
    return number
  }

  /** Counts a term in a field; says whether it is its first occurrence in the document. */
  #countTerm(number: number, field: number): boolean {
    const isNew = this.#met[2 * number] !== this.#documents
    const entry = isNew ? this.#append(number) : (this.#met[2 * number + 1] as number)
    const profiles = field < LOW_FIELDS ? this.lows : this.highs
    // Beyond the bounds of fields repetition counts nothing.
    const cap = field < SEARCH_FIELDS.length ? this.#cap : 1
    profiles[entry] = countOccurrence(profiles[entry] as number, fieldShift(field), cap)
    return isNew
  }

  #append(number: number): number {
    const entry = this.count
    this.count += 1
    this.#met = grown(this.#met, 2 * number + 2)
    this.numbers = grown(this.numbers, this.count)
    this.lows = grown(this.lows, this.count)
    this.highs = grown(this.highs, this.count)
    this.numbers[entry] = number
    this.lows[entry] = 0
    this.highs[entry] = 0
    this.#met[2 * number] = this.#documents
    this.#met[2 * number + 1] = entry
    return entry
  }
}

/** A {@link ProfileTable} that grows. */
export class ProfileTableBuilder implements ProfileTable {
  readonly #weights: readonly number[]
  readonly #pairs = new PairTable()
  frequencies: Float64Array = new Float64Array(64)
  inName: Uint8Array = new Uint8Array(64)

  constructor(parameters: Bm25fParameters) {
    this.#weights = weightsByField(parameters)
  }

  get count(): number {
    return this.#pairs.count
  }

  get low(): Uint32Array {
    return this.#pairs.firsts
  }

  get high(): Uint32Array {
    return this.#pairs.seconds
  }

  /** The number of a profile; a new one gets the next number. */
  intern(low: number, high: number): number {
    const known = this.count
    const profile = this.#pairs.intern(low, high)
    if (profile < known) return profile
    this.frequencies = grown(this.frequencies, this.count)
    this.inName = grown(this.inName, this.count)
    const { low: lows, high: highs } = this
    this.frequencies[profile] = this.#weights.reduce(
      (sum, weight, field) => sum + weight * occurrences({ low: lows, high: highs }, profile, field),
      0,
    )
    this.inName[profile] = occurrences(this, profile, 0) > 0 ? 1 : 0
    return profile
  }

  /** A copy of what there is, no longer than needed. */
  copy(): ProfileTable {
    const { count, low, high, frequencies, inName } = this
    return {
      count,
      low: low.slice(0, count),
      high: high.slice(0, count),
      frequencies: frequencies.slice(0, count),
      inName: inName.slice(0, count),
    }
  }
}

/** Pairs of 32-bit numbers, each interned under a number: an open-addressing hash table, at most half full. */
class PairTable {
  count = 0
  // By number of a pair.
  firsts: Uint32Array = new Uint32Array(64)
  seconds: Uint32Array = new Uint32Array(64)
  /** Numbers plus 1, or 0 where free. */
  #slots = new Uint32Array(256)

  /** The number of a pair; a new one gets the next. */
  intern(first: number, second: number): number {
    if (2 * (this.count + 1) > this.#slots.length) this.#rehash()
    const slot = this.#slotOf(first, second)
    const entry = this.#slots[slot] as number
    if (entry > 0) return entry - 1
    const number = this.count
    this.count += 1
    this.firsts = grown(this.firsts, this.count)
    this.seconds = grown(this.seconds, this.count)
    this.firsts[number] = first
    this.seconds[number] = second
    this.#slots[slot] = this.count
    return number
  }

  #slotOf(first: number, second: number): number {
    const mask = this.#slots.length - 1
    let hash = Math.imul(first ^ Math.imul(second, 0x9e3779b1), 0x85ebca6b)
    hash ^= hash >>> 15
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const entry = this.#slots[slot] as number
      if (entry === 0 || (this.firsts[entry - 1] === first && this.seconds[entry - 1] === second)) return slot
    }
  }

  #rehash(): void {
    this.#slots = new Uint32Array(4 * this.#slots.length)
    for (let number = 0; number < this.count; number += 1) {
      this.#slots[this.#slotOf(this.firsts[number] as number, this.seconds[number] as number)] = number + 1
    }
  }
}
