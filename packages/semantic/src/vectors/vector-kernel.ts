import { checkWhole, quote } from '@toolscout/model/internal'
import { EmbedderFailedError } from '../errors.ts'
import { LARGEST_CODE, quantize, RowBlocks } from './row-blocks.ts'
import { createLoops, createViews, MAX_QUERIES, type VectorLoops, type Views } from './vector-loops.ts'

/** The 16-byte unit of both kinds of rows: widths are rounded up to it, and filled with zeros. */
const WIDTH_UNIT = 16
/** Sums of products of codes must fit 32 bits with their sign. */
const LARGEST_SUM = (2 ** 31 - 1) / LARGEST_CODE
/** More than what single precision loses in the few steps from a sum of codes to a bound. */
const SLACK = 2e-6

/** How far from 1 the length of a vector may be; single precision stays within a thousandth of this. */
const LENGTH_TOLERANCE = 0.001
/** The most dimensions a vector can have; the largest models in use give 4,096. */
const MAX_DIMENSIONS = 16_384

/**
 * The loops over rows of numbers. A kernel knows rows by number; ids, order and limits are the
 * store's.
 *
 * A scan reads 8-bit values, a quarter of the memory, and bounds what each row's similarity can be: with x = s·c + e for
 * a row and y = t·d + f for the query, Cauchy and Schwarz give
 *
 *     x·y <= s·t·(c·d) + |e|·|y| + |s·c|·|f|    with |s·c| <= |x| + |e|
 *
 * so no row that belongs to the answer is passed over, and `dots` has the last word in double precision. Several queries
 * stand beside each other: all are asked about a block while it is in the cache, the first about every row, the others
 * about those that it listed. All have the margins of the one that was rounded worst.
 */
export class VectorKernel {
  readonly blockRows: number
  readonly rows: RowBlocks
  readonly #width: number
  readonly #loops: VectorLoops
  /** Results come first, then the lists of rows, bounds, margins and estimates, each with the four that a scan may write behind it. */
  readonly #listAt: number
  /** Bytes from one list to the next. */
  readonly #gap: number
  readonly #queryAt: number
  readonly #queryCodesAt: number
  #views: Views
  /** What each query was rounded to multiples of. */
  #units: readonly number[] = []
  #slope = 0
  #slack = 0

  constructor(dimensions: number, simd: boolean) {
    const width = Math.ceil(dimensions / WIDTH_UNIT) * WIDTH_UNIT
    this.#width = width
    // About 64 KiB of 8-bit values, so that what a search looks at next is still in the cache when the threshold has risen.
    this.blockRows = Math.min(1024, Math.max(16, Math.floor(65_536 / width / 16) * 16))
    this.#listAt = this.blockRows * 8
    this.#gap = this.blockRows * 4 + 16
    this.#queryAt = this.#listAt + (3 + MAX_QUERIES) * this.#gap
    this.#queryCodesAt = this.#queryAt + MAX_QUERIES * width * 4
    const start = this.#queryCodesAt + MAX_QUERIES * width * 2
    this.#loops = createLoops(start, simd)
    this.#views = this.#view()
    const onGrow = (): void => {
      this.#views = this.#view()
    }
    const { memory } = this.#loops
    this.rows = new RowBlocks({ width, blockRows: this.blockRows, memory, start, onGrow })
  }

  /**
   * Where `scan` lists rows, numbered from the start of their block, with upper bounds and margins, and `estimate` a list
   * for each query. Others after the rows have grown.
   */
  get listed(): Pick<Views, 'list' | 'bounds' | 'margins' | 'estimates'> {
    return this.#views
  }

  /** From the estimates for one query to those for the next. */
  get stride(): number {
    return this.#gap / 4
  }

  /** Takes the queries of the next scans and dot products, at most {@link MAX_QUERIES}. */
  load(queries: readonly Float32Array[]): void {
    const { floats, words } = this.#views
    const largest = Math.min(32_767, Math.floor(LARGEST_SUM / this.#width))
    this.#slope = 0
    this.#slack = 0
    this.#units = queries.map((query, number) => {
      floats.set(query, this.#queryAt / 4 + number * this.#width)
      const { scale, error } = quantize(query, largest, words, this.#queryCodesAt / 2 + number * this.#width)
      this.#slope = Math.max(this.#slope, normOf(query) + error)
      // A row's own length is at most 1.001, which the store sees to.
      this.#slack = Math.max(this.#slack, error * 1.001 + SLACK)
      return scale
    })
  }

  /**
   * Lists rows of `first` to `first + count`, all in one block, whose dot product with the first query may reach
   * `threshold`: all that do, and some that do not. Returns how many.
   */
  scan(first: number, count: number, threshold: number): number {
    const { codes, scales, errors } = this.rows.placesOf(first)
    const at = first % this.blockRows
    return this.#loops.scan(
      codes + at * this.#width,
      scales + at * 4,
      errors + at * 4,
      at,
      Math.ceil(count / 4) * 4,
      this.#width,
      this.#queryCodesAt,
      this.#units[0] as number,
      this.#slope,
      this.#slack,
      threshold,
      this.#listAt,
      this.#gap,
    )
  }

  /**
   * Estimates the dot products with the further queries of the rows that the last scan of a block listed, each within its
   * margin. In the place of the first query is the highest of all.
   */
  estimate(first: number, found: number): void {
    const { list, bounds, margins, estimates } = this.#views
    const { codes, scales } = this.rows.placesOf(first)
    for (let i = 0; i < found; i += 1) estimates[i] = (bounds[i] as number) - (margins[i] as number)
    // Numbers of rows, since four are looked at together.
    list.fill(0, found, found + 3)
    const count = Math.ceil(found / 4) * 4
    const most = this.#listAt + 3 * this.#gap
    for (let number = 1; number < this.#units.length; number += 1) {
      const query = this.#queryCodesAt + number * this.#width * 2
      const [unit, out] = [this.#units[number] as number, most + number * this.#gap]
      this.#loops.estimate(codes, scales, this.#listAt, count, this.#width, query, unit, out, most)
    }
  }

  /**
   * Writes dot products of a query and some rows to `into`.
   *
   * @throws VectorsUnreadableError `VECTORS_UNREADABLE` when a row is in a file that cannot be read.
   */
  dots(rows: ArrayLike<number>, number: number, into: Float64Array): void {
    const { list, results } = this.#views
    for (let from = 0; from < rows.length; from += this.blockRows) {
      const part = Math.min(this.blockRows, rows.length - from)
      this.rows.locate(rows, from, list.subarray(0, part))
      this.#loops.dots(this.#width, this.#queryAt + number * this.#width * 4, this.#listAt, part, 0)
      for (let i = 0; i < part; i += 1) into[from + i] = results[i] as number
    }
  }

  #view(): Views {
    const { buffer } = this.#loops.memory
    return createViews(buffer, {
      list: this.#listAt,
      gap: this.#gap,
      rows: this.blockRows,
      lists: MAX_QUERIES,
    })
  }
}

/** Euclidean length of a vector. */
export function normOf(vector: ArrayLike<number>): number {
  let sum = 0
  for (let i = 0; i < vector.length; i += 1) {
    const value = vector[i] as number
    sum += value * value
  }
  return Math.sqrt(sum)
}

/** Returns the number if it is a legal number of dimensions. @throws RangeError otherwise. */
export function checkDimensions(dimensions: unknown): number {
  return checkWhole('dimensions', dimensions, 1, MAX_DIMENSIONS)
}

/** Why a value is not a unit vector of the given dimensions; `undefined` when it is one. */
export function faultOfVector(vector: unknown, dimensions: number): string | undefined {
  if (!(vector instanceof Float32Array)) return `a vector must be a Float32Array, not ${quote(vector)}`
  if (vector.length !== dimensions)
    return `a vector has ${vector.length} dimensions in place of ${dimensions}`
  const norm = normOf(vector)
  if (Number.isNaN(norm)) return 'a vector holds what is not a number'
  if (Math.abs(norm - 1) <= LENGTH_TOLERANCE) return undefined
  return `a vector is of length ${norm} in place of 1`
}

/** Which vectors may be compared with each other. */
export interface VectorSpace {
  readonly model: string
  readonly dimensions: number
}

/** The space of an embedder's vectors at the moment. */
export function spaceOf({ model, dimensions }: VectorSpace): VectorSpace {
  return { model, dimensions }
}

/** Gives a vector back when it is one of this space. @throws EmbedderFailedError `EMBEDDER_FAILED` otherwise. */
export function requireVector(vector: unknown, { model, dimensions }: VectorSpace): Float32Array {
  const fault = faultOfVector(vector, dimensions)
  if (fault === undefined) return vector as Float32Array
  const message = `${quote(model)} gave what cannot be used: ${fault}.`
  throw new EmbedderFailedError(message, { model, reason: 'invalid_answer' })
}
