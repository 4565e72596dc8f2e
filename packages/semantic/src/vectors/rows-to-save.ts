import type { BytesApart } from '@toolscout/search/internal'
import { RowBytes, type RowFile } from './row-file.ts'

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
