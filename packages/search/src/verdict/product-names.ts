import { ENGLISH_STOP_WORDS, foldWord, isAscii, nameKey, stemWord } from '../analysis/split-words.ts'
import type { Word } from '../analysis/tokens.ts'
import ordinary from './ordinary-words.json' with { type: 'json' }

/** What a request names. */
export interface RequestNames {
  /** Words that name a product or server, each once, in order. */
  readonly products: readonly Word[]
  /** Those that are well known: others may be values, such as a title or a person. */
  readonly isKnown: (word: Word) => boolean
  /** Whether a word is in no dictionary, or names a product: words that say more than others where a server has them. */
  readonly isUncommon: (word: Word) => boolean
}

/** Bits a word takes: two words in a hundred that are none are taken for one, which only hides a product. */
export const BITS_PER_WORD = 8
const HASHES = 5

/** Words as a Bloom filter (Bloom 1970, "Space/time trade-offs in hash coding with allowable errors") in base 64. */
export function createWordSet(words: ReadonlySet<string>): string {
  const stems = new Set([...words].map(stemOf))
  const bytes = new Uint8Array(Math.max(1, Math.ceil((stems.size * BITS_PER_WORD) / 8)))
  for (const stem of stems) {
    for (const bit of bitsOf(stem, bytes.length * 8))
      bytes[bit >> 3] = (bytes[bit >> 3] as number) | (1 << (bit & 7))
  }
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
}

function stemOf(word: string): string {
  return stemWord(word) ?? word
}

/** Places of a word by two hashes (Kirsch and Mitzenmacher 2006, "Less hashing, same performance"). */
function bitsOf(word: string, size: number): readonly number[] {
  let one = 0x811c9dc5
  let other = 0x1505
  for (let i = 0; i < word.length; i += 1) {
    const code = word.charCodeAt(i)
    one = Math.imul(one ^ code, 0x01000193) >>> 0
    other = (Math.imul(other, 33) + code) >>> 0
  }
  const bits: number[] = []
  for (let i = 0; i < HASHES; i += 1) bits.push((one + i * ((other | 1) >>> 0)) % size)
  return bits
}

/** Read when the first word is looked up. */
const sets = new Map<'words' | 'names', Uint8Array>()

function isAmong(which: 'words' | 'names', folded: string): boolean {
  let bytes = sets.get(which)
  if (bytes === undefined) {
    bytes = Uint8Array.from(atob(ordinary[which]), (character) => character.charCodeAt(0))
    sets.set(which, bytes)
  }
  for (const bit of bitsOf(stemOf(folded), bytes.length * 8)) {
    if (((bytes[bit >> 3] as number) & (1 << (bit & 7))) === 0) return false
  }
  return true
}

/** Services and devices of which everybody asks by name, in lower case. */
const KNOWN_PRODUCTS: ReadonlySet<string> = new Set(ordinary.products.split(' '))
/** Those that are words of a dictionary, but hardly mean anything else in a request. */
const UNMISTAKABLE: ReadonlySet<string> = new Set(ordinary.unmistakable.split(' '))
/** What stands before the name of a product: "in Kafka". */
const PREPOSITIONS = new Set(['in', 'on', 'from', 'via', 'using', 'with', 'through'])
/** What is given to a tool, not a word of the request: paths, addresses, ids, files, handles. */
const VALUE = /[\p{N}@#/\\=_*<>{}]|\p{L}\.\p{L}/u
const QUOTED = /"[^"]*"|“[^”]*”|„[^“]*“|`[^`]*`|(?<![\p{L}\p{N}])'[^']+'(?![\p{L}\p{N}])/gu
const SENTENCE_START = /(?:^|[.!?:;\n])[\s"'(*-]*$/
const NAME = /^[A-Za-z]{3,}$/
/** Codes of currencies, shares, airports and formats. */
const CODE = /^[A-Z]{2,5}$/
const CAMEL = /[a-z][A-Z]/
/** Words of a request that are looked at. */
const MOST_WORDS = 64

/**
 * Finds what a request names like a product: by a list of known ones, and by how it is written, since no list is complete.
 *
 * @param isHeld whether any tool holds a word.
 */
export function readRequestNames(
  text: string,
  words: readonly Word[],
  isHeld: (word: Word) => boolean,
): RequestNames {
  const quotes = Array.from(
    text.matchAll(QUOTED),
    ({ 0: quote, index }) => [index, index + quote.length] as const,
  )
  const products = new Map<string, Word>()
  const known = new Set<string>()
  const uncommon = new Set<Word>()
  const addProduct = (word: Word): void => {
    uncommon.add(word)
    const key = nameKey(word.text)
    if (!products.has(key)) products.set(key, word)
  }
  let [at, before, read, unknown, english, held] = [0, '', 0, 0, 0, 0]
  for (const word of words.slice(0, MOST_WORDS)) {
    const found = text.indexOf(word.text, at)
    const start = found < 0 ? at : found
    const end = start + word.text.length
    const folded = foldWord(word.text)
    const previous = before
    before = folded
    at = end
    if (ENGLISH_STOP_WORDS.has(folded)) {
      english += 1
      continue
    }
    const isValue =
      VALUE.test(runAround(text, start, end)) || quotes.some(([from, to]) => from <= start && end <= to)
    if (isValue) continue
    read += 1
    if (!NAME.test(word.text)) {
      if (!isAscii(word.text)) unknown += 1
      if (!isAscii(word.text) && isHeld(word)) held += 1
      continue
    }
    const isWord = isAmong('words', folded)
    const isProper = isAmong('names', folded)
    if (!isWord && !isProper && !/[A-Z]/.test(word.text)) {
      unknown += 1
      if (isHeld(word)) held += 1
    }
    if (word.tokens.length === 0) continue
    const isCapital = /^[A-Z]/.test(word.text) && !SENTENCE_START.test(text.slice(0, start))
    if (UNMISTAKABLE.has(folded) || (KNOWN_PRODUCTS.has(folded) && (isCapital || !(isWord || isProper)))) {
      known.add(nameKey(word.text))
      addProduct(word)
    }
    if (isProper || CODE.test(word.text)) continue
    if (!isWord) uncommon.add(word)
    const follows = PREPOSITIONS.has(previous)
    if (CAMEL.test(word.text) || (isWord ? isCapital && follows : isCapital || follows)) {
      addProduct(word)
    }
  }
  // Where tools hold all of the words that are in no dictionary, they are names of things.
  const isForeign = unknown > held && unknown >= 0.4 * read && (read > 2 || !isAscii(text)) && english < 2
  const isKnown = (word: Word): boolean => known.has(nameKey(word.text))
  const named = [...products.values()]
  return {
    // In other languages every word that tools do not hold looks like a name.
    products: isForeign ? named.filter(isKnown) : named,
    isKnown,
    isUncommon: (word) => uncommon.has(word),
  }
}

/** The characters between the spaces around a word, without signs that end a phrase. */
function runAround(text: string, start: number, end: number): string {
  const from = Math.max(0, start - 100)
  const head = /\S*$/.exec(text.slice(from, start))?.[0] ?? ''
  const tail = /^\S*/.exec(text.slice(end, end + 100))?.[0] ?? ''
  return head + text.slice(start, end) + tail
}
