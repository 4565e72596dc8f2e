import type { Analyzer } from '../analysis/analyzer.ts'
import { pairTerm, rootsOf, type Token, type Word } from '../analysis/tokens.ts'
import type { QueryTerm } from '../kernel/term-scoring.ts'
import { otherForms, type Synonyms } from '../synonyms/read-synonyms.ts'
import type { Intent } from './intent.ts'
import type { RankingSignals } from './signals.ts'
import { type Corrections, fuseWords, type RootReading, type WordReading, wordsOfValues } from './spelling.ts'
import { changes } from './verbs.ts'

/** What the words of a query are read with. */
export interface QueryReading {
  readonly analyzer: Analyzer
  readonly synonyms: Synonyms
  readonly correctionsOf: (word: string) => Corrections
  /** Tools that hold a term. */
  readonly frequencyOf: (term: string) => number
  /** Its inverse document frequency. */
  readonly rarityOf: (term: string) => number
  readonly signals: RankingSignals
  readonly readWord: (word: Word) => WordReading
  readonly readRoot: (root: string) => RootReading
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
  /** Whether the text has more than 256 different words, the rest of which were ignored. */
  readonly isCut: boolean
}

/** Different words of one text that count; the answer says when there are more. */
export const MAX_WORDS = 256
/** What a word of a phrase counts, such as `take` and `off` of `take it off`: the verbs of the phrase stand for it. */
const IN_PHRASE = 0.1
/** What a pair counts of words with another one between them: `list issues` of `list open issues`. */
const ACROSS = 0.5
/** Words that no tool holds, of which sense is made. */
const MAX_UNKNOWN = 16
/** What one of them may mean, at most. */
const MAX_CORRECTIONS = 16
const NO_ROWS: readonly (readonly string[])[] = []

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
  const terms = new TermReader(reading, spent.size === 0 ? spent : rootsOfPhrases(words, spent))
  const own: Token[] = []
  for (const word of words) pushAll(own, word.tokens)
  for (const fused of fuseWords(text, reading)) {
    for (const word of analyzer.analyze(fused)) pushAll(own, word.tokens)
  }
  terms.addText(own)
  for (const { term, weight, covers, root } of otherForms(rootsOf(words), reading, terms.weightOf)) {
    terms.addOwn(term, weight, covers)
    if (covers && root !== undefined) terms.expand(root, [term])
  }
  const readings = words.map(reading.readWord)
  for (const { compound } of readings) {
    if (compound === undefined) continue
    terms.addOwn(compound.pair, terms.weightOf(compound.root), true)
    terms.expand(compound.root, [compound.pair])
  }
  const rootsIn = (said: string): readonly string[] => rootsOf(analyzer.analyze(said))
  for (const root of wordsOfValues(text).flatMap(rootsIn)) terms.addOther(root, VALUE_WEIGHT)
  for (const verb of phrased) {
    for (const root of rootsIn(verb)) terms.addOther(root, signals.synonyms, changes(verb))
  }
  const unknown = words.filter((_, i) => readings[i]?.isKnown === false)
  const meant = unknown.length === 0 ? NO_CORRECTIONS : correctUnknownWords(unknown, reading)
  for (const [word, rows] of meant) {
    for (const { tokens } of rows.flat()) terms.addTokens(tokens, 1 / rows.length)
    for (const root of rootsIn(word)) terms.expansions.set(root, rootsOf(rows.flat()))
  }
  terms.addPairs(words.map(({ text }, i) => meant.get(text)?.map(rootsOf) ?? readings[i]?.rows ?? NO_ROWS))
  const { roots, expansions } = terms
  return { words: all, terms: [...terms.terms.values()], roots, expansions, isCut }
}

/** The terms of a text, while they are read. */
class TermReader {
  readonly terms = new Map<string, ReadTerm>()
  readonly roots = new Map<string, number>()
  readonly expansions = new Map<string, readonly string[]>()
  readonly #reading: QueryReading
  readonly #ofPhrases: ReadonlySet<string>

  constructor(reading: QueryReading, ofPhrases: ReadonlySet<string>) {
    this.#reading = reading
    this.#ofPhrases = ofPhrases
  }

  /** What a root term of the text counts. */
  readonly weightOf = (root: string): number =>
    this.roots.get(root) ?? (this.#ofPhrases.has(root) ? IN_PHRASE : 1)

  /** Adds a term of the text itself: each counts once, however often it occurs. */
  addOwn(text: string, weight: number, covers: boolean, within?: string): void {
    const known = this.terms.get(text)
    if (weight <= (known?.weight ?? 0)) return
    if (known === undefined) this.terms.set(text, { text, weight, covers, within })
    else {
      known.weight = weight
      known.covers = covers
      known.within = within
    }
  }

  /** Adds an expansion: one that several words of the text share counts for each of them. */
  addOther(text: string, weight: number, covers = false): void {
    if (weight <= 0 || this.roots.has(text)) return
    const known = this.terms.get(text)
    if (known === undefined) this.terms.set(text, { text, weight, covers, within: undefined })
    else {
      known.weight += weight
      known.covers = covers
      known.within = undefined
    }
  }

  addTokens(tokens: readonly Token[], share = 1): void {
    const { stems, words, nameCoverage } = this.#reading.signals
    for (let i = 0; i < tokens.length; i += 1) {
      const { term, surface, root } = tokens[i] as Token
      if (!surface && !root) {
        this.addOwn(term, share, false)
        continue
      }
      // The stem of a word follows it; a word without a stem counts for both.
      const next = tokens[i + 1]
      const stem = !root && next?.root === true ? next.term : undefined
      const weight = (root ? stems : 0) + (surface ? words : 0)
      this.addOwn(term, weight * this.weightOf(stem ?? term) * share, root && nameCoverage > 0, stem)
    }
  }

  expand(root: string, others: readonly string[]): void {
    const known = this.expansions.get(root)
    this.expansions.set(root, known === undefined ? others : [...known, ...others])
  }

  /** Adds the tokens of the whole text and the synonyms of its roots. */
  addText(own: readonly Token[]): void {
    const { readRoot, signals } = this.#reading
    for (const { term, root } of own) if (root) this.roots.set(term, this.weightOf(term))
    this.addTokens(own)
    this.roots.forEach((weight, root) => {
      const { held, synonyms } = readRoot(root)
      for (let i = 0; i < held.length; i += 1) {
        const { term, share } = held[i] as (typeof held)[number]
        this.addOther(term, signals.synonyms * share * weight)
      }
      if (synonyms !== undefined) this.expand(root, synonyms)
    })
  }

  /** Adds neighbours as pairs, each word by the rows of roots that it may stand for. */
  addPairs(rowsByWord: readonly (readonly (readonly string[])[])[]): void {
    for (let at = 0; at < rowsByWord.length; at += 1) {
      for (const row of rowsByWord[at] ?? NO_ROWS) {
        for (let i = 1; i < row.length; i += 1) this.#addPair(row[i - 1], row[i])
        for (const before of rowsByWord[at - 1] ?? NO_ROWS) this.#addPair(before.at(-1), row[0])
        for (const before of rowsByWord[at - 2] ?? NO_ROWS) this.#addPair(before.at(-1), row[0], ACROSS)
      }
    }
  }

  #addPair(before: string | undefined, root: string | undefined, share = 1): void {
    if (before === undefined || root === undefined || before === root) return
    const weight = share * this.#reading.signals.pairs * Math.min(this.weightOf(before), this.weightOf(root))
    this.addOwn(pairTerm(before, root), weight, false)
  }
}

/** A term while more is read. */
type ReadTerm = { -readonly [member in keyof QueryTerm]: QueryTerm[member] }

/** Root terms of words for which verbs stand. */
function rootsOfPhrases(words: readonly Word[], spent: ReadonlySet<string>): ReadonlySet<string> {
  return new Set(rootsOf(words.filter((word) => spent.has(word.text.toLowerCase()))))
}

/** The engine walks over lists that are frozen faster by number. */
function pushAll(tokens: Token[], more: readonly Token[]): void {
  for (let i = 0; i < more.length; i += 1) tokens.push(more[i] as Token)
}

/** Every different word that is not a stop word, as often and in the order as pairs need them. */
function distinctWords(all: readonly Word[]): { readonly words: readonly Word[]; readonly isCut: boolean } {
  const words: Word[] = []
  const different = new Set<string>()
  for (const word of all) {
    if (word.tokens.length === 0) continue
    if (different.size === MAX_WORDS && !different.has(word.text)) return { words, isCut: true }
    different.add(word.text)
    words.push(word)
  }
  return { words, isCut: false }
}

/** What is meant by words, not parts of them, that no tool holds in any form; by the word as it is written. */
function correctUnknownWords(
  unknown: readonly Word[],
  reading: QueryReading,
): ReadonlyMap<string, readonly (readonly Word[])[]> {
  const meant = new Map<string, readonly (readonly Word[])[]>()
  const different = new Map(unknown.map((word) => [word.text, word]))
  for (const [text, { tokens }] of [...different].slice(0, MAX_UNKNOWN)) {
    const parts = tokens.filter(({ surface }) => surface)
    const corrected = parts.flatMap(({ term }) => reading.correctionsOf(term)).slice(0, MAX_CORRECTIONS)
    if (corrected.length === 0) continue
    meant.set(
      text,
      corrected.map((row) => row.flatMap((word) => reading.analyzer.analyze(word))),
    )
  }
  return meant
}

const NO_CORRECTIONS: ReadonlyMap<string, readonly (readonly Word[])[]> = new Map()

/** What a word counts that a value stands for, beside 1.7 for a word of the query. */
const VALUE_WEIGHT = 0.5
