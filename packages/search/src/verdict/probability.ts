import type { Evidence } from './evidence.ts'
import weights from './verdict-weights.json' with { type: 'json' }

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

/**
 * How likely the catalog has what is asked for, from 0 to 1.
 *
 * @param by default: the weights in the box.
 */
export function confidenceOf(evidence: Evidence, by?: VerdictWeights): number {
  return by === undefined ? probabilitiesOf(evidence).confidence : probabilityBy(evidence, by)
}

/** How likely the best hit itself is right, from 0 to 1; see {@link confidenceOf}. */
export function certaintyOf(evidence: Evidence, by?: VerdictWeights): number {
  return by === undefined ? probabilitiesOf(evidence).certainty : probabilityBy(evidence, by)
}

function probabilityBy(evidence: Evidence, by: VerdictWeights): number {
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
