/** Numbers of two groups, of which the first should be higher. */
export interface TwoGroups {
  /** Such as confidences for questions that some tool answers. */
  readonly positives: readonly number[]
  /** Such as confidences for questions that none answers. */
  readonly negatives: readonly number[]
}

/** A border, and how the two groups fall around it; a number at the border counts as positive. */
export interface Threshold {
  readonly value: number
  /** Share of the positives at or above it. */
  readonly truePositiveRate: number
  /** Share of the negatives at or above it. */
  readonly falsePositiveRate: number
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

/** How the two groups fall around a border. Rates of an empty group are 0. */
export function rateThreshold(groups: TwoGroups, value: number): Threshold {
  return {
    value,
    truePositiveRate: shareFrom(groups.positives, value),
    falsePositiveRate: shareFrom(groups.negatives, value),
  }
}

/**
 * The border that parts the groups best: the one with the highest true minus false positive rate (Youden, "Index for
 * rating diagnostic tests", Cancer 3, 1950), the highest of several. `undefined` when a group is empty.
 */
export function bestThreshold(groups: TwoGroups): Threshold | undefined {
  if (groups.negatives.length === 0) return undefined
  return candidates(groups)
    .map((value) => rateThreshold(groups, value))
    .reduce<Threshold | undefined>(
      (best, next) => (best === undefined || youden(next) > youden(best) ? next : best),
      undefined,
    )
}

/**
 * The highest border that at least a share of the positives reaches. `undefined` when there are no positives.
 *
 * @throws RangeError when the share is not above 0 and at most 1.
 */
export function thresholdForRate(groups: TwoGroups, truePositiveRate: number): Threshold | undefined {
  if (!(truePositiveRate > 0 && truePositiveRate <= 1)) {
    throw new RangeError(`The rate is ${truePositiveRate}; it must be above 0 and at most 1.`)
  }
  const sorted = [...groups.positives].sort((a, b) => b - a)
  const value = sorted[Math.ceil(truePositiveRate * sorted.length) - 1]
  return value === undefined ? undefined : rateThreshold(groups, value)
}

/** Borders worth trying, highest first: only at a positive's number does the true positive rate change. */
function candidates({ positives }: TwoGroups): readonly number[] {
  return [...new Set(positives)].sort((a, b) => b - a)
}

function youden({ truePositiveRate, falsePositiveRate }: Threshold): number {
  return truePositiveRate - falsePositiveRate
}

function shareFrom(values: readonly number[], border: number): number {
  if (values.length === 0) return 0
  return values.filter((value) => value >= border).length / values.length
}
