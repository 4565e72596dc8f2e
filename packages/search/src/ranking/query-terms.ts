import { pairTerm, rootsOf, type Word } from '../analysis/tokens.ts'
import type { QueryTerm } from '../kernel/scored-documents.ts'
import type { Synonyms } from '../synonyms/read-synonyms.ts'
import type { Intent } from './intent.ts'
import type { RankingSignals } from './signals.ts'
import { type Compound, type Correcting, correctUnknownWords, fuseWords, wordsOfValues } from './spelling.ts'
import { changes } from './verbs.ts'
import {
  type FormTerm,
  otherForms,
  type RootReading,
  type WordReading,
  type WordTerm,
} from './word-readings.ts'

/** What the words of a query are read with. */
export interface QueryReading extends Correcting {
  readonly synonyms: Synonyms
  readonly signals: RankingSignals
  /** Tools that hold a term. */
  readonly frequencyOf: (term: string) => number
  /** Whether a tool has two roots as a pair, see `pairTerm`. */
  readonly holdsPair: (one: string, other: string) => boolean
  /** Whether a tool has two words written as one. */
  readonly holdsFused: (one: string, other: string) => boolean
  /** Its inverse document frequency. */
  readonly rarityOf: (term: string) => number
  readonly readWord: (word: Word) => WordReading
}

/** The terms a text is looked for by, and the words it is made of. */
export interface QueryTerms {
  /** All words of the text, in order. */
  readonly words: readonly Word[]
  readonly terms: readonly QueryTerm[]
  /** Root terms of the text itself, and what each counts: 1, or less for a word of a phrase that has a verb. */
  readonly roots: ReadonlyMap<string, number>
  /** By root: its synonyms, and the spelling corrections of the word. */
  readonly expansions: ReadonlyMap<string, readonly string[]>
  /** Words of which no tool holds some part as it is written. */
  readonly mistyped: readonly string[]
  /** Whether the text has more than 256 different words, the rest of which were ignored. */
  readonly isCut: boolean
}

/** Different words of one text that count; the answer says when there are more. */
export const MAX_WORDS = 256

/**
 * Reads a text into the terms it is looked for by: its words and their stems, whole identifiers, neighbours as pairs,
 * words that are written apart (`log in`), words that mean the same, words that are meant by one no tool holds.
 */
export function readQueryTerms(
  text: string,
  reading: QueryReading,
  { phrased, spent }: Pick<Intent, 'phrased' | 'spent'>,
): QueryTerms {
  const { analyzer, signals } = reading
  const all = analyzer.analyze(text)
  const { words, isCut } = distinctWords(all)
  const terms = new TermReader(reading, spent.size === 0 ? NO_ROOTS : rootsOfPhrases(words, spent))
  const readings: WordReading[] = []
  const mistyped: string[] = []
  let hasForms = false
  for (let i = 0; i < words.length; i += 1) {
    const read = reading.readWord(words[i] as Word)
    readings.push(read)
    terms.addWord(read)
    if (read.beginsForm) hasForms = true
    if (read.isMistyped) mistyped.push((words[i] as Word).text)
  }
  for (const fused of fuseWords(text, reading)) {
    for (const word of analyzer.analyze(fused)) terms.addWord(reading.readWord(word))
  }
  terms.addSynonyms()
  if (hasForms) terms.addForms(otherForms(rootsOf(words), reading, terms.weightOf))
  for (const { compound } of readings) if (compound !== undefined) terms.addCompound(compound)
  const rootsIn = (said: string): readonly string[] => rootsOf(analyzer.analyze(said))
  for (const root of wordsOfValues(text).flatMap(rootsIn)) terms.addOther(root, VALUE_WEIGHT)
  for (const verb of phrased) {
    for (const root of rootsIn(verb)) terms.addOther(root, signals.synonyms, changes(verb))
  }
  const unknown = words.filter((_, i) => readings[i]?.isKnown === false)
  const meant = unknown.length === 0 ? NO_CORRECTIONS : correctUnknownWords(unknown, reading)
  for (const [word, rows] of meant) {
    for (const row of rows) for (const one of row) terms.addTokens(reading.readWord(one), 1 / rows.length)
    for (const root of rootsIn(word)) terms.expansions.set(root, rootsOf(rows.flat()))
  }
  const rowsAt = (at: number): WordReading['rows'] =>
    (meant.size === 0 ? undefined : meant.get((words[at] as Word).text)?.map(rootsOf)) ??
    (readings[at] as WordReading).rows
  terms.addPairs(words.length, rowsAt)
  const { roots, expansions } = terms
  return { words: all, terms: [...terms.terms.values()], roots, expansions, mistyped, isCut }
}

const NO_ROOTS: ReadonlySet<string> = new Set()

/** Root terms of words for which verbs stand. */
function rootsOfPhrases(words: readonly Word[], spent: ReadonlySet<string>): ReadonlySet<string> {
  return new Set(rootsOf(words.filter((word) => spent.has(word.text.toLowerCase()))))
}

/** Every word that is not a stop word, as often and in the order as pairs need them, up to {@link MAX_WORDS} different ones. */
function distinctWords(all: readonly Word[]): { readonly words: readonly Word[]; readonly isCut: boolean } {
  const words: Word[] = []
  // So few words have no more different ones.
  const different = all.length > MAX_WORDS ? new Set<string>() : undefined
  for (let i = 0; i < all.length; i += 1) {
    const word = all[i] as Word
    if (word.tokens.length === 0) continue
    if (different?.size === MAX_WORDS && !different.has(word.text)) return { words, isCut: true }
    different?.add(word.text)
    words.push(word)
  }
  return { words, isCut: false }
}

const NO_CORRECTIONS: ReadonlyMap<string, readonly (readonly Word[])[]> = new Map()

/** What a word counts that a value stands for, beside 1.7 for a word of the query. */
const VALUE_WEIGHT = 0.5

/** What a word of a phrase counts, such as `take` and `off` of `take it off`: the verbs of the phrase stand for it. */
const IN_PHRASE = 0.1
/** What a pair counts of words with another one between them: `list issues` of `list open issues`. */
const ACROSS = 0.5
const NO_ROWS: WordReading['rows'] = []

/** The terms of a text, while they are read. */
class TermReader {
  readonly terms: Map<string, QueryTerm> = new Map()
  readonly roots: Map<string, number> = new Map()
  readonly expansions: Map<string, readonly string[]> = new Map()
  readonly #reading: QueryReading
  readonly #ofPhrases: ReadonlySet<string>
  readonly #rootsRead: RootReading[] = []

  constructor(reading: QueryReading, ofPhrases: ReadonlySet<string>) {
    this.#reading = reading
    this.#ofPhrases = ofPhrases
  }

  /** What a root term of the text counts. */
  readonly weightOf = (root: string): number => (this.#ofPhrases.has(root) ? IN_PHRASE : 1)

  /** Adds a term of the text itself: each counts once, however often it occurs. */
  addOwn(text: string, weight: number, covers: boolean, within?: string): void {
    if (weight > (this.terms.get(text)?.weight ?? 0)) this.terms.set(text, { text, weight, covers, within })
  }

  /** Adds an expansion: one that several words of the text share counts for each of them. */
  addOther(text: string, weight: number, covers = false): void {
    if (weight <= 0 || this.roots.has(text)) return
    const before = this.terms.get(text)?.weight ?? 0
    this.terms.set(text, { text, weight: before + weight, covers, within: undefined })
  }

  /** Adds what tools hold of a word, which counts for as much as `share`. */
  addTokens({ terms }: WordReading, share: number): void {
    for (let i = 0; i < terms.length; i += 1) {
      const { text, weight, weighedBy, covers, within } = terms[i] as WordTerm
      this.addOwn(
        text,
        weight * (weighedBy === undefined ? 1 : this.weightOf(weighedBy)) * share,
        covers,
        within,
      )
    }
  }

  /** Adds a word of the text. */
  addWord(word: WordReading): void {
    const { roots } = word
    for (let i = 0; i < roots.length; i += 1) {
      const read = roots[i] as RootReading
      if (this.roots.has(read.root)) continue
      this.roots.set(read.root, this.weightOf(read.root))
      this.#rootsRead.push(read)
    }
    this.addTokens(word, 1)
  }

  /** Adds the synonyms of the words. */
  addSynonyms(): void {
    for (let i = 0; i < this.#rootsRead.length; i += 1) {
      const { root, held, synonyms } = this.#rootsRead[i] as RootReading
      const weight = this.#reading.signals.synonyms * this.weightOf(root)
      for (let j = 0; j < held.length; j += 1) {
        const { term, share } = held[j] as (typeof held)[number]
        this.addOther(term, weight * share)
      }
      if (synonyms !== undefined) this.#expand(root, synonyms)
    }
  }

  addForms(forms: readonly FormTerm[]): void {
    for (const { term, weight, covers, root } of forms) {
      this.addOwn(term, weight, covers)
      if (covers && root !== undefined) this.#expand(root, [term])
    }
  }

  addCompound({ pair, root }: Compound): void {
    this.addOwn(pair, this.weightOf(root), true)
    this.#expand(root, [pair])
  }

  #expand(root: string, others: readonly string[]): void {
    const known = this.expansions.get(root)
    this.expansions.set(root, known === undefined ? others : [...known, ...others])
  }

  /** Adds neighbours as pairs, each word by the rows of roots that it may stand for. */
  addPairs(count: number, rowsAt: (at: number) => WordReading['rows']): void {
    let before: WordReading['rows'] = NO_ROWS
    let beforeThat: WordReading['rows'] = NO_ROWS
    for (let at = 0; at < count; at += 1) {
      const rows = rowsAt(at)
      for (let r = 0; r < rows.length; r += 1) {
        const row = rows[r] as readonly string[]
        for (let i = 1; i < row.length; i += 1) this.#addPair(row[i - 1], row[i], 1)
        for (let b = 0; b < before.length; b += 1) this.#addPair(before[b]?.at(-1), row[0], 1)
        for (let b = 0; b < beforeThat.length; b += 1) this.#addPair(beforeThat[b]?.at(-1), row[0], ACROSS)
      }
      beforeThat = before
      before = rows
    }
  }

  #addPair(before: string | undefined, root: string | undefined, share: number): void {
    if (before === undefined || root === undefined || before === root) return
    if (!this.#reading.holdsPair(before, root)) return
    const weight = share * this.#reading.signals.pairs * Math.min(this.weightOf(before), this.weightOf(root))
    this.addOwn(pairTerm(before, root), weight, false)
  }
}
