/** Durations of one kind of work, summed up, in milliseconds. */
export type MeasureStats = {
  readonly [name in 'count' | 'min' | 'max' | 'avg' | 'p50' | 'p95' | 'p99' | 'total']: number
}

/** Durations that are kept: percentiles of more say the same. */
export const MAX_KEPT_DURATIONS = 1_000

/** Collects durations without growing. Percentiles are of the last {@link MAX_KEPT_DURATIONS}; the rest is of all. */
export class Measure {
  readonly #kept: number[] = []
  #count = 0
  #total = 0
  #min = Number.POSITIVE_INFINITY
  #max = 0

  get count(): number {
    return this.#count
  }

  add(durationMs: number): void {
    this.#kept[this.#count % MAX_KEPT_DURATIONS] = durationMs
    this.#count += 1
    this.#total += durationMs
    this.#min = Math.min(this.#min, durationMs)
    this.#max = Math.max(this.#max, durationMs)
  }

  /** `null`, as opencode-toolbox says it, while there is none. */
  stats(): MeasureStats | null {
    if (this.#count === 0) return null
    const sorted = this.#kept.toSorted((a, b) => a - b)
    const percentile = (p: number): number => rounded(sorted[Math.ceil((p / 100) * sorted.length) - 1] ?? 0)
    return {
      count: this.#count,
      min: rounded(this.#min),
      max: rounded(this.#max),
      avg: rounded(this.#total / this.#count),
      p50: percentile(50),
      p95: percentile(95),
      p99: percentile(99),
      total: rounded(this.#total),
    }
  }
}

/** Microseconds are as much as anybody reads. */
function rounded(durationMs: number): number {
  return Math.round(durationMs * 1_000) / 1_000
}
