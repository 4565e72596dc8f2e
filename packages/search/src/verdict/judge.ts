import type { Verdict } from '@toolscout/model'
import { type NearMiss, takeCodePoints, VERDICT_LIMITS, type VerdictLevel } from '@toolscout/model/internal'
import type { Token, Word } from '../analysis/tokens.ts'
import { absentParts, absentWords, holdersOf } from '../analysis/unmatched-terms.ts'
import {
  aheadOf,
  type Evidence,
  type JudgedAnswer,
  type JudgedCatalog,
  type Meaning,
  readEvidence,
} from './evidence.ts'
import { type VerdictThresholds, withJudgment, withNearMisses } from './judgment.ts'
import { readRequestNames } from './product-names.ts'
import weights from './verdict-weights.json' with { type: 'json' }

const NONE: readonly string[] = Object.freeze([])

const NO_MISSES: readonly NearMiss[] = Object.freeze([])

/** Judges answers: does the catalog have what is asked for, and is it the best hit? */
export function createJudge(
  catalog: JudgedCatalog,
  thresholds: VerdictThresholds,
): (answer: JudgedAnswer) => Verdict {
  return (answer) => {
    const { text, query, shareKept } = answer
    const isHeld = (word: Word): boolean => word.tokens.some(({ term }) => catalog.frequencyOf(term) > 0)
    const names = readRequestNames(text, query.words, isHeld)
    const { products } = names
    const absent = products.length === 0 ? products : products.filter((word) => !catalog.isInHead(word))
    const missing = absent.length === 0 ? NONE : tellable(absent.map(({ text: written }) => written))
    const judge = (evidence: Evidence, near: readonly number[]): Verdict => {
      const isFound = evidence.score > 0
      const probable = probabilitiesOf(evidence)
      const { certainty } = probable
      // A request for every word of a tool's name has that tool, however little else speaks for it.
      const isWhole = isFound && evidence.unasked === 0 && evidence.missing === 0
      const confidence = Math.max(isWhole ? thresholds.none : 0, probable.confidence)
      const level = levelOf(confidence, certainty, thresholds)
      const isNothing = !isFound && evidence.meaning === undefined
      const verdict: Verdict = isNothing
        ? { level: 'none', confidence: 0, nearMisses: NO_MISSES }
        : level === 'strong'
          ? { level, confidence, certainty, nearMisses: NO_MISSES }
          : withNearMisses({ level, confidence, certainty })
      if (missing.length > 0) Object.assign(verdict, { missing })
      let known: readonly NearMiss[] | undefined
      const nearMisses = (): readonly NearMiss[] => {
        known ??= Object.freeze(near.slice(0, VERDICT_LIMITS.nearMisses).map(missOf))
        return known
      }
      return withJudgment(verdict, { evidence, withMeaning, shareKept, nearMisses })
    }
    const withMeaning = ({ hits, ...meaning }: Meaning): Verdict => {
      if (hits.length === 0) return judge(evidence, places)
      const ahead = aheadOf(hits.map(({ score }) => score))
      const near = hits.map(({ id }) => ids.indexOf(id)).filter((place) => place >= 0)
      return judge({ ...evidence, ...ahead, meaning }, near)
    }
    const ids = answer.docIds.map(catalog.idOf)
    const places = ids.map((_, place) => place)
    const missOf = createNearMisses(answer, ids)
    const evidence = readEvidence(answer, catalog, { isMissing: absent.some(names.isKnown), names })
    return judge(evidence, places)
  }
}

function levelOf(confidence: number, certainty: number, { none, strong }: VerdictThresholds): VerdictLevel {
  if (confidence < none) return 'none'
  return Math.min(confidence, certainty) < strong ? 'weak' : 'strong'
}

/** Words that count less say nothing about what is wanted: the verb of their phrase does. */
const LEAST_SHARE = 0.4

/**
 * What a hit lacks of what was asked for, and has that was not, by its place. It is worked out when asked for, from what
 * the hits hold now: the catalog may have changed by then.
 */
function createNearMisses(
  { query, held, nameOf }: JudgedAnswer,
  ids: readonly string[],
): (place: number) => NearMiss {
  const known: (NearMiss | undefined)[] = []
  let wanted: readonly Word[] | undefined
  const read = (place: number): NearMiss => {
    const bit = 1 << place
    wanted ??= query.words.filter((word) => isTold(word, query.roots))
    const lacks: string[] = []
    const unasked: string[] = []
    for (const word of wanted) absentWords(word, (term) => (holdersOf(held, term, query) & bit) !== 0, lacks)
    for (const word of nameOf(place))
      absentParts(word, (term) => ((held.get(term) ?? 0) & bit) !== 0, unasked)
    return toMiss(ids[place] as string, tellable(lacks), tellable(unasked))
  }
  return (place) => {
    known[place] ??= read(place)
    return known[place]
  }
}

function toMiss(id: string, lacks: readonly string[], unasked: readonly string[]): NearMiss {
  const lacking = lacks.length === 0 ? '' : `nothing in it stands for ${lacks.join(', ')}`
  const saying = unasked.length === 0 ? '' : `its name says ${unasked.join(', ')}, which was not asked for`
  const both = lacking !== '' && saying !== '' ? `${lacking}; ${saying}` : lacking + saying
  const why = both === '' ? 'it has what was asked for, but so have others' : both
  return Object.freeze({ id, lacks, unasked, reason: `Not a clear match: ${why}.` })
}

function isTold({ tokens }: Word, shares: ReadonlyMap<string, number>): boolean {
  for (let i = 0; i < tokens.length; i += 1) {
    const { term, root } = tokens[i] as Token
    if (root && (shares.get(term) ?? 0) >= LEAST_SHARE) return true
  }
  return false
}

function tellable(words: readonly string[]): readonly string[] {
  if (words.length === 0) return NONE
  const shortened = new Set<string>()
  for (const word of words) shortened.add(takeCodePoints(word, VERDICT_LIMITS.wordLength))
  return Object.freeze([...shortened].slice(0, VERDICT_LIMITS.words))
}

type Regressions<T> = { readonly [regression in 'confidence' | 'certainty']: T }

const SURE = ['score', 'ahead', 'aheadOfFifth', 'held', 'missing', 'server']
const OF_SIZE = ['small', 'smallScore', 'smallUnasked', 'largeContradiction', 'largeAgreement']

/** Names of what a regression multiplies by its weights, by words alone and by words and vectors. */
export const FEATURES: { readonly [variant in 'words' | 'meaning']: Regressions<readonly string[]> } = {
  words: { confidence: ['score', 'contradiction', 'missing', 'server'], certainty: SURE },
  meaning: {
    confidence: ['score', 'missing', 'server', 'similar', 'alone', ...OF_SIZE],
    certainty: [...SURE, 'first'],
  },
}

/** Names of all features, in the order of their numbers. */
const NAMES = [...SURE, ...OF_SIZE, 'contradiction', 'first', 'similar', 'alone'] as const

/** The numbers of {@link FEATURES}. */
export function featuresOf(evidence: Evidence): { readonly [feature: string]: number } {
  const numbers = numbersOf(evidence)
  return Object.fromEntries(NAMES.map((name, i) => [name, numbers[i] as number]))
}

/** The numbers of all features. Logarithms, because the tenth matching word says less than the second. */
function numbersOf(evidence: Evidence): readonly number[] {
  const { ahead, aheadOfFifth, unasked, heldElsewhere, held, missing, small, meaning } = evidence
  const score = Math.log1p(evidence.score)
  const first = meaning?.first ?? 0
  // The best hit's name has words that were not asked for, and lacks words that other hits hold: each alone is common,
  // both together are a contradiction. The geometric mean is high only where both are.
  const contradiction = (unasked * heldElsewhere) ** (1 / 4)
  return [
    score,
    ahead,
    aheadOfFifth,
    held,
    missing,
    evidence.isOfNamedServer ? 1 : 0,
    // What a small catalog has is described rather than named, so its scores say less, and a word that another of its
    // few tools holds says that it is about such things at all.
    small,
    small * score,
    small * unasked,
    (1 - small) * contradiction,
    // Against: vectors that find the tools that words find saw the same words, so they are no second witness. Among a
    // few tools they find the same ones anyhow.
    (1 - small) * (meaning?.agreement ?? 0),
    contradiction,
    first,
    // Small cosines come by chance.
    (meaning?.nearest ?? 0) ** 2,
    // Where words say little, vectors say more.
    first ** 2 / (1 + evidence.score),
  ]
}

/** By words alone, a query is not about a hit that holds less than this share of its words, however many they are. */
const LEAST_COVERED = 0.1
/** What being named adds to a logit: a query holds the name of a tool hardly ever by chance. */
const NAMED = 3

/** Weights by the names of features, `intercept` among them. */
export type VerdictWeights = { readonly [feature: string]: number }

/** Weights by the numbers of features. */
interface Regression {
  readonly intercept: number
  readonly features: readonly number[]
  readonly weights: readonly number[]
}

function toRegression({ intercept = 0, ...by }: VerdictWeights): Regression {
  const features = Object.keys(by).map((feature) => (NAMES as readonly string[]).indexOf(feature))
  return { intercept, features, weights: Object.values(by) }
}

/** Two logistic regressions for words alone and two for words and vectors; `docs/ranking.md` says on which questions. */
const REGRESSIONS: { readonly [variant in keyof typeof FEATURES]: Regressions<Regression> } = {
  words: {
    confidence: toRegression(weights.words.confidence),
    certainty: toRegression(weights.words.certainty),
  },
  meaning: {
    confidence: toRegression(weights.meaning.confidence),
    certainty: toRegression(weights.meaning.certainty),
  },
}

/** How likely the catalog has what is asked for, and how likely the best hit itself is right, from 0 to 1. */
export function probabilitiesOf(evidence: Evidence): Regressions<number> {
  const { confidence, certainty } = REGRESSIONS[evidence.meaning === undefined ? 'words' : 'meaning']
  const numbers = numbersOf(evidence)
  return {
    confidence: probabilityOf(evidence, numbers, confidence),
    certainty: probabilityOf(evidence, numbers, certainty),
  }
}

/** The same by one regression's weights, given by the names of features. */
export function probabilityBy(evidence: Evidence, by: VerdictWeights): number {
  return probabilityOf(evidence, numbersOf(evidence), toRegression(by))
}

function probabilityOf(evidence: Evidence, numbers: readonly number[], by: Regression): number {
  const { features, weights } = by
  let logit = by.intercept
  for (let i = 0; i < features.length; i += 1)
    logit += (weights[i] as number) * (numbers[features[i] as number] ?? 0)
  if (evidence.isNamed) return sigmoid(logit + NAMED)
  return sigmoid(logit) * (evidence.meaning === undefined ? Math.min(1, evidence.covered / LEAST_COVERED) : 1)
}

function sigmoid(logit: number): number {
  return 1 / (1 + Math.exp(-logit))
}
