import type { Judgments } from '@toolscout/evaluation'
import { withdrawTools } from '@toolscout/evaluation/internal'
import {
  DEFAULT_THRESHOLDS,
  FEATURES,
  featuresOf,
  type VerdictWeights as Weights,
} from '@toolscout/search/internal'
import { logit, logitOf, moved, type Regression, shiftBorders, type Weighed } from './borders.ts'
import { type Example, fitLogistic } from './logistic-regression.ts'
import { type Observation, observe, type Variant } from './observe.ts'
import { ownGroups, questionsByChance, STRANGERS, sampled, smallCatalogs, strangersOf } from './questions.ts'
import { judgeUnseen, type UnseenFit } from './unseen.ts'

/** What `verdict-weights.json` of the search package holds. */
export type VerdictWeights = {
  readonly [variant in Variant]: { readonly [regression in Regression]: Weights }
}

/** What a fit brings. */
export interface VerdictFit {
  readonly weights: VerdictWeights
  /** How the confidence that was fitted on the other sets does on a set, and on small catalogs of it. */
  readonly unseen: readonly UnseenFit[]
}

/** Share of the answerable that may be called `none`: what `DEFAULT_THRESHOLDS` says. */
const CALLED_NONE = 0.03
/** The same in small catalogs, where most questions describe and few name. */
const CALLED_NONE_IN_SMALL = 0.04
/** A set with fewer unanswerable questions of its own is judged by its draws. */
const FEWEST_OWN = 30
/** Share of the `strong` that are right. */
const RIGHT_WHEN_STRONG = 0.905
const APART = -1
const CHANCE = -2
const SMALL = -3
/** What requests by chance count for the certainty, beside those of the set. */
const CHANCE_BESIDE_OWN = 0.3
/** What they count, beside the draws: most of them are easy. */
const APART_BESIDE_DRAWS = 0.35
/** What the draws of a set that has questions without an answer of its own count, beside those. */
const DRAWS_BESIDE_OWN = 0.15
/** What its small catalogs count. */
const SMALL_BESIDE_OWN = 0.5
/** What a set counts that has questions without an answer of its own. */
const OWN = 4

/**
 * Fits the regressions of the verdict. Sets count alike, those with unanswerable questions of their own four times; so do
 * the questions with an answer and those without. The intercepts are moved to where the default thresholds hold: of the
 * certainty on the sets with unanswerable questions of their own, if any; of the confidence by words in the mean of all
 * sets. That by words and vectors is moved in two places: on the sets with questions of their own, and by the weight of
 * `small` in the mean of the small catalogs, which count there alone, because a fusion hears of vectors by the confidence
 * of the words: whatever changes that changes the ranking.
 */
export async function fitVerdict(
  sets: readonly Judgments[],
  {
    draws,
    seed,
    apart,
    small = [],
    onSet,
  }: {
    readonly draws: number
    readonly seed: number
    readonly onSet: (name: string) => void
    readonly apart: string | undefined
    /** Further sets that count as small catalogs alone. */
    readonly small?: readonly Judgments[] | undefined
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
    observations.push(...(await observe(set.tools, questionsByChance(set), { set: set.name, draw: CHANCE })))
    for (const { tools, queries } of smallCatalogs(set, seed))
      observations.push(...(await observe(tools, queries, { set: set.name, draw: SMALL })))
  }
  for (const set of small) {
    onSet(set.name)
    const place = { set: set.name, draw: SMALL }
    observations.push(...(await observe(set.tools, set.queries, place)))
    for (let i = 0; i < draws; i += 1) {
      const { tools, answerable, unanswerable } = withdrawTools(set, { seed: seed + i })
      observations.push(...(await observe(tools, [...answerable, ...unanswerable], place)))
    }
  }
  const unanswered = countSets(observations.filter(({ draw, isAnswerable: has }) => draw === 0 && !has))
  const own = new Set([...unanswered.keys()].filter((set) => (unanswered.get(set) ?? 0) >= FEWEST_OWN))
  const unseen = (['words', 'meaning'] as const).flatMap((variant) =>
    [...sets, ...small].flatMap(({ name: set }): readonly UnseenFit[] => {
      const weights = fitConfidence(
        observations.filter((observation) => observation.set !== set),
        variant,
        own,
      )
      const its = observations.filter((observation) => observation.set === set)
      const whole = its.filter((observation) => isJudged(observation, own))
      const small = its.filter(({ draw }) => draw === SMALL)
      return [
        ...judgeUnseen(set, whole, { variant, weights }),
        ...judgeUnseen(`${set}, small catalogs`, small, { variant, weights }),
      ]
    }),
  )
  const fit = (variant: Variant): VerdictWeights[Variant] => ({
    confidence: fitConfidence(observations, variant, own),
    certainty: fitCertainty(observations, variant, own),
  })
  return { weights: { words: fit('words'), meaning: fit('meaning') }, unseen }
}

const isAnswerable = (observation: Observation): boolean => observation.isAnswerable

/** Sets with unanswerable questions of their own are judged by those, others by their draws. */
function isJudged({ set, draw }: Observation, own: ReadonlySet<string>): boolean {
  return own.has(set) ? draw === 0 : draw > 0
}

/** Every group of every set counts alike. */
function weighConfidence(
  observations: readonly Observation[],
  variant: Variant,
  own: ReadonlySet<string>,
): readonly Weighed[] {
  const used = observations.filter(
    ({ set, draw }) =>
      draw !== CHANCE && (draw !== 0 || own.has(set)) && (draw !== SMALL || variant === 'meaning'),
  )
  const groupOf = ({ set, draw, isAnswerable: has }: Observation): string =>
    `${set} ${Math.min(draw, 1)} ${has}`
  const sizes = new Map<string, number>()
  for (const observation of used) sizes.set(groupOf(observation), (sizes.get(groupOf(observation)) ?? 0) + 1)
  return used.map((observation) => {
    const isOwn = own.has(observation.set)
    const ofDraw = observation.draw === APART ? APART_BESIDE_DRAWS : 1
    const ofOwn =
      observation.draw === 0 ? OWN : OWN * (observation.draw === SMALL ? SMALL_BESIDE_OWN : DRAWS_BESIDE_OWN)
    const share = isOwn ? ofOwn : ofDraw
    return { observation, weight: share / (sizes.get(groupOf(observation)) ?? 1) }
  })
}

function fitConfidence(
  observations: readonly Observation[],
  variant: Variant,
  own: ReadonlySet<string>,
): Weights {
  const weights = fitRegression(
    weighConfidence(observations, variant, own),
    variant,
    'confidence',
    isAnswerable,
  )
  const answerable = observations.filter(isAnswerable)
  const isBySize = variant === 'meaning'
  const smallnessOf = ({ evidence }: Observation): number => (isBySize ? (evidence[variant]?.small ?? 0) : 0)
  const whole = answerable.filter((one) => one.draw === 0 && smallnessOf(one) < 1)
  const ofOwn = whole.filter(({ set }) => own.has(set))
  const isSmall = (one: Observation): boolean =>
    smallnessOf(one) === 1 && (one.draw === 0 || one.draw === SMALL)
  const shift = shiftBorders({
    large: { weighed: weighSets(isBySize && ofOwn.length > 0 ? ofOwn : whole, own), share: CALLED_NONE },
    small: { weighed: weighSets(answerable.filter(isSmall)), share: CALLED_NONE_IN_SMALL },
    logitAt: ({ evidence }) => logitOf(evidence[variant], weights),
    smallnessOf,
  })
  return moved(weights, shift)
}

/** Every set counts alike, some more. */
function weighSets(observations: readonly Observation[], own?: ReadonlySet<string>): readonly Weighed[] {
  const sizes = countSets(observations)
  return observations.map((observation) => ({
    observation,
    weight: (own?.has(observation.set) ? OWN : 1) / (sizes.get(observation.set) ?? 1),
  }))
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
    .map((observation) => ({
      value: logitOf(observation.evidence[variant], weights),
      isRight: isRight(observation),
    }))
    .sort((one, other) => other.value - one.value)
  let right = 0
  let border = judged[0]?.value ?? 0
  judged.forEach((one, i) => {
    if (one.isRight) right += 1
    if (right >= RIGHT_WHEN_STRONG * (i + 1)) border = one.value
  })
  return moved(weights, { intercept: logit(DEFAULT_THRESHOLDS.strong) - border })
}

function fitRegression(
  weighed: readonly Weighed[],
  variant: Variant,
  regression: Regression,
  isTrue: (observation: Observation) => boolean,
): Weights {
  const names = FEATURES[variant][regression]
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
