import { DEFAULT_THRESHOLDS, type VerdictWeights as Weights } from '@toolscout/search/internal'
import { logit, logitOf } from './borders.ts'
import type { Observation, Variant } from './observe.ts'

/** What weights that were fitted on other sets do. */
export interface UnseenFit {
  readonly variant: Variant
  readonly set: string
  readonly auc: number
  readonly aucOfBestScore: number
  /** Share of the questions with an answer that are called `none`; 0 to 1. */
  readonly calledNone: number
}

/** Judges a set by weights that were fitted on the others; nothing where there are no answerable and unanswerable questions. */
export function judgeUnseen(
  set: string,
  judged: readonly Observation[],
  { variant, weights }: { readonly variant: Variant; readonly weights: Weights },
): readonly UnseenFit[] {
  const logitAt = ({ evidence }: Observation): number => logitOf(evidence[variant], weights)
  const auc = areaUnder(judged, logitAt)
  const aucOfBestScore = areaUnder(judged, ({ bestScore }) => bestScore[variant])
  if (auc === undefined || aucOfBestScore === undefined) return []
  const answerable = judged.filter(({ isAnswerable }) => isAnswerable)
  const none = answerable.filter((observation) => logitAt(observation) < logit(DEFAULT_THRESHOLDS.none))
  return [{ variant, set, auc, aucOfBestScore, calledNone: none.length / answerable.length }]
}

/** Area under the curve, each catalog by itself; `undefined` without a pair of an answerable and an unanswerable. */
function areaUnder(
  observations: readonly Observation[],
  logitAt: (observation: Observation) => number,
): number | undefined {
  let sum = 0
  let pairs = 0
  for (const draw of new Set(observations.map((observation) => observation.draw))) {
    const values = (has: boolean): readonly number[] =>
      observations
        .filter((observation) => observation.draw === draw && observation.isAnswerable === has)
        .map(logitAt)
    const [positives, negatives] = [values(true), values(false)]
    pairs += positives.length * negatives.length
    for (const one of positives) {
      for (const other of negatives) sum += one > other ? 1 : one === other ? 0.5 : 0
    }
  }
  return pairs === 0 ? undefined : sum / pairs
}
