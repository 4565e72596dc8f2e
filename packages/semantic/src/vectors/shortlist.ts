import { BIN_WIDTH, BINS, HIGHEST } from './vector-loops.ts'

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

  /** Starts over, for this many rows. */
  clear(limit: number): void {
    this.threshold = Number.NEGATIVE_INFINITY
    this.#limit = limit
    this.#rows.length = 0
    this.#bounds.length = 0
    this.#counts.fill(0)
    this.#bin = 0
    this.#above = 0
  }

  /** Takes a row whose cosine is at most `bound` and at least in a bin. */
  add(row: number, bound: number, bin: number): void {
    this.#rows.push(row)
    this.#bounds.push(bound)
    const counts = this.#counts
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

/** Rows with their scores. */
export interface Ranked {
  readonly rows: readonly number[]
  readonly scores: readonly number[] | Float64Array
}

/**
 * The best `limit` of some rows: by score, equal ones as `compare` says of rows. By binary insertion, which in lists as
 * short as these takes a third of the time of a sort that calls back.
 */
export function takeBest(
  { rows, scores }: Ranked,
  limit: number,
  compare: (row: number, other: number) => number,
): Ranked {
  const places = new Int32Array(rows.length)
  for (let place = 0; place < rows.length; place += 1) {
    const score = scores[place] as number
    let low = 0
    let high = place
    while (low < high) {
      const middle = (low + high) >> 1
      const other = places[middle] as number
      const behind =
        (scores[other] as number) - score || compare(rows[place] as number, rows[other] as number)
      if (behind > 0) low = middle + 1
      else high = middle
    }
    places.copyWithin(low + 1, low, place)
    places[low] = place
  }
  const best = Array.from(places.subarray(0, limit))
  return { rows: best.map((i) => rows[i] as number), scores: best.map((i) => scores[i] as number) }
}

/**
 * All rows that are near to a query or its parts, with the mean of the cosine to the query and the highest of all. A
 * row that is not among the nearest to a part has at most the cosine of the last of those, which often settles it.
 */
export function meanScores(
  near: readonly Ranked[],
  limit: number,
  dots: (rows: readonly number[], number: number) => Float64Array,
): Ranked {
  const highest = new Map<number, number>()
  const raise = (rows: readonly number[], scores: Ranked['scores']): void => {
    for (const [i, row] of rows.entries())
      highest.set(row, Math.max(highest.get(row) ?? -Infinity, scores[i] as number))
  }
  for (const { rows, scores } of near) raise(rows, scores)
  const rows = [...highest.keys()]
  const own = dots(rows, 0)
  raise(rows, own)
  for (const [number, { rows: known, scores }] of near.entries()) {
    if (number === 0 || known.length < limit) continue
    const least = scores.at(-1) as number
    const open = rows.filter((row) => (highest.get(row) as number) < least)
    raise(open, dots(open, number))
  }
  return { rows, scores: own.map((score, i) => (score + (highest.get(rows[i] as number) as number)) / 2) }
}
