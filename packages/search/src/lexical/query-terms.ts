import type { Analyzer } from '../analysis/analyzer.ts'
import { foldWord } from '../analysis/fold.ts'
import type { QueryTerm } from '../kernel/term-scoring.ts'
import type { Lexicon } from '../lexicon/read-lexicon.ts'
import { pairTerm, rootsOf } from './pairs.ts'
import { REQUEST_SHARES } from './request-words.ts'
import type { RankingSignals } from './signals.ts'
import { MAX_SIMILAR, type Vocabulary } from './vocabulary.ts'

/** What the words of a query are read with. */
export interface QueryReading {
  readonly analyzer: Analyzer
  readonly lexicon: Lexicon
  readonly vocabulary: Vocabulary
  /** Tools that hold a term. */
  readonly frequencyOf: (term: string) => number
  readonly signals: RankingSignals
}

/** The terms a text is looked for by, and the words it is made of. */
export interface QueryTerms {
  readonly terms: readonly QueryTerm[]
  /** Root terms of the text itself, with their weight before any signal. */
  readonly roots: ReadonlyMap<string, number>
}

/** Words of one text that are looked at; the rest of a longer text adds nothing. */
const MAX_WORDS = 128

/** Particles that are written apart from their verb and together with it: log in, login; sign me up, signup. */
const PARTICLES = new Set(['in', 'out', 'up', 'off', 'on', 'down', 'over', 'back', 'away'])

/**
 * Reads a text into the terms it is looked for by: its words and their stems, whole identifiers, words that are
 * written apart (`log in`), words that mean the same, words that are written alike. Words that any request may
 * hold count less.
 */
export function readQueryTerms(text: string, reading: QueryReading): QueryTerms {
  const { analyzer, lexicon, frequencyOf, signals } = reading
  const terms = new Map<string, QueryTerm>()
  const roots = new Map<string, number>()
  /** The words of the text itself: each once, however often it stands there. */
  const addOwn = (term: string, weight: number, covers: boolean): void => {
    if (weight > 0 && (terms.get(term)?.weight ?? 0) < weight) terms.set(term, { text: term, weight, covers })
  }
  /** Words beside them: what several words of the text lead to counts for each of them. */
  const addOther = (term: string, weight: number): void => {
    const sum = (terms.get(term)?.weight ?? 0) + weight
    if (weight > 0 && !roots.has(term)) terms.set(term, { text: term, weight: sum, covers: false })
  }
  const words = analyzer.analyze(text).slice(0, MAX_WORDS)
  const fused = fuseWords(text, frequencyOf).flatMap((word) => analyzer.analyze(word))
  for (const { term, surface, root } of [...words, ...fused].flatMap((word) => word.tokens)) {
    const damping = dampingOf(root ? term : rootOf(term, analyzer), signals.commonWords)
    if (root) {
      roots.set(term, damping)
      // A word without a stem counts for both.
      addOwn(term, (signals.stems + (surface ? signals.words : 0)) * damping, signals.nameCoverage > 0)
    } else addOwn(term, surface ? signals.words * damping : 1, false)
  }
  for (const [root, weight] of roots) {
    for (const other of lexicon.get(root) ?? []) addOther(other, signals.synonyms * weight)
  }
  for (const { term, surface } of words.flatMap((word) => word.tokens)) {
    if (!surface) continue
    for (const { root, weight } of similarRoots(term, reading)) {
      addOther(root, weight * (roots.get(rootOf(term, analyzer)) ?? 1))
    }
  }
  const inOrder = rootsOf(words)
  inOrder.slice(1).forEach((root, i) => {
    const before = inOrder[i] as string
    const weight = signals.pairs * Math.min(roots.get(before) ?? 1, roots.get(root) ?? 1)
    if (root !== before) addOwn(pairTerm(before, root), weight, false)
  })
  return { terms: [...terms.values()], roots }
}

/** 1 for a word that requests rarely hold, less for one that many hold. */
function dampingOf(root: string, strength: number): number {
  return 1 / (1 + strength * (REQUEST_SHARES.get(root) ?? 0))
}

/** Neighbours that the catalog writes as one word. */
function fuseWords(text: string, frequencyOf: (term: string) => number): readonly string[] {
  const words = (text.match(/[\p{L}\p{N}]+/gu) ?? []).slice(0, MAX_WORDS).map(foldWord)
  const pairs = words.flatMap((word, i) => {
    const next = words[i + 1] ?? ''
    const afterNext = words[i + 2] ?? ''
    const apart = PARTICLES.has(afterNext) && next.length <= 4 ? [word + afterNext] : []
    return next === '' ? [] : [word + next, ...apart]
  })
  return [...new Set(pairs)].filter((pair) => pair.length >= 4 && frequencyOf(pair) > 0)
}

/** Roots of words that are written like a word of the query, and what they count. */
function similarRoots(
  term: string,
  { analyzer, vocabulary, frequencyOf, signals }: QueryReading,
): readonly { readonly root: string; readonly weight: number }[] {
  const own = rootOf(term, analyzer)
  const weights = new Map<string, number>()
  if (signals.similarWords > 0) {
    for (const { word, similarity } of vocabulary.containing(term)) {
      const root = rootOf(word, analyzer)
      if (weights.size === MAX_SIMILAR) break
      if (root === own || weights.has(root) || frequencyOf(root) === 0) continue
      weights.set(root, signals.similarWords * similarity)
    }
  }
  // Only a word that no tool holds is taken for a misspelling.
  if (frequencyOf(term) === 0 && frequencyOf(own) === 0) {
    for (const word of vocabulary.misspelt(term)) weights.set(rootOf(word, analyzer), signals.stems)
  }
  return [...weights].map(([root, weight]) => ({ root, weight }))
}

/** The root term of a word. */
function rootOf(word: string, analyzer: Analyzer): string {
  const tokens = analyzer.analyze(word)[0]?.tokens ?? []
  return tokens.find((token) => token.root)?.term ?? word
}
