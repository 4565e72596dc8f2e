import { checkOptions } from '@toolscout/model/internal'
import type { CatalogTool, Judgments } from '../judgments/judgments.ts'
import type { SearchFunction } from '../searching/search-function.ts'
import { askDraws, DRAW_OPTIONS, type Draw, type DrawOptions, type VerdictSignal } from './draws.ts'

/** How well the verdict of a search tells questions that some tool answers from those that none does. */
export interface VerdictEvaluation {
  readonly set: string
  /** Which number of the answer was measured. */
  readonly measured: VerdictSignal['measured']
  /** Tools that stayed. */
  readonly tools: number
  /** How often tools were taken out. */
  readonly draws: number
  /** Answerable questions of all draws together. */
  readonly answerable: number
  /** Unanswerable questions of all draws together. */
  readonly unanswerable: number
  /**
   * Mean over the draws, each weighed by its pairs of an answerable and an unanswerable question; `undefined` when there
   * is no such pair.
   */
  readonly auc: number | undefined
  /** The same for the score of the best hit, which is there without a verdict. */
  readonly aucOfBestScore: number | undefined
  /** Share of the answerable queries that were called `none`; `undefined` when answers have no verdict. */
  readonly answerableCalledNone: number | undefined
  /** Share of the unanswerable queries that were called `none`; `undefined` when answers have no verdict. */
  readonly unanswerableCalledNone: number | undefined
  /** Share of the unanswerable queries that were called `strong`; `undefined` when answers have no verdict. */
  readonly unanswerableCalledStrong: number | undefined
}

/**
 * Takes tools out of a set, has a search made for those that stay, and asks it what can be answered and what cannot;
 * several times, with other tools each time, since one choice leaves few questions without an answer.
 *
 * Rejects with what the search rejects with, and with the signal's reason.
 *
 * @throws TypeError for an unknown option, RangeError for one outside its range.
 */
export async function evaluateVerdict(
  judgments: Judgments,
  createSearch: (tools: readonly CatalogTool[]) => SearchFunction,
  options: DrawOptions = {},
): Promise<VerdictEvaluation> {
  checkOptions('the options of evaluateVerdict', options, DRAW_OPTIONS)
  const draws = await askDraws(judgments, createSearch, options)
  const positives = draws.flatMap(({ answerable }) => answerable)
  const negatives = draws.flatMap(({ unanswerable }) => unanswerable)
  return {
    set: judgments.name,
    measured: [...positives, ...negatives][0]?.measured ?? 'best score',
    tools: draws[0]?.tools ?? 0,
    draws: draws.length,
    answerable: positives.length,
    unanswerable: negatives.length,
    auc: meanAuc(draws, ({ value }) => value),
    aucOfBestScore: meanAuc(draws, ({ bestScore }) => bestScore),
    answerableCalledNone: shareOf('none', positives),
    unanswerableCalledNone: shareOf('none', negatives),
    unanswerableCalledStrong: shareOf('strong', negatives),
  }
}

/** Numbers of different draws are not compared: what stays in the catalog has a bearing on them. */
function meanAuc(draws: readonly Draw[], numberOf: (signal: VerdictSignal) => number): number | undefined {
  let sum = 0
  let pairs = 0
  for (const { answerable, unanswerable } of draws) {
    const groups = { positives: answerable.map(numberOf), negatives: unanswerable.map(numberOf) }
    const weight = answerable.length * unanswerable.length
    sum += weight * (areaUnderCurve(groups) ?? 0)
    pairs += weight
  }
  return pairs === 0 ? undefined : sum / pairs
}

function shareOf(wanted: string, signals: readonly VerdictSignal[]): number | undefined {
  const levels = signals.flatMap(({ level }) => level ?? [])
  return levels.length === 0 ? undefined : levels.filter((level) => level === wanted).length / levels.length
}

/** Numbers of two groups, of which the first should be higher. */
export interface TwoGroups {
  /** Such as confidences for questions that some tool answers. */
  readonly positives: readonly number[]
  /** Such as confidences for questions that none answers. */
  readonly negatives: readonly number[]
}

/**
 * Area under the ROC curve: how likely a positive has the higher number than a negative, ties counting half; 0.5 is
 * chance, 1 a clean border. `undefined` when a group is empty.
 *
 * From ranks, as the statistic of Mann and Whitney: AUC = (R − n(n + 1) / 2) / (n m), R being the sum of the ranks of
 * the n positives among all n + m numbers, equal ones sharing the mean of their ranks (Hanley and McNeil, "The meaning
 * and use of the area under a ROC curve", Radiology 143, 1982).
 */
export function areaUnderCurve({ positives, negatives }: TwoGroups): number | undefined {
  const [n, m] = [positives.length, negatives.length]
  if (n === 0 || m === 0) return undefined
  const all = [
    ...positives.map((value) => ({ value, isPositive: true })),
    ...negatives.map((value) => ({ value, isPositive: false })),
  ].sort((a, b) => a.value - b.value)
  let rankSum = 0
  for (let start = 0; start < all.length; ) {
    let end = start
    let tied = 0
    for (; end < all.length && all[end]?.value === all[start]?.value; end += 1) {
      if (all[end]?.isPositive === true) tied += 1
    }
    rankSum += tied * ((start + 1 + end) / 2)
    start = end
  }
  return (rankSum - (n * (n + 1)) / 2) / (n * m)
}
