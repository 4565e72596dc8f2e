import { mean, requireInteger, weightedMean } from './numbers.ts'
import { createRandom, type Random } from './random.ts'

/** Values of two runs for the same queries of one set, in the same order. */
export interface PairedScores {
  readonly baseline: readonly number[]
  readonly candidate: readonly number[]
  /** How often the set counts in the mean of several. Default 1. Legal: numbers above 0. */
  readonly weight?: number | undefined
}

/** Options of {@link pairedBootstrap}. */
export interface BootstrapOptions {
  /** How often queries are resampled. Default 2,000. Legal: integers 100 to 1,000,000. */
  readonly resamples?: number | undefined
  /** Seed of the draws. Default 1. Legal: integers 0 to 4,294,967,295. */
  readonly seed?: number | undefined
}

/** How far two runs are apart, and how sure that is. */
export interface BootstrapResult {
  /** Mean of candidate minus baseline: over the queries of each set, then over the sets by their weights. */
  readonly difference: number
  /** Percentile interval of the difference. */
  readonly low: number
  readonly high: number
  /** Two-sided: how likely a difference at least this large is if the runs are equally good. Never 0. */
  readonly pValue: number
}

/** Share of the draws the interval holds. */
const CONFIDENCE = 0.95

/**
 * Paired bootstrap over queries. Pass a list with one set, or with several, whose means then count by their weights.
 *
 * Each round draws as many queries as there are, with replacement, within each set. The interval is Efron's
 * percentile interval of the drawn means (Efron and Tibshirani, "An Introduction to the Bootstrap", 1993, chapter
 * 13). The p-value is by shifting the draws to a mean of 0 (Noreen, 1989; Smucker, Allan and Carterette, "A comparison
 * of statistical significance tests for information retrieval evaluation", CIKM 2007): p = (1 + #{|d* − d| >= |d|}) /
 * (1 + resamples), d being the difference and d* that of a draw; the two ones are those of Davison and Hinkley, 1997,
 * equation 4.11.
 *
 * @throws RangeError when an option or a weight is outside its range, a set has no queries, or its lists differ in
 * length.
 */
export function pairedBootstrap(
  sets: readonly PairedScores[],
  { resamples = 2_000, seed = 1 }: BootstrapOptions = {},
): BootstrapResult {
  requireInteger('resamples', resamples, [100, 1_000_000])
  const differences = toDifferences(sets)
  const random = createRandom(seed)
  const weights = sets.map(({ weight = 1 }) => weight)
  const difference = weightedMean(differences.map(mean), weights)
  const drawn = new Float64Array(resamples)
  for (let i = 0; i < resamples; i += 1) {
    const means = differences.map((list) => drawMean(list, random))
    drawn[i] = weightedMean(means, weights)
  }
  // Sums in another order differ in their last bits; the same difference must count as one at least as large.
  const least = Math.abs(difference) - 1e-12
  const asFar = drawn.reduce((count, value) => count + (Math.abs(value - difference) >= least ? 1 : 0), 0)
  drawn.sort()
  const tail = (1 - CONFIDENCE) / 2
  return {
    difference,
    low: drawn[Math.floor(tail * (resamples - 1))] as number,
    high: drawn[Math.ceil((1 - tail) * (resamples - 1))] as number,
    pValue: (1 + asFar) / (1 + resamples),
  }
}

function toDifferences(sets: readonly PairedScores[]): readonly (readonly number[])[] {
  if (sets.length === 0) throw new RangeError('There is no set to compare on.')
  return sets.map(({ baseline, candidate }) => {
    if (baseline.length !== candidate.length || baseline.length === 0) {
      throw new RangeError(
        `A set has ${baseline.length} values of one run and ${candidate.length} of the other; as many are needed, at least 1.`,
      )
    }
    return candidate.map((value, i) => value - (baseline[i] as number))
  })
}

function drawMean(list: readonly number[], random: Random): number {
  let sum = 0
  for (let i = 0; i < list.length; i += 1) sum += list[random.below(list.length)] as number
  return sum / list.length
}
