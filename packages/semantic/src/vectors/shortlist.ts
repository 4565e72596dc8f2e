/** Parts of the range of cosines in which rows are counted; finer than what 8 bits tell apart. */
const BINS = 2_048
/** A little more than cosines can be. */
const HIGHEST = 1.01
/** The first begins at minus {@link HIGHEST}. */
const BINS_PER_UNIT = BINS / (2 * HIGHEST)
/** More than what rounding can move a bound. */
const SLACK = 1e-6

/**
 * The rows that may be among the best of a query, by bounds on their scores. Counting how many there are in each bin
 * costs the same for every row, however many are wanted.
 */
export class Shortlist {
  /** At least as many rows as are wanted have this score, or a higher one. */
  threshold: number = Number.NEGATIVE_INFINITY
  #limit = 0
  #count = 0
  #rows = new Int32Array(512)
  #marks = new Int32Array(512)
  /** What the score of each is at most. */
  #bounds = new Float64Array(512)
  /** Rows by what their score is at least. */
  readonly #counts = new Int32Array(BINS)
  /** The bin of the threshold. */
  #bin = 0
  /** Rows in it or a higher one. */
  #above = 0

  /** Starts over, for this many rows. */
  clear(limit: number): void {
    this.threshold = Number.NEGATIVE_INFINITY
    this.#limit = limit
    this.#count = 0
    this.#counts.fill(0)
    this.#bin = 0
    this.#above = 0
  }

  /** Takes a row whose score is between two bounds, and what is to be remembered of it. */
  add(row: number, lower: number, upper: number, mark = 0): void {
    if (this.#count === this.#rows.length) this.#grow()
    this.#rows[this.#count] = row
    this.#marks[this.#count] = mark
    this.#bounds[this.#count] = upper
    this.#count += 1
    // All bounds are far below what an integer of 32 bits holds.
    const bin = Math.min(BINS - 1, Math.max(0, ((lower + HIGHEST) * BINS_PER_UNIT) | 0))
    if (bin < this.#bin) return
    const counts = this.#counts
    counts[bin] = (counts[bin] as number) + 1
    this.#above += 1
    if (this.#above - (counts[this.#bin] as number) >= this.#limit) this.#raise()
  }

  #raise(): void {
    const counts = this.#counts
    while (this.#above - (counts[this.#bin] as number) >= this.#limit) {
      this.#above -= counts[this.#bin] as number
      this.#bin += 1
    }
    this.threshold = this.#bin / BINS_PER_UNIT - HIGHEST - SLACK
  }

  /** The rows that may still be among the best: all that are, and some that are not. Stands until the next start. */
  settle(): { readonly rows: Int32Array; readonly marks: Int32Array } {
    const [rows, marks, bounds] = [this.#rows, this.#marks, this.#bounds]
    let kept = 0
    for (let i = 0; i < this.#count; i += 1) {
      if ((bounds[i] as number) < this.threshold) continue
      rows[kept] = rows[i] as number
      marks[kept] = marks[i] as number
      kept += 1
    }
    return { rows: rows.subarray(0, kept), marks: marks.subarray(0, kept) }
  }

  #grow(): void {
    const [rows, marks, bounds] = [this.#rows, this.#marks, this.#bounds]
    this.#rows = new Int32Array(2 * rows.length)
    this.#rows.set(rows)
    this.#marks = new Int32Array(2 * rows.length)
    this.#marks.set(marks)
    this.#bounds = new Float64Array(2 * rows.length)
    this.#bounds.set(bounds)
  }
}

/** Cosines are compared by their first digits, and places stand in the rest of the 53 bits of a number. */
const [SHARPNESS, PLACES] = [2 ** 25, 2 ** 26] as const

/** What is sorted, used again. */
let room = new Float64Array(512)

/**
 * Places of scores, the highest first, equal ones as `compare` says. By a sort of numbers, which is native code as long
 * as it does not call back.
 */
export function orderOf(
  scores: Float64Array,
  compare: (place: number, other: number) => number,
): readonly number[] {
  const { length } = scores
  if (length > room.length) room = new Float64Array(2 * length)
  const keys = room.subarray(0, length)
  for (let i = 0; i < length; i += 1) keys[i] = i - Math.floor((scores[i] as number) * SHARPNESS) * PLACES
  keys.sort()
  const order: number[] = []
  for (let i = 0, first = 0; i < length; i += 1) {
    const key = keys[i] as number
    const digits = Math.floor(key / PLACES)
    order.push(key - digits * PLACES)
    if (i + 1 < length && Math.floor((keys[i + 1] as number) / PLACES) === digits) continue
    if (i > first) {
      const near = order.splice(first)
      near.sort((one, other) => (scores[other] as number) - (scores[one] as number) || compare(one, other))
      for (const place of near) order.push(place)
    }
    first = i + 1
  }
  return order
}
