import type { Evidence } from './evidence.ts'

/**
 * A logistic regression on whether a catalog has the tool that is asked for, every set and both groups counting alike;
 * `docs/ranking.md` says on which questions. Logarithms, because the tenth matching word says less than the second.
 */
const WEIGHTS = Object.freeze({
  intercept: -1.22,
  score: 0.58,
  lead: 0.42,
  unasked: -0.38,
  rarestLacked: -0.27,
  /**
   * The best hit's name says what nobody asked for, and lacks what was asked for and others hold: each alone is
   * common, both together are a contradiction. The geometric mean is high only where both are.
   */
  contradiction: -0.55,
  /** Nobody writes a tool's name by chance. */
  named: 3,
})

/** Below this share of its words a query is not about the best hit, however many they are. */
const LEAST_COVERED = 0.1

/** How likely the best hit's catalog has what is asked for, from 0 to 1, when beforehand one would bet evenly. */
export function confidenceOf(evidence: Evidence): number {
  const { score, lead, unasked, rarestLacked, heldElsewhere, covered, isNamed } = evidence
  const logit =
    WEIGHTS.intercept +
    WEIGHTS.score * Math.log1p(score) +
    WEIGHTS.lead * Math.log1p(lead) +
    WEIGHTS.unasked * Math.log1p(unasked) +
    WEIGHTS.rarestLacked * rarestLacked +
    WEIGHTS.contradiction * (unasked * heldElsewhere) ** (1 / 4) +
    (isNamed ? WEIGHTS.named : 0)
  const confidence = 1 / (1 + Math.exp(-logit))
  return isNamed ? confidence : confidence * Math.min(1, covered / LEAST_COVERED)
}
