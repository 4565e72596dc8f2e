import { grown } from '../kernel/text-table.ts'
import { hashOf } from './scan-words.ts'
import { type DocumentTokens, type KnownTokens, nextKey, pushCode, tokenCode, type Word } from './tokens.ts'

/** Words that were analyzed, in numbers alone, found by a stretch of a text: a word met again is not even cut out. */
export interface WordTable {
  /** Whether no more words are taken. */
  readonly isFull: boolean
  /** The tokens of all its words. */
  readonly tokens: KnownTokens
  /** The number of the word at `start` up to `end` of a text, by its `hashOf`; -1 when it is unknown. */
  readonly find: (text: string, start: number, end: number, hash: number) => number
  /** Adds a word that is not there; gives its number, which is the next. */
  readonly add: (word: Word) => number
  /** Appends the tokens of a word. */
  readonly appendTo: (document: DocumentTokens, word: number) => void
}

// A word takes four numbers: where its text starts; its length, and how many tokens it has; its tokens, or where
// their index among those of words that have more.
const RECORD = 4
const LENGTH_BITS = 8
const LENGTH_MASK = 2 ** LENGTH_BITS - 1
const OWN_TOKENS = 2

/** Creates an empty table. */
export function createWordTable(capacity: number): WordTable {
  let units = new Uint16Array(2_048)
  let unitCount = 0
  let records = new Int32Array(RECORD * 256)
  let size = 0
  let codes = new Int32Array(64)
  let codeCount = 0
  /** At most half full, so that a word is found within two steps on average: numbers plus 1, or 0 where free. */
  let slots = new Uint32Array(512)
  const tokens: KnownTokens = { key: nextKey(), terms: [] }

  const standsAt = (from: number, text: string, start: number, length: number): boolean => {
    for (let i = 0; i < length; i += 1) if (units[from + i] !== text.charCodeAt(start + i)) return false
    return true
  }
  const freeSlot = (hash: number): number => {
    const mask = slots.length - 1
    let slot = hash & mask
    while (slots[slot] !== 0) slot = (slot + 1) & mask
    return slot
  }
  const rehash = (): void => {
    slots = new Uint32Array(4 * slots.length)
    for (let word = 0; word < size; word += 1) {
      const start = records[RECORD * word] as number
      const length = (records[RECORD * word + 1] as number) & LENGTH_MASK
      const text = String.fromCharCode(...units.subarray(start, start + length))
      slots[freeSlot(hashOf(text, 0, length))] = word + 1
    }
  }
  const keepCodes = (all: readonly number[], at: number): void => {
    if (all.length <= OWN_TOKENS) {
      all.forEach((code, i) => {
        records[at + i] = code
      })
      return
    }
    records[at] = codeCount
    codes = grown(codes, codeCount + all.length)
    for (const code of all) codes[codeCount++] = code
  }

  return {
    tokens,
    get isFull() {
      return size >= capacity
    },
    find: (text, start, end, hash) => {
      const mask = slots.length - 1
      const length = end - start
      for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
        const entry = slots[slot] as number
        if (entry === 0) return -1
        const at = RECORD * (entry - 1)
        if (((records[at + 1] as number) & LENGTH_MASK) !== length) continue
        if (standsAt(records[at] as number, text, start, length)) return entry - 1
      }
    },
    add: ({ text, tokens: given }) => {
      if (2 * (size + 1) > slots.length) rehash()
      const at = RECORD * size
      records = grown(records, at + RECORD)
      units = grown(units, unitCount + text.length)
      records[at] = unitCount
      records[at + 1] = text.length | (given.length << LENGTH_BITS)
      for (let i = 0; i < text.length; i += 1) units[unitCount++] = text.charCodeAt(i)
      keepCodes(
        given.map((token) => tokenCode(tokens.terms.push(token.term) - 1, token)),
        at + 2,
      )
      slots[freeSlot(hashOf(text, 0, text.length))] = size + 1
      size += 1
      return size - 1
    },
    appendTo: (document, word) => {
      const at = RECORD * word
      const count = (records[at + 1] as number) >>> LENGTH_BITS
      if (count === 0) return
      if (count <= OWN_TOKENS) {
        pushCode(document, records[at + 2] as number)
        if (count === OWN_TOKENS) pushCode(document, records[at + 3] as number)
        return
      }
      const from = records[at + 2] as number
      for (let i = from; i < from + count; i += 1) pushCode(document, codes[i] as number)
    },
  }
}
