import { checkOptions, type OptionKind, quote } from '@toolscout/model/internal'
import type { SearchEvaluation } from '../searching/evaluate-search.ts'
import { SEED } from '../statistics/numbers.ts'
import {
  type BootstrapOptions,
  type BootstrapResult,
  pairedBootstrap,
} from '../statistics/paired-bootstrap.ts'

/** Options of {@link compareEvaluations}. */
export interface CompareOptions extends BootstrapOptions {
  /** Metric that is compared; one that was measured. Default `ndcg@10`. */
  readonly metric?: string | undefined
  /** How often sets count in the mean of several, by name. Default: each once. Legal: numbers above 0. */
  readonly weights?: { readonly [set: string]: number } | undefined
}

const OPTIONS = {
  metric: 'string',
  weights: 'object',
  resamples: { least: 100, most: 1_000_000, whole: true },
  seed: SEED,
} satisfies { [Option in keyof CompareOptions]-?: OptionKind }

/** Two searches measured on the same sets. */
export interface MeasuredPair {
  readonly baseline: readonly SearchEvaluation[]
  /** Of the same sets in the same order. */
  readonly candidate: readonly SearchEvaluation[]
}

/**
 * How far a search is ahead of another on the mean of their sets, by {@link pairedBootstrap} over the queries that
 * some tool answers. Sets without such queries are left out.
 *
 * @throws TypeError for an unknown option or one of another type.
 * @throws RangeError when the sets differ, none is left, the metric was not measured, or a weight is not above 0.
 */
export function compareEvaluations(
  { baseline, candidate }: MeasuredPair,
  given: CompareOptions = {},
): BootstrapResult {
  checkOptions('the options of compareEvaluations', given, OPTIONS)
  const { metric = 'ndcg@10', weights = {}, ...options } = given
  const sets = baseline.map((one, i) => {
    const other = candidate[i]
    if (other === undefined || other.set !== one.set) {
      throw new RangeError(
        `${quote(one.set)} is compared with ${quote(other?.set)}; the same sets are needed.`,
      )
    }
    return { baseline: valuesOf(one, metric), candidate: valuesOf(other, metric), weight: weights[one.set] }
  })
  return pairedBootstrap(
    sets.filter((set) => set.baseline.length > 0),
    options,
  )
}

function valuesOf({ perQuery }: SearchEvaluation, metric: string): readonly number[] {
  return [...perQuery.values()].map((values) => {
    const value = values[metric]
    if (value === undefined) throw new RangeError(`${quote(metric)} was not measured.`)
    return value
  })
}
