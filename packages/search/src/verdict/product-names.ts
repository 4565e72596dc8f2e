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
  /** Words in no dictionary, and names of products: they say more than others where a server has them. */
  readonly uncommon: readonly Word[]
}

const NOTHING_NAMED: RequestNames = Object.freeze({ products: [], isKnown: () => false, uncommon: [] })
const HASHES = 5

/** A word as it is in the sets of words: Bloom filters (Bloom 1970, "Space/time trade-offs in hash coding with allowable errors"). */
export function stemOf(word: string): string {
  return stemWord(word) ?? word
}

/** Places of a word by two hashes (Kirsch and Mitzenmacher 2006, "Less hashing, same performance"). */
export function bitsOf(word: string, size: number): readonly number[] {
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
  if (isUnmistakable(folded)) return true
  knownProducts ??= new Set(knownEnglish().ordinary.products.split(' '))
  return mayBe && knownProducts.has(folded)
}

function isUnmistakable(folded: string): boolean {
  unmistakable ??= new Set(knownEnglish().ordinary.unmistakable.split(' '))
  return unmistakable.has(folded)
}

/** What stands before the name of a product: "in Kafka". */
const PREPOSITIONS = new Set(['in', 'on', 'from', 'via', 'using', 'with', 'through'])
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
  /** Whether it names nothing, wherever it stands. */
  readonly isOrdinary: boolean
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
  const isStopWord = ENGLISH_STOP_WORDS.has(folded)
  const isWord = isName && isAmong('words', folded)
  const isProper = isName && isAmong('names', folded)
  const hasCapital = /[A-Z]/.test(text)
  const isPlainWord = (isWord || isProper) && !hasCapital && !isUnmistakable(folded)
  const facts = {
    folded,
    key: nameKey(text),
    isStopWord,
    isPlain: isAscii(text),
    isName,
    isWord,
    isProper,
    hasCapital,
    isOrdinary: isStopWord || !isName || isPlainWord,
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
  let places: WordPlaces | undefined
  const products = new Map<string, Word>()
  const wellKnown = new Set<string>()
  const uncommon = new Set<Word>()
  for (let i = 0; i < words.length && i < MOST_WORDS; i += 1) {
    const word = words[i] as Word
    const { folded, key, isOrdinary, isWord, isProper, hasCapital } = factsOf(word.text)
    if (isOrdinary || word.tokens.length === 0) continue
    places ??= new WordPlaces(text, words)
    if (places.isValue(i)) continue
    const isCapital = hasCapital && /^[A-Z]/.test(word.text) && !places.isSentenceStart(i)
    const isListed = isProduct(folded, isCapital || !(isWord || isProper))
    if (isListed) wellKnown.add(key)
    const isName = !isProper && !(hasCapital && CODE.test(word.text))
    const follows = i > 0 && PREPOSITIONS.has(factsOf((words[i - 1] as Word).text).folded)
    const isMarked = isWord ? isCapital && follows : isCapital || follows
    const isNamed = isListed || (isName && (isMarked || (hasCapital && CAMEL.test(word.text))))
    if (isNamed || (isName && !isWord)) uncommon.add(word)
    if (isNamed && !products.has(key)) products.set(key, word)
  }
  if (uncommon.size === 0) return NOTHING_NAMED
  const named = [...products.values()]
  const isKnown = (word: Word): boolean => wellKnown.has(nameKey(word.text))
  const isForeign = named.length > 0 && places !== undefined && isInOtherLanguage(places, isHeld)
  return {
    // In other languages every word that tools do not hold looks like a name.
    products: isForeign ? named.filter(isKnown) : named,
    isKnown,
    uncommon: [...uncommon],
  }
}

/** Whether most words of a request are in no English dictionary. Where tools hold all of those, they are names of things. */
function isInOtherLanguage(places: WordPlaces, isHeld: (word: Word) => boolean): boolean {
  const { text, words } = places
  let [read, unknown, english, held] = [0, 0, 0, 0]
  for (let i = 0; i < words.length && i < MOST_WORDS; i += 1) {
    const word = words[i] as Word
    const { isStopWord, isPlain, isName, isWord, isProper, hasCapital } = factsOf(word.text)
    if (isStopWord) english += 1
    if (isStopWord || places.isValue(i)) continue
    read += 1
    if (isName ? isWord || isProper || hasCapital : isPlain) continue
    unknown += 1
    if (isHeld(word)) held += 1
  }
  return unknown > held && unknown >= 0.4 * read && (read > 2 || !isAscii(text)) && english < 2
}

/** What is given to a tool, not a word of the request: paths, addresses, ids, files, handles. */
const VALUE = /[\p{N}@#/\\=_*<>{}]|\p{L}\.\p{L}/u
const QUOTED = /"[^"]*"|“[^”]*”|„[^“]*“|`[^`]*`|(?<![\p{L}\p{N}])'[^']+'(?![\p{L}\p{N}])/gu
const QUOTE = /["'`“„]/
const SENTENCE_END = /[.!?:;\n]/
/** What may stand between the end of a sentence and the first word of the next. */
const BETWEEN_SENTENCES = /[\s"'(*-]/
/** Characters on either side of a word that are looked at. */
const MOST_AROUND = 100
const SPACE = /\s/

/** Where the words of a request stand in it, found as they are asked for. */
class WordPlaces {
  readonly text: string
  readonly words: readonly Word[]
  readonly #starts: number[] = []
  readonly #quotes: readonly (readonly [from: number, to: number])[]

  constructor(text: string, words: readonly Word[]) {
    this.text = text
    this.words = words
    const quoted = QUOTE.test(text) ? text.matchAll(QUOTED) : []
    this.#quotes = Array.from(quoted, ({ 0: quote, index }) => [index, index + quote.length])
  }

  #startOf(place: number): number {
    for (let i = this.#starts.length; i <= place; i += 1) {
      const at = i === 0 ? 0 : this.#endOf(i - 1)
      const found = this.text.indexOf((this.words[i] as Word).text, at)
      this.#starts.push(found < 0 ? at : found)
    }
    return this.#starts[place] as number
  }

  #endOf(place: number): number {
    return (this.#starts[place] as number) + (this.words[place] as Word).text.length
  }

  /** Whether a word stands in quotes, or in what is given to a tool. */
  isValue(place: number): boolean {
    const start = this.#startOf(place)
    const end = this.#endOf(place)
    if (VALUE.test(runAround(this.text, start, end))) return true
    return this.#quotes.some(([from, to]) => from <= start && end <= to)
  }

  /** Whether nothing but signs stands between a word and the end of the sentence before. */
  isSentenceStart(place: number): boolean {
    for (let at = this.#startOf(place) - 1; at >= 0; at -= 1) {
      const character = this.text.charAt(at)
      if (SENTENCE_END.test(character)) return true
      if (!BETWEEN_SENTENCES.test(character)) return false
    }
    return true
  }
}

/** The characters between the spaces around a word. */
function runAround(text: string, start: number, end: number): string {
  let from = start
  while (from > 0 && start - from < MOST_AROUND && !SPACE.test(text.charAt(from - 1))) from -= 1
  let to = end
  while (to < text.length && to - end < MOST_AROUND && !SPACE.test(text.charAt(to))) to += 1
  return text.slice(from, to)
}
