import { messageOf } from '@toolscout/model/internal'
import type { ReadApart } from '@toolscout/search/internal'
import { VectorsUnreadableError } from '../errors.ts'

/** Bytes of a number, and of the checksum behind each row. */
const WORD = 4
/** The golden ratio in 32 bits: odd, so multiplying loses nothing. */
const PRIME = 0x9e3779b1

/** Some rows as they stand in a file: each row's values in 32 bits and a checksum of them and of its number. */
export class RowBytes {
  readonly #bytes: Uint8Array
  readonly #width: number
  readonly #values: Float32Array
  readonly #words: Int32Array

  constructor(width: number, rows: number) {
    this.#width = width
    this.#bytes = new Uint8Array(rows * rowBytesOf(width))
    this.#values = new Float32Array(this.#bytes.buffer)
    this.#words = new Int32Array(this.#bytes.buffer)
  }

  firstRows(count: number): Uint8Array {
    return this.#bytes.subarray(0, count * rowBytesOf(this.#width))
  }

  /** The values of a row, by its place among these. */
  valuesAt(place: number): Float32Array {
    const start = place * (this.#width + 1)
    return this.#values.subarray(start, start + this.#width)
  }

  /** Sets a row; without values, one that holds nothing. */
  set(place: number, row: number, values: Float32Array | undefined): void {
    const own = this.valuesAt(place)
    if (values === undefined) own.fill(0)
    else own.set(values)
    this.#words[(place + 1) * (this.#width + 1) - 1] = this.#checksum(place, row)
  }

  /** Whether a row is what was written. */
  isSound(place: number, row: number): boolean {
    return this.#words[(place + 1) * (this.#width + 1) - 1] === this.#checksum(place, row)
  }

  /** Each step can be undone, so that a change within one number always shows; never 0, so that a hole shows. */
  #checksum(place: number, row: number): number {
    const words = this.#words
    const start = place * (this.#width + 1)
    let lane = row + 1
    for (let i = start; i < start + this.#width; i += 1) {
      const sum = lane ^ (words[i] as number)
      lane = Math.imul((sum << 13) | (sum >>> 19), PRIME)
    }
    return lane
  }
}

/** Bytes of a row in a file. */
function rowBytesOf(width: number): number {
  return (width + 1) * WORD
}

/** The rows of a file. What cannot be read, or is not what was written, is reported to whom it was opened for. */
export class RowFile {
  /** How many there are. */
  readonly rows: number
  readonly #file: ReadApart
  readonly #width: number
  readonly #one: RowBytes
  readonly #bytesOfOne: Uint8Array

  constructor(file: ReadApart, width: number) {
    this.#file = file
    this.#width = width
    this.rows = file.byteLength / rowBytesOf(width)
    this.#one = new RowBytes(width, 1)
    this.#bytesOfOne = this.#one.firstRows(1)
  }

  /** The values of a row, which stand until the next is read. @throws VectorsUnreadableError `VECTORS_UNREADABLE`. */
  read(row: number): Float32Array {
    this.readSome(row, this.#bytesOfOne)
    this.require(this.#one, 0, row)
    return this.#one.valuesAt(0)
  }

  /** Reads rows from one on, unchecked, as many as there is room for. @throws VectorsUnreadableError `VECTORS_UNREADABLE`. */
  readSome(row: number, into: Uint8Array): void {
    try {
      this.#file.read(row * rowBytesOf(this.#width), into)
    } catch (error) {
      throw this.#lost(messageOf(error), error)
    }
  }

  /** @throws VectorsUnreadableError `VECTORS_UNREADABLE` for a row that is not what was written. */
  require(read: RowBytes, place: number, row: number): void {
    if (!read.isSound(place, row)) throw this.#lost(`row ${row} is not what was written`)
  }

  #lost(why: string, cause?: unknown): VectorsUnreadableError {
    const error = new VectorsUnreadableError(why, cause)
    this.#file.onLost(error)
    return error
  }
}
