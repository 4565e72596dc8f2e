import type { Analyzer } from '../analysis/analyzer.ts'
import { foldWord, isAscii } from '../analysis/split-words.ts'
import { pairTerm, rootsOf, type Token, type Word } from '../analysis/tokens.ts'
import type { QueryTerm } from '../kernel/term-scoring.ts'
import { otherForms, type Synonyms } from '../synonyms/read-synonyms.ts'
import type { Intent } from './intent.ts'
import type { RankingSignals } from './signals.ts'
import { type Corrections, type RootReading, type WordReading, wordsOfValues } from './spelling.ts'
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
/** Words, repeated and stop words included, whose neighbours are tried as one. */
const MAX_FUSED = 512

const WORDS = /[\p{L}\p{N}\p{M}]+/gu
const ASCII_WORDS = /[a-z0-9]+/g

/** Dashes, quotes and dots of the block General Punctuation, which occur in English texts. */
const PUNCTUATION = /[\u2010-\u2027]/g
const NO_ROWS: readonly (readonly string[])[] = []

/** Particles that are written apart from their verb and together with it: log in, login; sign me up, signup. */
const PARTICLES = new Set(['in', 'out', 'up', 'off', 'on', 'down', 'over', 'back', 'away'])

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
  const terms = new Map<string, ReadTerm>()
  const roots = new Map<string, number>()
  /** The words of the text itself: each once, however often it occurs. */
  const addOwn = (text: string, weight: number, covers: boolean, within?: string): void => {
    const known = terms.get(text)
    if (weight <= (known?.weight ?? 0)) return
    if (known === undefined) terms.set(text, { text, weight, covers, within })
    else Object.assign(known, { weight, covers, within })
  }
  /** Expansions: one that several words of the text share counts for each of them. */
  const addOther = (text: string, weight: number, covers = false): void => {
    if (weight <= 0 || roots.has(text)) return
    const known = terms.get(text)
    if (known === undefined) terms.set(text, { text, weight, covers, within: undefined })
    else Object.assign(known, { weight: known.weight + weight, covers, within: undefined })
  }
  const all = analyzer.analyze(text)
  const { words, isCut } = distinctWords(all)
  const ofPhrases = spent.size === 0 ? spent : rootsOfPhrases(words, spent)
  const weightOf = (root: string): number => roots.get(root) ?? (ofPhrases.has(root) ? IN_PHRASE : 1)
  const addTokens = (tokens: readonly Token[], share = 1): void => {
    for (let i = 0; i < tokens.length; i += 1) {
      const { term, surface, root } = tokens[i] as Token
      if (!surface && !root) {
        addOwn(term, share, false)
        continue
      }
      // The stem of a word follows it; a word without a stem counts for both.
      const next = tokens[i + 1]
      const stem = !root && next?.root === true ? next.term : undefined
      const weight = (root ? signals.stems : 0) + (surface ? signals.words : 0)
      addOwn(term, weight * weightOf(stem ?? term) * share, root && signals.nameCoverage > 0, stem)
    }
  }
  const own: Token[] = []
  for (const word of words) pushAll(own, word.tokens)
  for (const fused of fuseWords(text, reading)) {
    for (const word of analyzer.analyze(fused)) pushAll(own, word.tokens)
  }
  for (const { term, root } of own) if (root) roots.set(term, weightOf(term))
  addTokens(own)
  const expansions = new Map<string, readonly string[]>()
  const expand = (root: string, others: readonly string[]): void => {
    const known = expansions.get(root)
    expansions.set(root, known === undefined ? others : [...known, ...others])
  }
  for (const [root, weight] of roots) {
    const { held, synonyms } = reading.readRoot(root)
    for (let i = 0; i < held.length; i += 1) {
      const { term, share } = held[i] as (typeof held)[number]
      addOther(term, signals.synonyms * share * weight)
    }
    if (synonyms !== undefined) expand(root, synonyms)
  }
  for (const { term, weight, covers, root } of otherForms(rootsOf(words), reading, weightOf)) {
    addOwn(term, weight, covers)
    if (covers && root !== undefined) expand(root, [term])
  }
  const readings = words.map(reading.readWord)
  for (const { compound } of readings) {
    if (compound === undefined) continue
    addOwn(compound.pair, weightOf(compound.root), true)
    expand(compound.root, [compound.pair])
  }
  const rootsIn = (said: string): readonly string[] => rootsOf(analyzer.analyze(said))
  for (const root of wordsOfValues(text).flatMap(rootsIn)) addOther(root, VALUE_WEIGHT)
  for (const verb of phrased) {
    for (const root of rootsIn(verb)) addOther(root, signals.synonyms, changes(verb))
  }
  const unknown = words.filter((_, i) => readings[i]?.isKnown === false)
  const meant = unknown.length === 0 ? NO_CORRECTIONS : correctUnknownWords(unknown, reading)
  for (const [word, rows] of meant) {
    for (const { tokens } of rows.flat()) addTokens(tokens, 1 / rows.length)
    for (const root of rootsIn(word)) expansions.set(root, rootsOf(rows.flat()))
  }
  const addPair = (before: string | undefined, root: string | undefined, share = 1): void => {
    if (before === undefined || root === undefined || before === root) return
    const weight = share * signals.pairs * Math.min(weightOf(before), weightOf(root))
    addOwn(pairTerm(before, root), weight, false)
  }
  let [rowsBefore, rowsAcross] = [NO_ROWS, NO_ROWS]
  for (let at = 0; at < words.length; at += 1) {
    const rows = meant.get((words[at] as Word).text)?.map(rootsOf) ?? (readings[at] as WordReading).rows
    for (const row of rows) {
      for (let i = 1; i < row.length; i += 1) addPair(row[i - 1], row[i])
      for (const before of rowsBefore) addPair(before.at(-1), row[0])
      for (const before of rowsAcross) addPair(before.at(-1), row[0], ACROSS)
    }
    rowsAcross = rowsBefore
    rowsBefore = rows
  }
  return { words: all, terms: [...terms.values()], roots, expansions, isCut }
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

/** Neighbours that the catalog writes as one word. */
function fuseWords(text: string, reading: QueryReading): readonly string[] {
  const words = writtenWords(text)
  const fused: string[] = []
  const tryAsOne = (pair: string): void => {
    if (pair.length >= 4 && reading.frequencyOf(pair) > 0 && !fused.includes(pair)) fused.push(pair)
  }
  for (let i = 1; i < words.length; i += 1) {
    const [word, next] = [words[i - 1] as string, words[i] as string]
    const afterNext = words[i + 1] ?? ''
    tryAsOne(word + next)
    if (next.length <= 4 && PARTICLES.has(afterNext)) tryAsOne(word + afterNext)
  }
  return fused
}

/** The first words of a text as they are compared, stop words included. */
function writtenWords(text: string): readonly string[] {
  const plain = text.replace(PUNCTUATION, ' ')
  const isPlain = isAscii(plain)
  const words = (isPlain ? plain.toLowerCase().match(ASCII_WORDS) : plain.match(WORDS)) ?? []
  const first = words.length > MAX_FUSED ? words.slice(0, MAX_FUSED) : words
  return isPlain ? first : first.map(foldWord)
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
