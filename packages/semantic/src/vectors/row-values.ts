import { SnapshotRefusedError } from '@toolscout/search'
import type { ReadApart, SectionReader, SectionWriter } from '@toolscout/search/internal'
import { RowFile } from './row-file.ts'
import { RowsToSave } from './rows-to-save.ts'

/** In place of where the values of a block begin: they are in a file. */
const IN_FILE = 0
/** Rows of a file that are remembered, in blocks: some searches' worth. */
const REMEMBERED_BLOCKS = 4
/** What need not be in memory is left in a file from here on: less is not worth a read of 1.3 µs a row. */
const LEAST_BYTES_APART = 1 << 23

/** What rows stand in. */
interface RowPlace {
  /** Numbers of a row. */
  readonly width: number
  readonly blockRows: number
  /** Makes room for some bytes; gives where they begin, above 0. @throws RangeError when there is no memory for them. */
  readonly reserve: (bytes: number) => number
  /** All memory, as it is at the moment. */
  readonly floats: () => Float32Array
}

/**
 * Where the values of rows are, in 32 bits. In memory; or, of blocks that were restored, in the file they were saved to,
 * from which a row is read when it is asked for, and of which only what changed is in memory.
 */
export class RowValues {
  readonly #place: RowPlace
  readonly #rowBytes: number
  /** By block. */
  readonly #starts: number[] = []
  #file: RowFile | undefined
  #source: ReadApart | undefined
  /** Places of rows of the file's blocks that changed, and of rows that were read. */
  readonly #changed = new Map<number, number>()
  readonly #read = new Map<number, number>()
  readonly #free: number[] = []
  /** Where what is read is put, one row behind the other, until it is full. */
  #readAt = 0
  #readCount = 0
  /** What keeps what rows were. */
  #saving: RowsToSave | undefined

  constructor(place: RowPlace) {
    this.#place = place
    this.#rowBytes = place.width * Float32Array.BYTES_PER_ELEMENT
  }

  /** What is read from, where there is something. */
  get source(): ReadApart | undefined {
    return this.#source
  }

  /** Takes a further block, whose values begin at a place, or are in the file. */
  addBlock(start: number = IN_FILE): void {
    this.#starts.push(start)
  }

  write(row: number, values: Float32Array): void {
    this.#saving?.keep(row)
    const start = this.#startOf(row) ?? this.#startOfChanged(row)
    this.#place.floats().set(values, start / 4)
  }

  /** The row holds nothing any more. */
  erase(row: number): void {
    this.#saving?.keep(row)
    const start = this.#changed.get(row)
    if (start === undefined) return
    this.#changed.delete(row)
    this.#free.push(start)
  }

  /** Lists where the values of some rows begin, which are read when they are not in memory. Stands until the next call. */
  locate(rows: ArrayLike<number>, from: number, count: number, list: Int32Array): void {
    this.#readMissing(rows, from, count)
    for (let i = 0; i < count; i += 1) {
      const row = rows[from + i] as number
      list[i] = (this.#startOf(row) ?? this.#changed.get(row) ?? this.#read.get(row)) as number
    }
  }

  /**
   * Writes the values of the first rows: into a file of their own where the writer takes one and it is worth it. Those
   * that are to be `shared` stay in the file they are in.
   */
  save(out: SectionWriter, rows: number, isShared: boolean): void {
    const isApart = rows * this.#rowBytes >= LEAST_BYTES_APART || this.#file !== undefined
    if (out.addApart !== undefined && isApart && !isShared) {
      this.#head(out, rows)
      out.addApart(this.#startToSave(rows))
      return
    }
    const { blockRows, width } = this.#place
    const inFile = Math.min(rows, this.#blocksInFile() * blockRows)
    if (isShared) this.#head(out, this.#file?.rows ?? 0, this.#changed)
    else {
      this.#head(out, 0)
      if (inFile > 0) out.addLater(this.#startToSave(inFile).inBlocks())
    }
    const floats = this.#place.floats()
    for (let row = inFile; row < rows; row += blockRows) {
      const start = (this.#startOf(row) as number) / 4
      out.add(floats.subarray(start, start + Math.min(blockRows, rows - row) * width))
    }
  }

  #head(out: SectionWriter, inFile: number, changed: ReadonlyMap<number, number> = new Map()): void {
    const { width } = this.#place
    out.addFixed(Float64Array.of(inFile))
    out.addFixed(Uint32Array.from(changed.keys()))
    const values = new Float32Array(changed.size * width)
    let at = 0
    for (const start of changed.values()) {
      values.set(this.#place.floats().subarray(start / 4, start / 4 + width), at)
      at += width
    }
    out.addFixed(values)
  }

  /**
   * Begins to take what was saved of some rows; gives in how many blocks the values are in the file, which are to be added
   * before it goes on.
   *
   * @throws SnapshotRefusedError `SNAPSHOT_REFUSED` when there is not the file that was written.
   */
  begin(saved: SectionReader, rows: number, source: ReadApart | undefined): number {
    const inFile = saved.next(Float64Array)[0] as number
    if (inFile === 0) return 0
    const { width, blockRows } = this.#place
    const file = source && new RowFile(source, width)
    if (file?.rows !== inFile || inFile > rows) {
      throw new SnapshotRefusedError('The file with the vectors is missing, or is another one.', 'format')
    }
    this.#file = file
    this.#source = source
    this.#readAt = this.#place.reserve(REMEMBERED_BLOCKS * blockRows * this.#rowBytes)
    return Math.ceil(inFile / blockRows)
  }

  /** Takes the rest of what was saved, in short steps. */
  *load(saved: SectionReader, rows: number): Generator<void, void> {
    const { width, blockRows } = this.#place
    const changed = saved.next(Uint32Array)
    const values = saved.next(Float32Array)
    for (const [i, row] of changed.entries()) this.write(row, values.subarray(i * width, (i + 1) * width))
    for (let row = this.#blocksInFile() * blockRows; row < rows; row += blockRows) {
      const block = saved.next(Float32Array)
      if (block.length !== Math.min(blockRows, rows - row) * width) {
        throw new SnapshotRefusedError('The snapshot has vectors of another layout.', 'format')
      }
      yield
      this.#place.floats().set(block, (this.#startOf(row) as number) / 4)
    }
  }

  /** Where a row's values begin that is in a block in memory. */
  #startOf(row: number): number | undefined {
    const start = this.#starts[Math.floor(row / this.#place.blockRows)] as number
    return start === IN_FILE ? undefined : start + (row % this.#place.blockRows) * this.#rowBytes
  }

  #startOfChanged(row: number): number {
    let start = this.#changed.get(row) ?? this.#free.pop()
    if (start === undefined) {
      const { blockRows } = this.#place
      start = this.#place.reserve(blockRows * this.#rowBytes)
      for (let i = blockRows - 1; i > 0; i -= 1) this.#free.push(start + i * this.#rowBytes)
    }
    this.#changed.set(row, start)
    this.#read.delete(row)
    return start
  }

  #blocksInFile(): number {
    return Math.ceil((this.#file?.rows ?? 0) / this.#place.blockRows)
  }

  #isMissing(row: number): boolean {
    return this.#startOf(row) === undefined && !this.#changed.has(row) && !this.#read.has(row)
  }

  #readMissing(rows: ArrayLike<number>, from: number, count: number): void {
    if (this.#file === undefined) return
    let missing = 0
    for (let i = 0; i < count; i += 1) missing += Number(this.#isMissing(rows[from + i] as number))
    if (missing === 0) return
    if (this.#readCount + missing > REMEMBERED_BLOCKS * this.#place.blockRows) {
      this.#read.clear()
      this.#readCount = 0
    }
    const floats = this.#place.floats()
    for (let i = 0; i < count; i += 1) {
      const row = rows[from + i] as number
      if (!this.#isMissing(row)) continue
      const start = this.#readAt + this.#readCount * this.#rowBytes
      floats.set(this.#file.read(row), start / 4)
      this.#read.set(row, start)
      this.#readCount += 1
    }
  }

  /** A row's values in memory, where they are there. */
  #inMemory(row: number): Float32Array | undefined {
    const start = this.#startOf(row) ?? this.#changed.get(row)
    return start === undefined
      ? undefined
      : this.#place.floats().subarray(start / 4, start / 4 + this.#place.width)
  }

  #startToSave(rows: number): RowsToSave {
    this.#saving = new RowsToSave(rows, {
      ...this.#place,
      file: this.#file,
      inMemory: (row) => this.#inMemory(row),
    })
    return this.#saving
  }
}
