import { grown } from '../kernel/text-table.ts'
import { hashOf } from './scan-words.ts'
import { type DocumentTokens, type KnownTokens, nextKey, pushCode, tokenCode, type Word } from './tokens.ts'

/**
 * Words that are remembered. Words follow Zipf's law, so this many are nearly all words of a few thousand tools,
 * and take about 2 MB.
 */
const MAX_KNOWN_WORDS = 16_384

// A word takes four numbers: where its text starts; its length, and how many tokens it has; its tokens, or where
// their index among those of words that have more.
const RECORD = 4
const LENGTH_BITS = 8
const LENGTH_MASK = 2 ** LENGTH_BITS - 1
const OWN_TOKENS = 2

/** Words that were analyzed, in numbers alone, found by a stretch of a text: a word met again is not even cut out. */
export class WordTable {
  #units = new Uint16Array(2_048)
  #unitCount = 0
  #records = new Int32Array(RECORD * 256)
  #size = 0
  #codes = new Int32Array(64)
  #codeCount = 0
  /** At most half full, so that a word is found within two steps on average: numbers plus 1, or 0 where free. */
  #slots = new Uint32Array(512)
  /** The tokens of all its words. */
  readonly tokens: KnownTokens = { key: nextKey(), terms: [] }

  /** Whether no more words are taken. */
  get isFull(): boolean {
    return this.#size >= MAX_KNOWN_WORDS
  }

  /** The number of the word at `start` up to `end` of a text, by its `hashOf`; -1 when it is unknown. */
  find(text: string, start: number, end: number, hash: number): number {
    const mask = this.#slots.length - 1
    const length = end - start
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const entry = this.#slots[slot] as number
      if (entry === 0) return -1
      const at = RECORD * (entry - 1)
      if (((this.#records[at + 1] as number) & LENGTH_MASK) !== length) continue
      if (this.#standsAt(this.#records[at] as number, text, start, length)) return entry - 1
    }
  }

  /** Adds a word that is not there; gives its number, which is the next. */
  add({ text, tokens: given }: Word): number {
    if (2 * (this.#size + 1) > this.#slots.length) this.#rehash()
    const at = RECORD * this.#size
    this.#records = grown(this.#records, at + RECORD)
    this.#units = grown(this.#units, this.#unitCount + text.length)
    this.#records[at] = this.#unitCount
    this.#records[at + 1] = text.length | (given.length << LENGTH_BITS)
    for (let i = 0; i < text.length; i += 1) this.#units[this.#unitCount++] = text.charCodeAt(i)
    const codes = given.map((token) => tokenCode(this.tokens.terms.push(token.term) - 1, token))
    if (codes.length <= OWN_TOKENS) this.#records.set(codes, at + 2)
    else {
      this.#records[at + 2] = this.#codeCount
      this.#codes = grown(this.#codes, this.#codeCount + codes.length)
      this.#codes.set(codes, this.#codeCount)
      this.#codeCount += codes.length
    }
    this.#slots[this.#freeSlot(hashOf(text, 0, text.length))] = this.#size + 1
    this.#size += 1
    return this.#size - 1
  }

  /** Appends the tokens of a word. */
  appendTo(document: DocumentTokens, word: number): void {
    const at = RECORD * word
    const count = (this.#records[at + 1] as number) >>> LENGTH_BITS
    const isOwn = count <= OWN_TOKENS
    const codes = isOwn ? this.#records : this.#codes
    const from = isOwn ? at + 2 : (this.#records[at + 2] as number)
    for (let i = from; i < from + count; i += 1) pushCode(document, codes[i] as number)
  }

  #standsAt(from: number, text: string, start: number, length: number): boolean {
    for (let i = 0; i < length; i += 1) {
      if (this.#units[from + i] !== text.charCodeAt(start + i)) return false
    }
    return true
  }

  #freeSlot(hash: number): number {
    const mask = this.#slots.length - 1
    let slot = hash & mask
    while (this.#slots[slot] !== 0) slot = (slot + 1) & mask
    return slot
  }

  #rehash(): void {
    this.#slots = new Uint32Array(4 * this.#slots.length)
    for (let word = 0; word < this.#size; word += 1) {
      const start = this.#records[RECORD * word] as number
      const length = (this.#records[RECORD * word + 1] as number) & LENGTH_MASK
      const text = String.fromCharCode(...this.#units.subarray(start, start + length))
      this.#slots[this.#freeSlot(hashOf(text, 0, length))] = word + 1
    }
  }
}
