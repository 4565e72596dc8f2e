import { Shortlist } from './shortlist.ts'
import { SIEVE_BYTES } from './sieve-bytes.ts'
import { instantiate, type LoopMemory, MAX_QUERIES } from './vector-loops.ts'

/** Rows whose signs stand side by side. */
const SIDE_BY_SIDE = 16
/** Numbers whose signs choose an entry of a table together. */
const FOUR = 4
const ENTRIES = 2 ** FOUR
/** Four entries are added up in 8 bits, and all that are chosen for a row in 16. */
const [LARGEST_ENTRY, LARGEST_SUM] = [63, 2 ** 16 - 1] as const

/** Rows that signs are taken of. */
interface SievedRows {
  readonly blockRows: number
  /** Numbers of a row. */
  readonly width: number
  readonly memory: LoopMemory
  /** Makes room for some bytes; gives where they begin. @throws RangeError when there is no memory for them. */
  readonly reserve: (bytes: number) => number
  /** Where the 8-bit values begin of the block that holds a row. */
  readonly placesOf: (row: number) => { readonly codes: number }
}

/** The loop of `sieve.wat`; places are byte offsets. */
interface SieveLoops {
  readonly sift: (
    signs: number,
    first: number,
    rows: number,
    width: number,
    tables: number,
    tablesEnd: number,
    threshold: number,
    out: number,
    gap: number,
  ) => number
}

/**
 * Chooses from very many rows those that are the nearest by the signs of their numbers. A row is a bit a number; a query
 * keeps its values: what each four of them add to the product with a row stands in a table of sixteen, one for each way
 * their signs may be, and is looked up in a register (as André, Kermarrec and Le Scouarnec look up products of codes in
 * "Cache locality is not enough", VLDB 2015).
 */
export class Sieve {
  readonly #rows: SievedRows
  readonly #sift: SieveLoops['sift']
  /** Where the signs of each block begin. */
  readonly #signs: number[] = []
  /** Rows whose signs were taken. */
  #taken = 0
  readonly #signBytes: number
  readonly #tableBytes: number
  readonly #tablesAt: number
  readonly #listAt: number
  readonly #gap: number
  /** Half of the highest sum. */
  readonly #half: number
  readonly #nearest = new Shortlist()

  /** @throws RangeError when there is no memory for it, or an error of the platform where the loop cannot run. */
  constructor(rows: SievedRows) {
    const { blockRows, memory, width } = rows
    this.#rows = rows
    this.#sift = instantiate<SieveLoops>(SIEVE_BYTES, memory).sift
    this.#signBytes = (blockRows * width) / 8
    this.#tableBytes = (width / FOUR) * ENTRIES
    this.#gap = blockRows * 4
    this.#tablesAt = rows.reserve(MAX_QUERIES * this.#tableBytes)
    // Behind numbers and nearness of rows the sums of some of them.
    this.#listAt = rows.reserve(2 * this.#gap + 2 * SIDE_BY_SIDE)
    const chosen = width / FOUR
    this.#half = (chosen * Math.min(LARGEST_ENTRY, Math.floor(LARGEST_SUM / chosen))) / 2
  }

  /**
   * At most about `limit` of the first rows, in ascending order: the nearest by their signs, to the query and to whatever of
   * it and its parts is the nearest.
   */
  nearest(queries: readonly Float32Array[], count: number, limit: number): Int32Array {
    for (const _ of this.take(count));
    const { blockRows, memory, width } = this.#rows
    const tables = new Uint8Array(memory.buffer, this.#tablesAt, queries.length * this.#tableBytes)
    fillTables(queries, tables, (2 * this.#half) / (width / FOUR))
    const list = new Int32Array(memory.buffer, this.#listAt, blockRows)
    const sums = new Float32Array(memory.buffer, this.#listAt + this.#gap, blockRows)
    const nearest = this.#nearest
    nearest.clear(limit)
    for (const [block, signs] of this.#signs.entries()) {
      const first = block * blockRows
      const rows = Math.min(blockRows, count - first)
      if (rows <= 0) break
      const threshold = Math.max(0, Math.ceil((nearest.threshold + 1) * this.#half))
      const sixteens = Math.ceil(rows / SIDE_BY_SIDE) * SIDE_BY_SIDE
      const end = this.#tablesAt + tables.length
      const found = this.#sift(
        signs,
        first,
        sixteens,
        width,
        this.#tablesAt,
        end,
        threshold,
        this.#listAt,
        this.#gap,
      )
      for (let i = 0; i < found; i += 1) {
        const nearness = (sums[i] as number) / this.#half - 1
        if ((list[i] as number) < count) nearest.add(list[i] as number, nearness, nearness)
      }
    }
    return nearest.settle().rows
  }

  /** Takes the signs of the first rows that were not taken yet, in short steps. */
  *take(count: number): Generator<void, void> {
    const { blockRows } = this.#rows
    while (this.#taken < count) {
      if (this.#taken % blockRows === 0)
        this.#signs[this.#taken / blockRows] = this.#rows.reserve(this.#signBytes)
      const end = Math.min(count, this.#taken + blockRows - (this.#taken % blockRows))
      this.#pack(this.#taken, end)
      this.#taken = end
      yield
    }
  }

  /** To be called when the 8-bit values of a row are others. */
  changed(row: number): void {
    if (row < this.#taken) this.#pack(row, row + 1)
  }

  /** Of sixteen rows side by side a byte of eight signs each, then of the next eight. */
  #pack(from: number, end: number): void {
    const { blockRows, memory, width } = this.#rows
    const bytes = new Uint8Array(memory.buffer)
    const words = new Int32Array(memory.buffer)
    const { codes } = this.#rows.placesOf(from)
    const signs = this.#signs[Math.floor(from / blockRows)] as number
    const first = from % blockRows
    for (let row = first; row < first + end - from; row += 1) {
      const place = row % SIDE_BY_SIDE
      let to = signs + ((row - place) * width) / 8 + place
      const start = (codes + row * width) / FOUR
      for (let at = start; at < start + width / FOUR; at += 2) {
        bytes[to] = fourSigns(words[at] as number) | (fourSigns(words[at + 1] as number) << FOUR)
        to += SIDE_BY_SIDE
      }
    }
  }
}

/** A sieve of some rows; `undefined` where its loop cannot run, and looking at all rows takes no longer. */
export function createSieve(rows: SievedRows): Sieve | undefined {
  try {
    return new Sieve(rows)
  } catch {
    return undefined
  }
}

/** The highest bits of four bytes, side by side. */
function fourSigns(word: number): number {
  return Math.imul((word >>> 7) & 0x01010101, 0x10204080) >>> 28
}

/** Fills the tables of some queries, in whole numbers from 0 to `largest` that mean the same in all of them. */
function fillTables(queries: readonly Float32Array[], tables: Uint8Array, largest: number): void {
  const most = Math.max(...queries.map((query) => largestOfFour(query)))
  const tableBytes = tables.length / queries.length
  for (const [number, query] of queries.entries()) {
    for (let at = 0; at < tableBytes; at += 1) {
      let sum = most
      for (let i = 0; i < FOUR; i += 1) {
        const value = query[Math.floor(at / ENTRIES) * FOUR + i] ?? 0
        sum += (at >> i) & 1 ? -value : value
      }
      tables[number * tableBytes + at] = Math.round((sum * largest) / (2 * most))
    }
  }
}

/** The most that four numbers side by side add up to, whatever their signs. */
function largestOfFour(query: Float32Array): number {
  let largest = 0
  for (let from = 0; from < query.length; from += FOUR) {
    let sum = 0
    for (const value of query.subarray(from, from + FOUR)) sum += Math.abs(value)
    largest = Math.max(largest, sum)
  }
  return largest
}
