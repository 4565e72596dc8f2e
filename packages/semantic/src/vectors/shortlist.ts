/** Parts of the range of cosines in which rows are counted; finer than what 8 bits tell apart. */
const BINS = 2_048
/** A little more than cosines can be. */
const HIGHEST = 1.01
const BIN_WIDTH = (2 * HIGHEST) / BINS
/** More than what single precision loses of a threshold. */
const SLACK = 1e-6

/**
 * The rows that may be among the nearest of a query, by bounds on their cosines. Counting how many there are in each
 * bin costs the same for every row, however many are wanted.
 */
export class Shortlist {
  /** At least as many rows as are wanted are this near, or nearer. */
  threshold: number = Number.NEGATIVE_INFINITY
  #limit = 0
  readonly #rows: number[] = []
  /** What the cosine of each is at most. */
  readonly #bounds: number[] = []
  /** Rows by what their cosine is at least. */
  readonly #counts = new Int32Array(BINS)
  /** The bin of the threshold. */
  #bin = 0
  /** Rows in it or a higher one. */
  #above = 0

  /** Starts over, for so many rows. */
  clear(limit: number): void {
    this.threshold = Number.NEGATIVE_INFINITY
    this.#limit = limit
    this.#rows.length = 0
    this.#bounds.length = 0
    this.#counts.fill(0)
    this.#bin = 0
    this.#above = 0
  }

  /** Takes a row whose cosine is at least `least` and at most `most`. */
  add(row: number, most: number, least: number): void {
    this.#rows.push(row)
    this.#bounds.push(most)
    const counts = this.#counts
    const bin = Math.max(0, Math.min(BINS - 1, Math.floor((least + HIGHEST) / BIN_WIDTH)))
    counts[bin] = (counts[bin] as number) + 1
    if (bin < this.#bin) return
    this.#above += 1
    while (this.#above - (counts[this.#bin] as number) >= this.#limit) {
      this.#above -= counts[this.#bin] as number
      this.#bin += 1
      this.threshold = this.#bin * BIN_WIDTH - HIGHEST - SLACK
    }
  }

  /** The rows that may still be among the nearest: all that are, and some that are not. */
  settle(): readonly number[] {
    const { threshold } = this
    return this.#rows.filter((_, i) => (this.#bounds[i] as number) >= threshold)
  }
}
