import type { Judgments } from '@toolscout/evaluation'
import { withdrawTools } from '@toolscout/evaluation/internal'
import {
  certaintyOf,
  confidenceOf,
  DEFAULT_THRESHOLDS,
  type Evidence,
  FEATURES,
  featuresOf,
  type VerdictWeights as Weights,
} from '@toolscout/search/internal'
import { type Example, fitLogistic } from './logistic-regression.ts'
import { type Observation, observe, type Variant } from './observe.ts'
import { ownGroups, questionsByChance, STRANGERS, sampled, strangersOf } from './questions.ts'

type Regression = keyof typeof FEATURES

/** What `verdict-weights.json` of the search package holds. */
export type VerdictWeights = {
  readonly [variant in Variant]: { readonly [regression in Regression]: Weights }
}

/** What a fit brings. */
export interface VerdictFit {
  readonly weights: VerdictWeights
  /** By variant and set: AUC of the confidence that was fitted on the other sets. */
  readonly unseen: readonly { readonly variant: Variant; readonly set: string; readonly auc: number }[]
}

/** Share of the answerable that may be called `none`; a little better than promised. */
const CALLED_NONE = 0.03
/** Share of the `strong` that are right. */
const RIGHT_WHEN_STRONG = 0.905
const APART = -1
const CHANCE = -2
/** What requests by chance count for the certainty, beside those of the set. */
const CHANCE_BESIDE_OWN = 0.3
/** What they count, beside the draws: most of them are easy. */
const APART_BESIDE_DRAWS = 0.35
/** What the draws of a set that has questions without an answer of its own count, beside those. */
const DRAWS_BESIDE_OWN = 0.15
/** Features that words alone do not have. */
const OF_MEANING: ReadonlySet<string> = new Set(['first', 'similar', 'agreement'])
/** What a set counts that has questions without an answer of its own. */
const OWN = 4

/**
 * Fits the regressions of the verdict. Sets count alike, those with unanswerable questions of their own four times; so do
 * the questions with an answer and those without. The intercepts are moved to where the default thresholds hold: of the
 * confidence in the mean of all sets, of the certainty on those with unanswerable questions of their own, if any.
 */
export async function fitVerdict(
  sets: readonly Judgments[],
  {
    draws,
    seed,
    apart,
    onSet,
  }: {
    readonly draws: number
    readonly seed: number
    readonly onSet: (name: string) => void
    readonly apart: string | undefined
  },
): Promise<VerdictFit> {
  const observations: Observation[] = []
  for (const set of sets) {
    onSet(set.name)
    const whole = ownGroups(set)
    observations.push(...(await observe(set.tools, whole, { set: set.name, draw: 0 })))
    for (let i = 0; i < draws; i += 1) {
      const drawn = withdrawTools(set, { seed: seed + i })
      const groups = [drawn.answerable, drawn.unanswerable].map((queries) => sampled(set, queries))
      observations.push(...(await observe(drawn.tools, groups.flat(), { set: set.name, draw: i + 1 })))
    }
  }
  for (const [set, queries] of strangersOf(sets, apart)) {
    onSet(`${set.name}, asked what others are for`)
    const asked = [...queries, ...sampled(set, set.queries, STRANGERS)]
    observations.push(...(await observe(set.tools, asked, { set: set.name, draw: APART })))
  }
  for (const set of sets) {
    const place = { set: set.name, draw: CHANCE }
    observations.push(...(await observe(set.tools, questionsByChance(set), place)))
  }
  const own = new Set(
    observations.filter(({ draw, isAnswerable }) => draw === 0 && !isAnswerable).map(({ set }) => set),
  )
  const fit = (variant: Variant): VerdictWeights[Variant] => ({
    confidence: fitConfidence(observations, variant, own),
    certainty: fitCertainty(observations, variant, own),
  })
  const unseen = (['words', 'meaning'] as const).flatMap((variant) =>
    sets.flatMap(({ name: set }) => {
      const others = observations.filter((observation) => observation.set !== set)
      const weights = fitRegression(weighConfidence(others, own), variant, 'confidence', isAnswerable)
      const auc = aucOf(
        observations.filter((observation) => observation.set === set && isJudged(observation, own)),
        variant,
        weights,
      )
      return auc === undefined ? [] : [{ variant, set, auc }]
    }),
  )
  return { weights: { words: fit('words'), meaning: fit('meaning') }, unseen }
}

const isAnswerable = (observation: Observation): boolean => observation.isAnswerable
/** Sets with unanswerable questions of their own are judged by those, others by their draws. */
function isJudged({ set, draw }: Observation, own: ReadonlySet<string>): boolean {
  return own.has(set) ? draw === 0 : draw > 0
}

/** An observation and what it counts. */
interface Weighed {
  readonly observation: Observation
  readonly weight: number
}

/** Every group of every set counts alike. */
function weighConfidence(observations: readonly Observation[], own: ReadonlySet<string>): readonly Weighed[] {
  const used = observations.filter(({ set, draw }) => draw !== CHANCE && (draw !== 0 || own.has(set)))
  const groupOf = ({ set, draw, isAnswerable: has }: Observation): string =>
    `${set} ${Math.min(draw, 1)} ${has}`
  const sizes = new Map<string, number>()
  for (const observation of used) sizes.set(groupOf(observation), (sizes.get(groupOf(observation)) ?? 0) + 1)
  return used.map((observation) => {
    const isOwn = own.has(observation.set)
    const ofDraw = observation.draw < 0 ? APART_BESIDE_DRAWS : 1
    const share = !isOwn ? ofDraw : observation.draw === 0 ? OWN : OWN * DRAWS_BESIDE_OWN
    return { observation, weight: share / (sizes.get(groupOf(observation)) ?? 1) }
  })
}

function fitConfidence(
  observations: readonly Observation[],
  variant: Variant,
  own: ReadonlySet<string>,
): Weights {
  const weights = fitRegression(weighConfidence(observations, own), variant, 'confidence', isAnswerable)
  const judged = observations.filter(({ draw, isAnswerable: has }) => has && draw === 0)
  const sizes = countSets(judged)
  const logits = judged
    .map(({ set, evidence }) => ({
      value: logitOf(evidence[variant], weights, 'confidence') ?? Number.NEGATIVE_INFINITY,
      weight: (own.has(set) ? OWN : 1) / (sizes.get(set) ?? 1),
    }))
    .sort((one, other) => one.value - other.value)
  let allowed = CALLED_NONE * logits.reduce((sum, { weight }) => sum + weight, 0)
  const first = logits.find(({ weight }) => {
    allowed -= weight
    return allowed < 0
  })
  return moved(weights, logit(DEFAULT_THRESHOLDS.none) - (first?.value ?? 0))
}

function countSets(observations: readonly Observation[]): ReadonlyMap<string, number> {
  const sizes = new Map<string, number>()
  for (const { set } of observations) sizes.set(set, (sizes.get(set) ?? 0) + 1)
  return sizes
}

function fitCertainty(
  observations: readonly Observation[],
  variant: Variant,
  own: ReadonlySet<string>,
): Weights {
  const whole = observations.filter(({ draw }) => draw === 0)
  const sizes = countSets(whole)
  const byChance = observations.filter(({ draw }) => draw === CHANCE)
  const chances = countSets(byChance)
  const weighed = [...whole, ...byChance].map((observation) => {
    const { set, draw } = observation
    const share = draw === CHANCE ? CHANCE_BESIDE_OWN / (chances.get(set) ?? 1) : 1 / (sizes.get(set) ?? 1)
    return { observation, weight: (own.has(set) ? 3 : 1) * share }
  })
  const isRight = ({ isFirstRight }: Observation): boolean => isFirstRight[variant]
  const weights = fitRegression(weighed, variant, 'certainty', isRight)
  const judged = whole
    .filter(({ set, isAnswerable: has }) => has && (own.size === 0 || own.has(set)))
    .flatMap((observation) => {
      const value = logitOf(observation.evidence[variant], weights, 'certainty')
      return value === undefined ? [] : [{ value, isRight: isRight(observation) }]
    })
    .sort((one, other) => other.value - one.value)
  let right = 0
  let border = judged[0]?.value ?? 0
  judged.forEach((one, i) => {
    if (one.isRight) right += 1
    if (right >= RIGHT_WHEN_STRONG * (i + 1)) border = one.value
  })
  return moved(weights, logit(DEFAULT_THRESHOLDS.strong) - border)
}

function fitRegression(
  weighed: readonly Weighed[],
  variant: Variant,
  regression: Regression,
  isTrue: (observation: Observation) => boolean,
): Weights {
  const names = FEATURES[regression].filter((name) => variant === 'meaning' || !OF_MEANING.has(name))
  const examples = weighed.flatMap(({ observation, weight }): readonly Example[] => {
    const evidence = observation.evidence[variant]
    // The name of a tool decides without the others.
    if (evidence === undefined || evidence.isNamed) return []
    const features = featuresOf(evidence)
    return [{ features: names.map((name) => features[name] ?? 0), label: isTrue(observation), weight }]
  })
  const [intercept = 0, ...fitted] = fitLogistic(examples)
  return Object.fromEntries([['intercept', intercept], ...names.map((name, i) => [name, fitted[i] ?? 0])])
}

function moved({ intercept = 0, ...by }: Weights, shift: number): Weights {
  const all = { intercept: intercept + shift, ...by }
  return Object.fromEntries(
    Object.entries(all).map(([name, weight]) => [name, Math.round(weight * 1000) / 1000]),
  )
}

function logit(probability: number): number {
  return Math.log(probability / (1 - probability))
}

/** The logit that some weights give. */
function logitOf(
  evidence: Evidence | undefined,
  weights: Weights,
  regression: Regression,
): number | undefined {
  if (evidence === undefined) return undefined
  const judge = regression === 'confidence' ? confidenceOf : certaintyOf
  return logit(Math.min(1 - 1e-12, Math.max(1e-12, judge(evidence, weights))))
}

function aucOf(observations: readonly Observation[], variant: Variant, weights: Weights): number | undefined {
  let sum = 0
  let pairs = 0
  for (const draw of new Set(observations.map((observation) => observation.draw))) {
    const values = (has: boolean): readonly number[] =>
      observations
        .filter((observation) => observation.draw === draw && observation.isAnswerable === has)
        .map(({ evidence }) => logitOf(evidence[variant], weights, 'confidence') ?? -100)
    const [positives, negatives] = [values(true), values(false)]
    pairs += positives.length * negatives.length
    for (const one of positives) {
      for (const other of negatives) sum += one > other ? 1 : one === other ? 0.5 : 0
    }
  }
  return pairs === 0 ? undefined : sum / pairs
}
