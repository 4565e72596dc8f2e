import { ENGLISH_STOP_WORDS, foldWord, isAscii, nameKey, stemWord } from '../analysis/split-words.ts'
import { copyOf } from '../analysis/text-reader.ts'
import type { Word } from '../analysis/tokens.ts'
import { knownEnglish } from '../english.ts'

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
    bytes = Uint8Array.from(atob(knownEnglish().ordinary[which]), (character) => character.charCodeAt(0))
    sets.set(which, bytes)
  }
  for (const bit of bitsOf(stemOf(folded), bytes.length * 8)) {
    if (((bytes[bit >> 3] as number) & (1 << (bit & 7))) === 0) return false
  }
  return true
}

/** Services and devices of which everybody asks by name, in lower case. */
let knownProducts: ReadonlySet<string> | undefined
/** Those that are words of a dictionary, but hardly mean anything else in a request. */
let unmistakable: ReadonlySet<string> | undefined

/** Whether a folded word is the name of a product, and no other word at this place. */
function isProduct(folded: string, mayBe: boolean): boolean {
  const { ordinary } = knownEnglish()
  knownProducts ??= new Set(ordinary.products.split(' '))
  unmistakable ??= new Set(ordinary.unmistakable.split(' '))
  return unmistakable.has(folded) || (mayBe && knownProducts.has(folded))
}

/** What stands before the name of a product: "in Kafka". */
const PREPOSITIONS = new Set(['in', 'on', 'from', 'via', 'using', 'with', 'through'])
/** What is given to a tool, not a word of the request: paths, addresses, ids, files, handles. */
const VALUE = /[\p{N}@#/\\=_*<>{}]|\p{L}\.\p{L}/u
const QUOTED = /"[^"]*"|“[^”]*”|„[^“]*“|`[^`]*`|(?<![\p{L}\p{N}])'[^']+'(?![\p{L}\p{N}])/gu
const QUOTE = /["'`“„]/
const SENTENCE_END = /[.!?:;\n]/
/** What may stand between the end of a sentence and the first word of the next. */
const BETWEEN_SENTENCES = /[\s"'(*-]/
const NAME = /^[A-Za-z]{3,}$/
/** Codes of currencies, shares, airports and formats. */
const CODE = /^[A-Z]{2,5}$/
const CAMEL = /[a-z][A-Z]/
/** Words of a request that are looked at. */
const MOST_WORDS = 64

/** What is known of a word whatever the request. */
interface WordFacts {
  readonly folded: string
  readonly key: string
  readonly isStopWord: boolean
  readonly isPlain: boolean
  /** Whether it may be a name: letters of ASCII. The rest is of no use without. */
  readonly isName: boolean
  readonly isWord: boolean
  readonly isProper: boolean
  readonly hasCapital: boolean
}

/** Words that are remembered, and the longest of them: a megabyte. */
const MAX_KNOWN = 4_096
const MAX_LENGTH = 32
const known = new Map<string, WordFacts>()

function factsOf(word: string): WordFacts {
  const before = known.get(word)
  if (before !== undefined) return before
  const text = copyOf(word, 0, word.length)
  const folded = foldWord(text)
  const isName = NAME.test(text)
  const facts = {
    folded,
    key: nameKey(text),
    isStopWord: ENGLISH_STOP_WORDS.has(folded),
    isPlain: isAscii(text),
    isName,
    isWord: isName && isAmong('words', folded),
    isProper: isName && isAmong('names', folded),
    hasCapital: /[A-Z]/.test(text),
  }
  if (text.length > MAX_LENGTH) return facts
  if (known.size >= MAX_KNOWN) known.clear()
  known.set(text, facts)
  return facts
}

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
  const quotes = QUOTE.test(text)
    ? Array.from(text.matchAll(QUOTED), ({ 0: quote, index }) => [index, index + quote.length] as const)
    : NO_QUOTES
  const products = new Map<string, Word>()
  const wellKnown = new Set<string>()
  const uncommon = new Set<Word>()
  const addProduct = (word: Word, key: string): void => {
    uncommon.add(word)
    if (!products.has(key)) products.set(key, word)
  }
  let [at, before, read, unknown, english, held] = [0, '', 0, 0, 0, 0]
  for (let i = 0; i < words.length && i < MOST_WORDS; i += 1) {
    const word = words[i] as Word
    const { folded, key, isStopWord, isPlain, isName, isWord, isProper, hasCapital } = factsOf(word.text)
    const found = text.indexOf(word.text, at)
    const start = found < 0 ? at : found
    const end = start + word.text.length
    const previous = before
    before = folded
    at = end
    if (isStopWord) {
      english += 1
      continue
    }
    if (VALUE.test(runAround(text, start, end)) || quotes.some(([from, to]) => from <= start && end <= to))
      continue
    read += 1
    if (!isName) {
      if (!isPlain) unknown += 1
      if (!isPlain && isHeld(word)) held += 1
      continue
    }
    if (!isWord && !isProper && !hasCapital) {
      unknown += 1
      if (isHeld(word)) held += 1
    }
    if (word.tokens.length === 0) continue
    const isCapital = hasCapital && /^[A-Z]/.test(word.text) && !isSentenceStart(text, start)
    if (isProduct(folded, isCapital || !(isWord || isProper))) {
      wellKnown.add(key)
      addProduct(word, key)
    }
    if (isProper || (hasCapital && CODE.test(word.text))) continue
    if (!isWord) uncommon.add(word)
    const follows = PREPOSITIONS.has(previous)
    const isMarked = isWord ? isCapital && follows : isCapital || follows
    if (isMarked || (hasCapital && CAMEL.test(word.text))) addProduct(word, key)
  }
  // Where tools hold all of the words that are in no dictionary, they are names of things.
  const isForeign = unknown > held && unknown >= 0.4 * read && (read > 2 || !isAscii(text)) && english < 2
  const isKnown = (word: Word): boolean => wellKnown.has(nameKey(word.text))
  const named = [...products.values()]
  return {
    // In other languages every word that tools do not hold looks like a name.
    products: isForeign ? named.filter(isKnown) : named,
    isKnown,
    isUncommon: (word) => uncommon.has(word),
  }
}

const NO_QUOTES: readonly (readonly [from: number, to: number])[] = []

/** Whether nothing but signs stands between a place and the end of the sentence before. */
function isSentenceStart(text: string, start: number): boolean {
  for (let at = start - 1; at >= 0; at -= 1) {
    const character = text.charAt(at)
    if (SENTENCE_END.test(character)) return true
    if (!BETWEEN_SENTENCES.test(character)) return false
  }
  return true
}

/** Characters on either side of a word that are looked at. */
const MOST_AROUND = 100
const SPACE = /\s/

/** The characters between the spaces around a word. */
function runAround(text: string, start: number, end: number): string {
  let from = start
  while (from > 0 && start - from < MOST_AROUND && !isSpace(text, from - 1)) from -= 1
  let to = end
  while (to < text.length && to - end < MOST_AROUND && !isSpace(text, to)) to += 1
  return text.slice(from, to)
}

function isSpace(text: string, at: number): boolean {
  const unit = text.charCodeAt(at)
  return unit < 0x80 ? unit === 0x20 || (unit >= 0x09 && unit <= 0x0d) : SPACE.test(text.charAt(at))
}
