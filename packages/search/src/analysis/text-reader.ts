import { grown } from '../kernel/text-table.ts'
import type { ReadTexts } from './document-reader.ts'
import { createSpans, hashOf, IDENTIFIER, scanParts, scanWords } from './scan-words.ts'
import { chunksOf, dropPossessives, isUnspaced, splitWords } from './split-words.ts'
import {
  clearTokens,
  createDocumentTokens,
  type DocumentTokens,
  dropRepeated,
  type KnownTokens,
  nextKey,
  pushCode,
  pushTerm,
  pushWords,
  type Token,
  tokenCode,
  toTokens,
  type Word,
} from './tokens.ts'

/** Reads texts word by word and remembers the words. */
export interface TextReader {
  /** Every word of a text, in order. */
  readonly analyze: (text: string) => readonly Word[]
  /** The tokens of those words, for whole documents. */
  readonly readTexts: ReadTexts
}

/** What a {@link TextReader} makes of words. */
export interface TextReaderDeps {
  readonly analyzeWord: (text: string) => Word
  /** The term of an identifier as a whole; absent where wholes have none. */
  readonly wholeOf: ((identifier: string) => string) | undefined
  /** Longest word that is remembered, in UTF-16 code units; at most 255. */
  readonly maxWordLength: number
}

const WHOLE = { surface: false, root: false }

/** Creates a {@link TextReader}. */
export function createTextReader({ analyzeWord, wholeOf, maxWordLength }: TextReaderDeps): TextReader {
  let table = new WordTable()
  /** Words of the table that were asked for as such. */
  let words: (Word | undefined)[] = []
  const spans = createSpans()
  const parts = createSpans()
  const identifier = createDocumentTokens()

  /** Replaces a full table, which bounds its size; never inside a document, whose tokens are numbers in it. */
  const renewTable = (): void => {
    if (!table.isFull) return
    table = new WordTable()
    words = []
  }
  /** The number of a word in the table, or -1 when it does not take it. */
  const numberAt = (text: string, start: number, end: number, hash: number): number => {
    if (end - start > maxWordLength) return -1
    const known = table.find(text, start, end, hash)
    return known >= 0 || table.isFull ? known : table.add(analyzeWord(copyOf(text, start, end)))
  }
  const wordAt = (text: string, start: number, end: number, hash: number): Word => {
    const number = numberAt(text, start, end, hash)
    if (number < 0) return analyzeWord(text.slice(start, end))
    const word = words[number] ?? analyzeWord(copyOf(text, start, end))
    words[number] = word
    return word
  }
  const appendWord = (to: DocumentTokens, text: string, start: number, end: number, hash: number): void => {
    const number = numberAt(text, start, end, hash)
    if (number < 0) pushWords(to, [analyzeWord(text.slice(start, end))])
    else table.appendTo(to, number)
  }
  /** Whether an identifier has parts; then they are found in `parts`. */
  const hasParts = (text: string, start: number, end: number): boolean => {
    if (end - start > maxWordLength) return false
    scanParts(text, start, end, parts)
    return parts.count > 1
  }
  /** An identifier is composed of its known parts rather than remembered: most occur in one tool. */
  const appendParts = (to: DocumentTokens, text: string, start: number, end: number): void => {
    const first = to.count
    for (let i = 0; i < parts.count; i += 1) {
      const before = to.count
      appendWord(to, text, parts.starts[i] as number, parts.ends[i] as number, parts.hashes[i] as number)
      if (before > first) dropRepeated(to, first, before)
    }
    if (wholeOf !== undefined) pushTerm(to, wholeOf(text.slice(start, end)), WHOLE)
  }
  const identifierAt = (text: string, start: number, end: number): Word => {
    if (!hasParts(text, start, end)) return wordAt(text, start, end, hashOf(text, start, end))
    clearTokens(identifier, table.tokens)
    appendParts(identifier, text, start, end)
    return { text: text.slice(start, end), tokens: toTokens(identifier) }
  }

  /** Pieces of a text that is not of ASCII. A sentence without spaces is a long word, but no blob. */
  const runsOf = (text: string): readonly string[] =>
    splitWords(text).flatMap((run) =>
      run.length <= maxWordLength || !isUnspaced(run) ? [run] : chunksOf(run, maxWordLength / 2, 1),
    )
  /** Visits the words of a text in order: by where they stand, and their hash or `IDENTIFIER`. Gives whether it is plain. */
  const eachWord = (
    given: string,
    visit: (text: string, start: number, end: number, hash: number) => void,
  ): boolean => {
    const text = dropPossessives(given)
    if (!scanWords(text, spans)) {
      for (const run of runsOf(given)) visit(run, 0, run.length, hashOf(run, 0, run.length))
      return false
    }
    const { count, starts, ends, hashes } = spans
    for (let i = 0; i < count; i += 1)
      visit(text, starts[i] as number, ends[i] as number, hashes[i] as number)
    return true
  }

  return {
    analyze: (given) => {
      renewTable()
      const found: Word[] = []
      eachWord(given, (text, start, end, hash) => {
        const isWhole = hash !== IDENTIFIER
        found.push(isWhole ? wordAt(text, start, end, hash) : identifierAt(text, start, end))
      })
      return found
    },
    readTexts: (texts, document) => {
      renewTable()
      clearTokens(document, table.tokens)
      document.isPlain = true
      const append = (text: string, start: number, end: number, hash: number): void => {
        if (hash !== IDENTIFIER) appendWord(document, text, start, end, hash)
        else if (hasParts(text, start, end)) appendParts(document, text, start, end)
        else appendWord(document, text, start, end, hashOf(text, start, end))
      }
      for (const text of texts) {
        if (text !== '' && !eachWord(text, append)) document.isPlain = false
        document.ends.push(document.count)
      }
    },
  }
}

/** V8 makes a shorter piece of a text a text of its own. */
const LEAST_SLICE = 13

/** A word cut out of a text keeps the whole text in memory; a copy of it does not. */
export function copyOf(text: string, start: number, end: number): string {
  const word = text.slice(start, end)
  return word.length < LEAST_SLICE ? word : word.split('').join('')
}

/** Words that are remembered: by Zipf's law nearly all words of a few thousand tools, in about 2 MB. */
const MAX_KNOWN_WORDS = 16_384

// A word takes four numbers: where its text starts; its length, and how many tokens it has; its tokens, or where
// their index among those of words that have more.
const RECORD = 4
const LENGTH_BITS = 8
const LENGTH_MASK = 2 ** LENGTH_BITS - 1
const OWN_TOKENS = 2

/** Words that were analyzed, in numbers alone, found by a stretch of a text: a word met again is not even cut out. */
class WordTable {
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
    const isOwn = given.length <= OWN_TOKENS
    if (!isOwn) {
      this.#records[at + 2] = this.#codeCount
      this.#codes = grown(this.#codes, this.#codeCount + given.length)
    }
    for (let i = 0; i < given.length; i += 1) {
      const token = given[i] as Token
      const code = tokenCode(this.tokens.terms.push(token.term) - 1, token)
      if (isOwn) this.#records[at + 2 + i] = code
      else this.#codes[this.#codeCount++] = code
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
    for (let i = 0; i < length; i += 1) if (this.#units[from + i] !== text.charCodeAt(start + i)) return false
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
