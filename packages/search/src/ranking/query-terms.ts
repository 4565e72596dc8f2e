import type { Analyzer } from '../analysis/analyzer.ts'
import { rootsOf, type Word } from '../analysis/tokens.ts'
import type { QueryTerm } from '../kernel/scored-documents.ts'
import { otherForms } from '../synonyms/expansions.ts'
import type { Synonyms } from '../synonyms/read-synonyms.ts'
import type { Intent } from './intent.ts'
import { type Corrections, fuseWords, wordsOfValues } from './spelling.ts'
import { TermReader, type TermReading } from './term-reader.ts'
import { changes } from './verbs.ts'
import type { WordReading } from './word-readings.ts'

/** What the words of a query are read with. */
export interface QueryReading extends TermReading {
  readonly analyzer: Analyzer
  readonly synonyms: Synonyms
  readonly correctionsOf: (word: string) => Corrections
  /** Tools that hold a term. */
  readonly frequencyOf: (term: string) => number
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
/** Words that no tool holds, of which sense is made. */
const MAX_UNKNOWN = 16
/** What one of them may mean, at most. */
const MAX_CORRECTIONS = 16

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
  let isAnyUnknown = false
  for (let i = 0; i < words.length; i += 1) {
    const read = reading.readWord(words[i] as Word)
    readings.push(read)
    terms.addWord(read)
    if (read.beginsForm) hasForms = true
    if (!read.isKnown) isAnyUnknown = true
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
  const meant = isAnyUnknown ? correctUnknownWords(words, readings, reading) : NO_CORRECTIONS
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

/** What is meant by words, not parts of them, that no tool holds in any form; by the word as it is written. */
function correctUnknownWords(
  words: readonly Word[],
  readings: readonly WordReading[],
  { analyzer, correctionsOf }: QueryReading,
): ReadonlyMap<string, readonly (readonly Word[])[]> {
  const meant = new Map<string, readonly (readonly Word[])[]>()
  const unknown = words.filter((_, i) => readings[i]?.isKnown === false)
  const different = new Map(unknown.map((word) => [word.text, word]))
  for (const [text, { tokens }] of [...different].slice(0, MAX_UNKNOWN)) {
    const parts = tokens.filter(({ surface }) => surface)
    const corrected = parts.flatMap(({ term }) => correctionsOf(term)).slice(0, MAX_CORRECTIONS)
    if (corrected.length === 0) continue
    meant.set(
      text,
      corrected.map((row) => row.flatMap((word) => analyzer.analyze(word))),
    )
  }
  return meant
}

const NO_CORRECTIONS: ReadonlyMap<string, readonly (readonly Word[])[]> = new Map()

/** What a word counts that a value stands for, beside 1.7 for a word of the query. */
const VALUE_WEIGHT = 0.5
