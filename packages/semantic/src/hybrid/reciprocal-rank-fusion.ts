import type { Fusion } from './fusion.ts'
import { checkNumber, checkWindow, sumParts } from './sum-parts.ts'

/** What {@link createReciprocalRankFusion} may be told. */
export interface ReciprocalRankOptions {
  /** How slowly a rank loses worth. Default 60. Legal: 0 to 10,000. */
  readonly k?: number | undefined
  /** Hits of every arm that are looked at. Default 100. Legal: integers 1 to 1,000. */
  readonly window?: number | undefined
}

const DEFAULT_K = 60
const MAX_K = 10_000

/**
 * Reciprocal rank fusion (Cormack, Clarke and Buettcher 2009, "Reciprocal Rank Fusion outperforms Condorcet and
 * individual Rank Learning Methods"): Σ weight / (k + rank) over the arms, ranks from 1. Looks at no score, so it
 * trusts every arm alike: one that answers at random ruins it.
 *
 * @throws RangeError when an option is outside its legal range.
 */
export function createReciprocalRankFusion(options: ReciprocalRankOptions = {}): Fusion {
  const k = checkNumber('k', options.k ?? DEFAULT_K, 0, MAX_K)
  const window = checkWindow(options.window)
  return Object.freeze({
    name: 'reciprocal-rank',
    window,
    fuse: (rankings) =>
      sumParts(
        rankings.map((ranking) => ({
          ranking,
          values: ranking.hits.map((_, i) => ranking.weight / (k + i + 1)),
          label: `weight ${ranking.weight} / (${k} + rank)`,
        })),
      ),
  } satisfies Fusion)
}
