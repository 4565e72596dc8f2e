import type { Hit } from '@toolscout/model'

/** First hits of each ranking that are compared. */
const DEPTH = 20
/** Weights of the first four hits. */
const FIRST_WEIGHTS: readonly number[] = [0.4, 0.3, 0.2, 0.1]

/**
 * How well one ranking agrees with another, from −⅓ to 1: the mean of three numbers over the first twenty hits of
 * `other`: the correlation of their order with the scores in `lead`, the weighted scores in `lead` of the first four,
 * and the share that is among the first twenty of `lead`. A random ranking has about 0, and a reversed one fails by its
 * order. Two good rankings that disagree on the best hit still agree on its neighbours, so agreement is high where
 * `lead` itself is wrong.
 */
export function agreementOf(lead: readonly Hit[], other: readonly Hit[]): number {
  const highest = lead[0]?.score ?? 0
  if (highest === 0 || other.length === 0) return 0
  const shares = new Map(lead.map(({ id, score }) => [id, score / highest]))
  const first = new Set(lead.slice(0, DEPTH).map(({ id }) => id))
  const compared = other.slice(0, DEPTH)
  const scores = compared.map(({ id }) => shares.get(id) ?? 0)
  const overlap = compared.filter(({ id }) => first.has(id)).length / compared.length
  const topScore = FIRST_WEIGHTS.reduce((sum, weight, i) => sum + weight * (scores[i] ?? 0), 0)
  return (rankCorrelation(scores) + topScore + overlap) / 3
}

/** Pearson's correlation of scores with the negative logarithm of their rank; 0 where either has no variance. */
function rankCorrelation(scores: readonly number[]): number {
  const ranks = scores.map((_, i) => -Math.log(i + 1.5))
  const meanScore = mean(scores)
  const meanRank = mean(ranks)
  let covariance = 0
  let scoreVariance = 0
  let rankVariance = 0
  scores.forEach((score, i) => {
    const a = score - meanScore
    const b = (ranks[i] as number) - meanRank
    covariance += a * b
    scoreVariance += a * a
    rankVariance += b * b
  })
  return scoreVariance === 0 || rankVariance === 0 ? 0 : covariance / Math.sqrt(scoreVariance * rankVariance)
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
