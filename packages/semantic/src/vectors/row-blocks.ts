import { SnapshotRefusedError } from '@toolscout/search'
import type { ReadApart, SectionReader, SectionWriter } from '@toolscout/search/internal'
import { RowValues } from './row-values.ts'
import { type LoopMemory, PAGE_BYTES, quantize } from './vector-loops.ts'

/** What a code of a row may be; -128 is left out, so that signs are alike. */
export const LARGEST_CODE = 127
/** Bytes that are copied in a step: a millisecond, of memory that is new. */
const BYTES_AT_ONCE = 1 << 20

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
export class RowBlocks {
  readonly blockRows: number
  /** Bytes of a block with all its values. */
  readonly blockBytes: number
  readonly values: RowValues
  readonly #width: number
  readonly #memory: LoopMemory
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
    this.#width = width
    this.#memory = memory
    this.#onGrow = onGrow
    this.#start = start
    this.#end = start
    this.#scannedBytes = blockRows * (width + 8)
    this.blockBytes = this.#scannedBytes + blockRows * width * 4
    this.#floats = new Float32Array(memory.buffer)
    this.#bytes = new Int8Array(memory.buffer)
    const floats = (): Float32Array => this.#floats
    this.values = new RowValues({ width, blockRows, floats, reserve: (bytes) => this.#reserve(bytes) })
  }

  /** How many rows there is room for. */
  get capacity(): number {
    return this.#blocks.length * this.blockRows
  }

  get usedBytes(): number {
    return this.#end - this.#start
  }

  /** Makes room for some blocks more. @throws RangeError when there is no memory for them. */
  grow(blocks = 1, isInFile = false): void {
    const bytes = isInFile ? this.#scannedBytes : this.blockBytes
    const start = this.#reserve(blocks * bytes)
    for (let at = start; at < start + blocks * bytes; at += bytes) {
      this.values.addBlock(isInFile ? undefined : at + this.#scannedBytes)
      this.#blocks.push(at)
      const { errors } = this.placesOf(this.capacity - 1)
      this.#floats.fill(Number.NaN, errors / 4, errors / 4 + this.blockRows)
    }
  }

  /** @throws RangeError when there is no memory for it. */
  write(row: number, vector: Float32Array): void {
    this.values.write(row, vector)
    const { codes, scales, errors } = this.placesOf(row)
    const at = row % this.blockRows
    const { scale, error } = quantize(vector, LARGEST_CODE, this.#bytes, codes + at * this.#width)
    this.#floats[scales / 4 + at] = scale
    // Rounded up, and by more than single precision can take away.
    this.#floats[errors / 4 + at] = error * (1 + 1e-6) + 1e-9
  }

  /** From now on no scan finds the row. */
  erase(row: number): void {
    this.values.erase(row)
    this.#floats[this.placesOf(row).errors / 4 + (row % this.blockRows)] = Number.NaN
  }

  /** What is scanned of the block that holds a row. */
  placesOf(row: number): BlockPlaces {
    const codes = this.#blocks[Math.floor(row / this.blockRows)] as number
    const scales = codes + this.blockRows * this.#width
    return { codes, scales, errors: scales + this.blockRows * 4 }
  }

  /** Writes the first rows. Values that are to be shared stay in the file they are in. */
  save(out: SectionWriter, rows: number, isShared: boolean): void {
    this.values.save(out, rows, isShared)
    for (const part of this.#scanned(rows)) out.add(part)
  }

  /**
   * Takes rows into blocks that `grow` makes, in short steps.
   *
   * @throws SnapshotRefusedError `SNAPSHOT_REFUSED` when they are of another layout, or the file is not there.
   */
  *load(
    saved: SectionReader,
    rows: number,
    { source, grow }: { readonly source: ReadApart | undefined; readonly grow: RowBlocks['grow'] },
  ): Generator<void, void> {
    const inFile = this.values.begin(saved, rows, source)
    if (inFile > 0) grow(inFile, true)
    if (rows > this.capacity) grow(Math.ceil((rows - this.capacity) / this.blockRows))
    yield* this.values.load(saved, rows)
    for (const part of this.#scanned(rows)) {
      const bytes = saved.next(Uint8Array)
      if (bytes.length !== part.length)
        throw new SnapshotRefusedError('The snapshot has vectors of another layout.', 'format')
      for (let at = 0; at < bytes.length; at += BYTES_AT_ONCE) {
        yield
        part.set(bytes.subarray(at, at + BYTES_AT_ONCE), at)
      }
    }
  }

  /**
   * What is scanned of the first rows, as it lies in memory: whole blocks, then each part of the last one. Stands until the
   * next change.
   */
  #scanned(rows: number): readonly Uint8Array[] {
    const { buffer } = this.#memory
    const whole = Math.floor(rows / this.blockRows)
    const parts = this.#blocks.slice(0, whole).map((at) => new Uint8Array(buffer, at, this.#scannedBytes))
    const rest = rows % this.blockRows
    if (rest === 0) return parts
    const { codes, scales, errors } = this.placesOf(rows)
    parts.push(new Uint8Array(buffer, codes, rest * this.#width))
    for (const at of [scales, errors]) parts.push(new Uint8Array(buffer, at, rest * 4))
    return parts
  }

  #reserve(bytes: number): number {
    const start = this.#end
    const missing = start + bytes - this.#memory.buffer.byteLength
    if (missing > 0) {
      this.#memory.grow(Math.ceil(missing / PAGE_BYTES))
      const { buffer } = this.#memory
      this.#floats = new Float32Array(buffer)
      this.#bytes = new Int8Array(buffer)
      this.#onGrow()
    }
    this.#end += bytes
    return start
  }
}
