import {
  type Fusion,
  NORMALIZATIONS,
  type Normalization,
  normalize,
  sumContributions,
  WINDOW,
} from './fusion.ts'

/** Damps the advantage of the first ranks; the value of the paper. */
const RANK_CONSTANT = 60

/**
 * Reciprocal rank fusion (Cormack, Clarke and Buettcher 2009, "Reciprocal Rank Fusion outperforms Condorcet and
 * individual Rank Learning Methods"): Σ weight / (60 + rank) over the retrievers, ranks from 1. It ignores scores, so
 * a retriever that answers at random ruins the result.
 */
export function createReciprocalRankFusion(): Fusion {
  return Object.freeze({
    name: 'reciprocal-rank',
    window: WINDOW,
    fuse: (rankings, count) =>
      sumContributions(
        rankings.map((ranking) => ({
          ranking,
          addedAt: (i) => ranking.weight / (RANK_CONSTANT + i + 1),
          label: () => `weight ${ranking.weight} / (${RANK_CONSTANT} + rank)`,
        })),
        count,
      ),
  } satisfies Fusion)
}

/**
 * Adds up the normalized scores of the retrievers, each times its weight; a tool that a retriever did not find gets
 * nothing from it (Fox and Shaw 1994, "Combination of Multiple Searches", CombSUM).
 *
 * @param normalization makes scores comparable. Default `min-max`.
 * @throws RangeError for an unknown normalization.
 */
export function createWeightedSumFusion(normalization: Normalization = 'min-max'): Fusion {
  if (!NORMALIZATIONS.includes(normalization)) {
    throw new RangeError(
      `normalization is ${JSON.stringify(normalization)}; there are ${NORMALIZATIONS.join(', ')}.`,
    )
  }
  return Object.freeze({
    name: 'weighted-sum',
    window: WINDOW,
    fuse: (rankings, count) =>
      sumContributions(
        rankings.map((ranking) => {
          const values = normalize(ranking.hits, normalization)
          const label = (): string => `weight ${ranking.weight} × score, ${normalization} over its hits`
          return { ranking, addedAt: (i) => ranking.weight * (values[i] as number), label }
        }),
        count,
      ),
  } satisfies Fusion)
}
