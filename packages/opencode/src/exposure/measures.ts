/** Durations of one kind of work, summed up, in milliseconds. */
export interface MeasureStats {
  readonly count: number
  readonly min: number
  readonly max: number
  readonly avg: number
  readonly p50: number
  readonly p95: number
  readonly p99: number
  readonly total: number
}

/** Collects durations. Percentiles are of the last ones; the rest is of all. */
export interface Measure {
  readonly add: (durationMs: number) => void
  /** `undefined` while there is none. */
  readonly stats: () => MeasureStats | undefined
}

/** Durations that are kept: percentiles of more say the same. */
export const MAX_KEPT_DURATIONS = 1_000

/** Creates a {@link Measure} that never grows beyond {@link MAX_KEPT_DURATIONS}. */
export function createMeasure(): Measure {
  const kept: number[] = []
  let count = 0
  let total = 0
  let min = Number.POSITIVE_INFINITY
  let max = 0
  return {
    add: (durationMs) => {
      kept[count % MAX_KEPT_DURATIONS] = durationMs
      count += 1
      total += durationMs
      min = Math.min(min, durationMs)
      max = Math.max(max, durationMs)
    },
    stats: () => {
      if (count === 0) return undefined
      const sorted = [...kept].sort((a, b) => a - b)
      const percentile = (p: number): number => sorted[Math.ceil((p / 100) * sorted.length) - 1] ?? 0
      return {
        count,
        min: rounded(min),
        max: rounded(max),
        avg: rounded(total / count),
        p50: rounded(percentile(50)),
        p95: rounded(percentile(95)),
        p99: rounded(percentile(99)),
        total: rounded(total),
      }
    },
  }
}

/** Microseconds are as much as anybody reads. */
function rounded(durationMs: number): number {
  return Math.round(durationMs * 1_000) / 1_000
}
