import type { Fusion } from './fusion.ts'
import { NORMALIZATIONS, type Normalization, normalize } from './normalization.ts'
import { checkWindow, sumParts } from './sum-parts.ts'

/** What {@link createWeightedSumFusion} may be told. */
export interface WeightedSumOptions {
  /** How scores are made comparable. Default `min-max`. */
  readonly normalization?: Normalization | undefined
  /** Hits of every arm that are looked at. Default 100. Legal: integers 1 to 1,000. */
  readonly window?: number | undefined
}

/**
 * Adds up the normalized scores of the arms, each times its weight; a tool that an arm did not find gets nothing from
 * it (Fox and Shaw 1994, "Combination of Multiple Searches", CombSUM). Every arm is trusted for its weight.
 *
 * @throws RangeError when an option is outside its legal range.
 */
export function createWeightedSumFusion(options: WeightedSumOptions = {}): Fusion {
  const normalization = options.normalization ?? 'min-max'
  if (!NORMALIZATIONS.includes(normalization)) {
    throw new RangeError(
      `normalization is ${JSON.stringify(normalization)}; there are ${NORMALIZATIONS.join(', ')}.`,
    )
  }
  const window = checkWindow(options.window)
  return Object.freeze({
    name: 'weighted-sum',
    window,
    fuse: (rankings) =>
      sumParts(
        rankings.map((ranking) => ({
          ranking,
          values: normalize(ranking.hits, normalization).map((value) => ranking.weight * value),
          label: `weight ${ranking.weight} × score, ${normalization} over its hits`,
        })),
      ),
  } satisfies Fusion)
}
