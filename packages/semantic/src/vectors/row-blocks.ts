import type { RowPlace, RowsInFile, RowsToSave } from './rows-in-file.ts'
import type { Sieve } from './sieve.ts'
import { type LoopMemory, PAGE_BYTES } from './vector-loops.ts'

/** What a code of a row may be; -128 is left out, so that signs are alike. */
export const LARGEST_CODE = 127

/** Byte offsets of what is scanned of a block; each begins at a multiple of 16. */
interface BlockPlaces {
  readonly codes: number
  readonly scales: number
  readonly errors: number
}

/** Where blocks of rows are put. */
interface BlocksOptions {
  /** Numbers of a row, a multiple of 16. */
  readonly width: number
  readonly blockRows: number
  readonly memory: LoopMemory
  /** Where in memory they begin. */
  readonly start: number
  /** Hears that the buffer of the memory is another. */
  readonly onGrow: () => void
}

/**
 * Rows of numbers in blocks: of each block what is scanned, values in 8 bits with scale and error of each row, and behind
 * it the values in 32 bits, unless they are in a file.
 */
export class RowBlocks implements RowPlace {
  readonly blockRows: number
  /** Bytes of a block with all its values. */
  readonly blockBytes: number
  /** Numbers of a row. */
  readonly width: number
  /** Has the values of the first blocks, where they are not in memory. */
  inFile: RowsInFile | undefined
  /** Is to hear of a row before it changes. */
  saving: RowsToSave | undefined
  /** Has the signs of rows, where there are very many. */
  sieve: Sieve | undefined
  readonly memory: LoopMemory
  readonly #onGrow: () => void
  readonly #start: number
  readonly #scannedBytes: number
  /** Where each block begins. */
  readonly #blocks: number[] = []
  /** Where memory ends that is used. */
  #end: number
  #floats: Float32Array
  #bytes: Int8Array

  constructor({ width, blockRows, memory, start, onGrow }: BlocksOptions) {
    this.blockRows = blockRows
    this.width = width
    this.memory = memory
    this.#onGrow = onGrow
    this.#start = start
    this.#end = start
    this.#scannedBytes = blockRows * (width + 8)
    this.blockBytes = this.#scannedBytes + blockRows * width * 4
    this.#floats = new Float32Array(memory.buffer)
    this.#bytes = new Int8Array(memory.buffer)
  }

  /** How many rows there is room for. */
  get capacity(): number {
    return this.#blocks.length * this.blockRows
  }

  get usedBytes(): number {
    return this.#end - this.#start
  }

  /** All memory, as it is at the moment. */
  get floats(): Float32Array {
    return this.#floats
  }

  /** Makes room for some blocks more. @throws RangeError when there is no memory for them. */
  grow(blocks = 1, isInFile = false): void {
    const bytes = isInFile ? this.#scannedBytes : this.blockBytes
    const start = this.reserve(blocks * bytes)
    for (let at = start; at < start + blocks * bytes; at += bytes) {
      this.#blocks.push(at)
      const { errors } = this.placesOf(this.capacity - 1)
      this.#floats.fill(Number.NaN, errors / 4, errors / 4 + this.blockRows)
    }
  }

  /** @throws RangeError when there is no memory for it. */
  write(row: number, vector: Float32Array): void {
    this.saving?.keep(row)
    this.writeValues(row, vector)
    const { codes, scales, errors } = this.placesOf(row)
    const at = row % this.blockRows
    const { scale, error } = quantize(vector, LARGEST_CODE, this.#bytes, codes + at * this.width)
    this.#floats[scales / 4 + at] = scale
    // Rounded up, and by more than single precision can take away.
    this.#floats[errors / 4 + at] = error * (1 + 1e-6) + 1e-9
    this.sieve?.changed(row)
  }

  /** Writes what is not scanned, of this row and, in a block in memory, of as many behind it as there are values for. */
  writeValues(row: number, values: Float32Array): void {
    const start = this.#isInFile(row) ? this.inFile?.startOfNew(row) : this.startOf(row)
    this.#floats.set(values, (start as number) / 4)
  }

  /** From now on no scan finds the row. */
  erase(row: number): void {
    this.saving?.keep(row)
    this.inFile?.erase(row)
    this.#floats[this.placesOf(row).errors / 4 + (row % this.blockRows)] = Number.NaN
  }

  /** Where a row's values begin; `undefined` of one that is in the file and was not read just now. */
  startOf(row: number): number | undefined {
    if (this.#isInFile(row)) return this.inFile?.startOf(row)
    const block = this.#blocks[Math.floor(row / this.blockRows)] as number
    return block + this.#scannedBytes + (row % this.blockRows) * this.width * 4
  }

  /** A row's values in memory, where they are there and stay there. */
  valuesOf(row: number): Float32Array | undefined {
    const start = this.#isInFile(row) ? this.inFile?.changed.get(row) : this.startOf(row)
    return start === undefined ? undefined : this.#floats.subarray(start / 4, start / 4 + this.width)
  }

  /**
   * Lists where the values of some rows begin, which are read where they are not in memory. Stands until the next call.
   *
   * @throws VectorsUnreadableError `VECTORS_UNREADABLE` when one is in a file that cannot be read.
   */
  locate(rows: ArrayLike<number>, from: number, list: Int32Array): void {
    this.inFile?.fetch(rows, from, list.length)
    for (let i = 0; i < list.length; i += 1) list[i] = this.startOf(rows[from + i] as number) as number
  }

  /** What is scanned of the block that holds a row. */
  placesOf(row: number): BlockPlaces {
    const codes = this.#blocks[Math.floor(row / this.blockRows)] as number
    const scales = codes + this.blockRows * this.width
    return { codes, scales, errors: scales + this.blockRows * 4 }
  }

  /**
   * What is scanned of the first rows, as it lies in memory: whole blocks, then each part of the last one. Stands until the
   * next change.
   */
  scanned(rows: number): readonly Uint8Array[] {
    const { buffer } = this.memory
    const whole = Math.floor(rows / this.blockRows)
    const parts = this.#blocks.slice(0, whole).map((at) => new Uint8Array(buffer, at, this.#scannedBytes))
    const rest = rows % this.blockRows
    if (rest === 0) return parts
    const { codes, scales, errors } = this.placesOf(rows)
    parts.push(new Uint8Array(buffer, codes, rest * this.width))
    for (const at of [scales, errors]) parts.push(new Uint8Array(buffer, at, rest * 4))
    return parts
  }

  /** Makes room for some bytes. @throws RangeError when there is no memory for them. */
  readonly reserve = (bytes: number): number => {
    const start = this.#end
    const missing = start + bytes - this.memory.buffer.byteLength
    if (missing > 0) {
      this.memory.grow(Math.ceil(missing / PAGE_BYTES))
      const { buffer } = this.memory
      this.#floats = new Float32Array(buffer)
      this.#bytes = new Int8Array(buffer)
      this.#onGrow()
    }
    this.#end += bytes
    return start
  }

  #isInFile(row: number): boolean {
    return this.inFile !== undefined && row < this.inFile.blocks * this.blockRows
  }
}

/**
 * Rounds a vector, not all zeros, to whole numbers of `-largest` to `largest` and writes them to `codes`, so that it is
 * about `codes * scale`. The error, the norm of `vector - codes * scale`, is measured and not estimated: a search then
 * knows of every row how much its rounded similarity may be off.
 */
export function quantize(
  vector: Float32Array,
  largest: number,
  codes: Int8Array | Int16Array,
  start: number,
): { readonly scale: number; readonly error: number } {
  let peak = 0
  for (let i = 0; i < vector.length; i += 1) {
    const size = Math.abs(vector[i] as number)
    if (size > peak) peak = size
  }
  const scale = Math.fround(peak / largest)
  let lost = 0
  for (let i = 0; i < vector.length; i += 1) {
    const value = vector[i] as number
    const code = Math.min(largest, Math.max(-largest, Math.round(value / scale)))
    codes[start + i] = code
    const rest = value - code * scale
    lost += rest * rest
  }
  return { scale, error: Math.sqrt(lost) }
}
