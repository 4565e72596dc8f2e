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
