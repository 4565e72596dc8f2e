import type { BytesApart, ReadApart } from '@toolscout/search/internal'
import { RowBytes, RowFile } from './row-file.ts'

/** Rows of a file that are remembered, in blocks: some searches' worth. */
const REMEMBERED_BLOCKS = 4

/** What rows stand in. */
export interface RowPlace {
  /** Numbers of a row. */
  readonly width: number
  readonly blockRows: number
  /** All memory, as it is at the moment. */
  readonly floats: Float32Array
  /** Makes room for some bytes; gives where they begin. @throws RangeError when there is no memory for them. */
  readonly reserve: (bytes: number) => number
}

/**
 * The values of the first blocks of rows, in the file that they were saved to. A row is read when it is asked for; what
 * changed since is in memory.
 */
export class RowsInFile {
  readonly source: ReadApart
  readonly file: RowFile
  readonly blocks: number
  readonly #place: RowPlace
  readonly #rowBytes: number
  /** Where the values begin of rows that changed, and of rows that were read. */
  readonly changed: Map<number, number> = new Map()
  readonly #read = new Map<number, number>()
  readonly #free: number[] = []
  /** Where what is read is put, one row behind the other, until it is full. */
  readonly #readAt: number
  #readCount = 0

  /** @throws RangeError when there is no memory for what is read. */
  constructor(source: ReadApart, place: RowPlace) {
    this.source = source
    this.#place = place
    this.#rowBytes = place.width * Float32Array.BYTES_PER_ELEMENT
    this.file = new RowFile(source, place.width)
    this.blocks = Math.ceil(this.file.rows / place.blockRows)
    this.#readAt = place.reserve(REMEMBERED_BLOCKS * place.blockRows * this.#rowBytes)
  }

  /** Where a row's values begin that is in one of these blocks and in memory; changed ones alone stay where they are. */
  startOf(row: number): number | undefined {
    return this.changed.get(row) ?? this.#read.get(row)
  }

  /** Where new values of a row are to be written. @throws RangeError when there is no memory for them. */
  startOfNew(row: number): number {
    let start = this.changed.get(row) ?? this.#free.pop()
    if (start === undefined) {
      const { blockRows, reserve } = this.#place
      start = reserve(blockRows * this.#rowBytes)
      for (let i = blockRows - 1; i > 0; i -= 1) this.#free.push(start + i * this.#rowBytes)
    }
    this.changed.set(row, start)
    this.#read.delete(row)
    return start
  }

  /** The row holds nothing any more. */
  erase(row: number): void {
    const start = this.changed.get(row)
    if (start === undefined) return
    this.changed.delete(row)
    this.#free.push(start)
  }

  /**
   * Reads those of some rows that are neither here nor in a block behind these; they stay until the next call.
   *
   * @throws VectorsUnreadableError `VECTORS_UNREADABLE`.
   */
  fetch(rows: ArrayLike<number>, from: number, count: number): void {
    const { blockRows, floats } = this.#place
    const isMissing = (row: number): boolean =>
      row < this.blocks * blockRows && this.startOf(row) === undefined
    let missing = 0
    for (let i = 0; i < count; i += 1) missing += Number(isMissing(rows[from + i] as number))
    if (this.#readCount + missing > REMEMBERED_BLOCKS * blockRows) {
      this.#read.clear()
      this.#readCount = 0
    }
    for (let i = 0; missing > 0 && i < count; i += 1) {
      const row = rows[from + i] as number
      if (!isMissing(row)) continue
      const start = this.#readAt + this.#readCount * this.#rowBytes
      floats.set(this.file.read(row), start / 4)
      this.#read.set(row, start)
      this.#readCount += 1
    }
  }
}

/** What has the rows. */
export interface RowsNow {
  readonly width: number
  readonly blockRows: number
  readonly inFile: { readonly file: RowFile } | undefined
  /** A row's values in memory, where they are there and stay there. */
  readonly valuesOf: (row: number) => Float32Array | undefined
}

/** The first rows as they were at one moment, on their way into a file or a snapshot while they change. */
export class RowsToSave implements BytesApart {
  readonly #rows: number
  readonly #now: RowsNow
  /** The first row that was not written yet. */
  #next = 0
  #isOver = false
  /** What changed since; nothing for a row whose values were those of the file. */
  readonly #kept = new Map<number, Float32Array | undefined>()
  /** Block by block, as they stand in a file. */
  readonly pieces: Iterable<Uint8Array>

  constructor(rows: number, now: RowsNow) {
    this.#rows = rows
    this.#now = now
    this.pieces = this.#pieces()
  }

  /** To be called before a row changes. */
  keep(row: number): void {
    if (this.#isOver || row < this.#next || row >= this.#rows || this.#kept.has(row)) return
    this.#kept.set(row, this.#now.valuesOf(row)?.slice())
  }

  readonly end = (): void => {
    this.#isOver = true
    this.#kept.clear()
  };

  /** All rows, as blocks in memory. */
  *inBlocks(): Generator<void, readonly Float32Array[]> {
    const { width } = this.#now
    const blocks: Float32Array[] = []
    for (const { buffer, length } of this.pieces) {
      const read = new Float32Array(buffer as ArrayBuffer, 0, length / Float32Array.BYTES_PER_ELEMENT)
      const rows = read.length / (width + 1)
      const block = new Float32Array(rows * width)
      for (let i = 0; i < rows; i += 1)
        block.set(read.subarray(i * (width + 1), (i + 1) * (width + 1) - 1), i * width)
      blocks.push(block)
      yield
    }
    return blocks
  }

  *#pieces(): Generator<Uint8Array> {
    const { width, blockRows, inFile } = this.#now
    const file = inFile?.file
    const room = new RowBytes(width, Math.min(blockRows, this.#rows))
    while (this.#next < this.#rows && !this.#isOver) {
      const first = this.#next
      const count = Math.min(blockRows, this.#rows - first)
      const read = Math.max(0, Math.min(count, (file?.rows ?? 0) - first))
      if (read > 0) file?.readSome(first, room.firstRows(read))
      for (let i = 0; i < count; i += 1) {
        const row = first + i
        const values = this.#kept.has(row) ? this.#kept.get(row) : this.#now.valuesOf(row)
        this.#kept.delete(row)
        if (values !== undefined || i >= read) room.set(i, row, values)
        else file?.require(room, i, row)
      }
      this.#next += count
      yield room.firstRows(count)
    }
    this.end()
  }
}
