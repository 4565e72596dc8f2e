/** A query as a kernel holds it, by place; see {@link VectorKernel.load}. */
export type QuerySlot = number

/** Most queries a kernel holds at a time. */
export const QUERY_SLOTS = 8

/** The 16-byte unit of both kinds of rows: widths are rounded up to it, and filled with zeros. */
const WIDTH_UNIT = 16

/** The row length for a number of dimensions. */
export function widthOf(dimensions: number): number {
  return Math.ceil(dimensions / WIDTH_UNIT) * WIDTH_UNIT
}

/**
 * How many rows a block has: about 64 KiB of 8-bit values, so that what a search looks at next is still in the cache
 * when the threshold has risen; a multiple of 4, which the loop takes at once.
 */
export function rowsPerBlock(width: number): number {
  return Math.min(1024, Math.max(16, Math.floor(65_536 / width / 16) * 16))
}

/** Bytes of a block: values in 32 and in 8 bits, scale and error of each row. */
export function blockBytes(width: number): number {
  return rowsPerBlock(width) * (width * 5 + 8)
}

/**
 * Rows of numbers in blocks, and the two loops over them. A kernel knows rows by number; ids, order and limits are
 * the store's.
 */
export interface VectorKernel {
  /** How many rows there is room for. */
  readonly capacity: number
  /** Makes room for one block more. @throws RangeError when there is no memory for it. */
  readonly grow: () => void
  readonly write: (row: number, vector: Float32Array) => void
  /** A copy of a row's values; behind them may stand zeros. */
  readonly read: (row: number) => Float32Array
  /** Takes a row's values from another row. */
  readonly copy: (from: number, to: number) => void
  /** From now on no scan finds the row. */
  readonly erase: (row: number) => void
  readonly load: (slot: QuerySlot, query: Float32Array) => void
  /**
   * Lists rows of `first` to `first + count`, all in one block, whose dot product with the query may reach
   * `threshold`: all that do, and some that do not. Gives back how many.
   */
  readonly scan: (slot: QuerySlot, first: number, count: number, threshold: number) => number
  /** Where `scan` lists rows and `dots` reads them, numbered from the start of their block. Another array after `grow`. */
  readonly list: () => Int32Array
  /** Dot products of the query and the first `count` listed rows of a block; they stand until the next call. */
  readonly dots: (slot: QuerySlot, block: number, count: number) => Float64Array
}
