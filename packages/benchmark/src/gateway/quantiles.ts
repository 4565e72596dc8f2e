import { percentile } from '../search/percentiles.ts'

/** Quantiles of times, in milliseconds. */
export interface Quantiles {
  readonly count: number
  /** The fastest twentieth: the time on an otherwise idle machine. */
  readonly p05Ms: number
  readonly p50Ms: number
  readonly p95Ms: number
  readonly p99Ms: number
  readonly mostMs: number
}

/** Sorts times into their quantiles; of none at all there are none. */
export function toQuantiles(times: readonly number[]): Quantiles {
  const at = (share: number): number => percentile(times, share) ?? Number.NaN
  return {
    count: times.length,
    p05Ms: at(0.05),
    p50Ms: at(0.5),
    p95Ms: at(0.95),
    p99Ms: at(0.99),
    mostMs: at(1),
  }
}
