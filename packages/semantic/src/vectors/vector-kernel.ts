import {
  createLoops,
  createViews,
  PAGE_BYTES,
  quantize,
  type VectorLoops,
  type Views,
} from './vector-loops.ts'

/** The 16-byte unit of both kinds of rows: widths are rounded up to it, and filled with zeros. */
const WIDTH_UNIT = 16
/** What a code of a row may be; -128 is left out, so that signs are alike. */
const LARGEST_CODE = 127
/** Sums of products of codes must fit 32 bits with their sign. */
const LARGEST_SUM = (2 ** 31 - 1) / LARGEST_CODE
/** More than what single precision loses in the few steps from a sum of codes to a bound. */
const SLACK = 2e-6
/** How many queries there is room for. */
export const MAX_QUERIES = 16

/** Byte offsets of the parts of a block; each begins at a multiple of 16. */
interface BlockPlaces {
  readonly values: number
  readonly codes: number
  readonly scales: number
  readonly errors: number
}

/**
 * Rows of numbers in blocks, and the loops over them. A kernel knows rows by number; ids, order and limits are the
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
  /** Bytes of a block: values in 32 and in 8 bits, scale and error of each row. */
  readonly blockBytes: number
  readonly #width: number
  readonly #loops: VectorLoops
  /** Results come first, then the lists of rows, bounds, margins and estimates, each with the four that a scan may write behind it. */
  readonly #listAt: number
  /** Bytes from one list to the next. */
  readonly #gap: number
  readonly #queryAt: number
  readonly #queryCodesAt: number
  readonly #blocksAt: number
  #views: Views
  #blocks = 0
  /** What each query was rounded to multiples of. */
  #units: readonly number[] = []
  #slope = 0
  #slack = 0

  constructor(dimensions: number, simd: boolean) {
    const width = Math.ceil(dimensions / WIDTH_UNIT) * WIDTH_UNIT
    this.#width = width
    // About 64 KiB of 8-bit values, so that what a search looks at next is still in the cache when the threshold has risen.
    this.blockRows = Math.min(1024, Math.max(16, Math.floor(65_536 / width / 16) * 16))
    this.blockBytes = this.blockRows * (width * 5 + 8)
    this.#listAt = this.blockRows * 8
    this.#gap = this.blockRows * 4 + 16
    this.#queryAt = this.#listAt + (3 + MAX_QUERIES) * this.#gap
    this.#queryCodesAt = this.#queryAt + MAX_QUERIES * width * 4
    this.#blocksAt = this.#queryCodesAt + MAX_QUERIES * width * 2
    this.#loops = createLoops(this.#blocksAt, simd)
    this.#views = this.#view()
  }

  /** How many rows there is room for. */
  get capacity(): number {
    return this.#blocks * this.blockRows
  }

  /**
   * Where `scan` lists rows, numbered from the start of their block, with upper bounds and margins, and `estimate` a list
   * for each query. Others after `grow`.
   */
  get listed(): Pick<Views, 'list' | 'bounds' | 'margins' | 'estimates'> {
    return this.#views
  }

  /** From the estimates for one query to those for the next. */
  get stride(): number {
    return this.#gap / 4
  }

  /** Makes room for some blocks more. @throws RangeError when there is no memory for them. */
  grow(blocks = 1): void {
    const { memory } = this.#loops
    const missing = this.#blocksAt + (this.#blocks + blocks) * this.blockBytes - memory.buffer.byteLength
    if (missing > 0) memory.grow(Math.ceil(missing / PAGE_BYTES))
    this.#views = this.#view()
    for (let i = 0; i < blocks; i += 1) {
      const { errors } = this.#placesOf(this.capacity)
      this.#views.floats.fill(Number.NaN, errors / 4, errors / 4 + this.blockRows)
      this.#blocks += 1
    }
  }

  /** The first rows as they lie in memory: whole blocks, then each part of the last one. Stands until the next change. */
  bytesOf(rows: number): readonly Uint8Array[] {
    const rest = rows % this.blockRows
    const { values, codes, scales, errors } = this.#placesOf(rows)
    const width = this.#width
    const parts: readonly (readonly [start: number, bytes: number])[] = [
      [this.#blocksAt, values - this.#blocksAt],
      [values, rest * width * 4],
      [codes, rest * width],
      [scales, rest * 4],
      [errors, rest * 4],
    ]
    return parts.map(
      ([start, bytes]) => new Uint8Array(this.#loops.memory.buffer, bytes === 0 ? 0 : start, bytes),
    )
  }

  write(row: number, vector: Float32Array): void {
    const { values, codes, scales, errors } = this.#placesOf(row)
    const { floats, bytes } = this.#views
    const at = row % this.blockRows
    floats.set(vector, values / 4 + at * this.#width)
    const { scale, error } = quantize(vector, LARGEST_CODE, bytes, codes + at * this.#width)
    floats[scales / 4 + at] = scale
    // Rounded up, and by more than single precision can take away.
    floats[errors / 4 + at] = error * (1 + 1e-6) + 1e-9
  }

  /** From now on no scan finds the row. */
  erase(row: number): void {
    this.#views.floats[this.#placesOf(row).errors / 4 + (row % this.blockRows)] = Number.NaN
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
    const { codes, scales, errors } = this.#placesOf(first)
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
    const { codes, scales } = this.#placesOf(first)
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

  /** Writes dot products of a query and some rows to `into`. */
  dots(rows: ArrayLike<number>, number: number, into: Float64Array): void {
    const { list, results } = this.#views
    for (let from = 0; from < rows.length; from += this.blockRows) {
      const part = Math.min(this.blockRows, rows.length - from)
      for (let i = 0; i < part; i += 1) {
        const row = rows[from + i] as number
        list[i] = this.#placesOf(row).values + (row % this.blockRows) * this.#width * 4
      }
      this.#loops.dots(this.#width, this.#queryAt + number * this.#width * 4, this.#listAt, part, 0)
      for (let i = 0; i < part; i += 1) into[from + i] = results[i] as number
    }
  }

  /** The parts of the block that holds a row. */
  #placesOf(row: number): BlockPlaces {
    const values = this.#blocksAt + Math.floor(row / this.blockRows) * this.blockBytes
    const codes = values + this.blockRows * this.#width * 4
    const scales = codes + this.blockRows * this.#width
    return { values, codes, scales, errors: scales + this.blockRows * 4 }
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
