import type { VectorHit, VectorIndex } from '@toolscout/model'
import { type CommonFacts, checkWhole } from '@toolscout/model/internal'
import {
  grown,
  type ReadApart,
  type SectionReader,
  type SectionWriter,
  TextTable,
} from '@toolscout/search/internal'
import { VectorStoreFullError } from '../errors.ts'
import { NearestRows, type NearRequest } from './nearest-rows.ts'
import type { RowBlocks } from './row-blocks.ts'
import { type RowFacts, rowFilter, setFacts } from './row-facts.ts'
import { loadRows, saveRows, shareRows } from './saved-rows.ts'
import { checkDimensions, faultOfVector, VectorKernel } from './vector-kernel.ts'
import { MAX_QUERIES } from './vector-loops.ts'

/** 2 GB: about a million vectors of 384 dimensions, at five bytes a number. */
const MAX_VECTOR_BYTES = 2_000_000_000
/** Room that is made at once, as a share of what there is: each time, all of it may be looked through for garbage. */
const GROWTH = 1 / 16
/** Ids that are remembered as texts: of most catalogs all. */
const MAX_FOUND = 16_384
/** Raised whenever what the bytes of a row mean changes. */
const LAYOUT = 3
/** Options of {@link createVectorStore}. */
export interface VectorStoreOptions {
  /** Numbers in a vector. Legal: whole numbers of 1 to 16,384. No default. */
  readonly dimensions: number
  /** Most bytes of vectors it may take. Default: {@link MAX_VECTOR_BYTES}. */
  readonly maxBytes?: number
  /** Whether WebAssembly SIMD is used where the platform has it. Default true. */
  readonly simd?: boolean
}

/**
 * Creates a store of vectors that is searched exactly: every answer is what comparing the query with each vector in
 * double precision gives, whichever way it was found. Adding, changing and removing a vector costs that vector.
 *
 * @throws RangeError when the number of dimensions is outside its legal range.
 */
export function createVectorStore(options: VectorStoreOptions): VectorIndex {
  return Object.freeze(new VectorStore(options))
}

/** As {@link createVectorStore} gives it, and can be saved. */
export class VectorStore implements VectorIndex {
  readonly dimensions: number
  readonly exact = true
  readonly #maxBytes: number
  readonly #rows: RowBlocks
  readonly #nearest: NearestRows
  /** Ids by row; the row of one that is gone is used again. */
  #ids = new TextTable()
  /** Ids of rows that were found. */
  readonly #found = new Map<number, string>()
  #facts: RowFacts = []
  /** By row: a hash of what the vector was made of, or 0 where none was given. */
  #contents = new Float64Array(64)
  #contentCount = 0
  #saving: SectionWriter | undefined

  constructor({ dimensions, maxBytes = MAX_VECTOR_BYTES, simd = true }: VectorStoreOptions) {
    this.dimensions = checkDimensions(dimensions)
    this.#maxBytes = maxBytes
    const kernel = new VectorKernel(dimensions, simd)
    this.#rows = kernel.rows
    this.#nearest = new NearestRows(kernel)
  }

  get size(): number {
    return this.#ids.size
  }

  /** Vectors with a hash of what they were made of. */
  get contentCount(): number {
    return this.#contentCount
  }

  /** What the bytes of rows depend on besides the vectors. */
  get layout(): readonly number[] {
    const { blockRows, blockBytes } = this.#rows
    return [LAYOUT, this.dimensions, blockRows, blockBytes]
  }

  /** As `save`; what is written is settled before a vector changes. */
  saveLater(out: SectionWriter, given: Parameters<VectorStore['save']>[1]): void {
    this.save(out, given)
    this.#saving = out
  }

  /** Writes all vectors, with hashes of what they were made of; those that are kept elsewhere are given. */
  save(out: SectionWriter, given: Iterable<{ readonly id: string; readonly content: number }> = []): void {
    this.#saveIds(out, given)
    saveRows(this.#rows, out, this.#ids.count)
  }

  /** Writes all vectors for another store in this process, which reads the same file. */
  share(out: SectionWriter): void {
    this.#saveIds(out, [])
    shareRows(this.#rows, out, this.#ids.count)
  }

  /** The file in which vectors are that are not in memory. */
  get source(): ReadApart | undefined {
    return this.#rows.inFile?.source
  }

  #saveIds(out: SectionWriter, given: Iterable<{ readonly id: string; readonly content: number }>): void {
    this.#ids.save(out)
    const contents = this.#contents.slice(0, this.#ids.count)
    for (const { id, content } of given) contents[this.#ids.find(id)] = content
    out.addFixed(contents)
  }

  /**
   * Takes the vectors that another one of the same layout wrote into an empty store, in short steps; those that were left
   * in a file are read from there.
   *
   * @throws SnapshotRefusedError `SNAPSHOT_REFUSED` when they are of another layout, or the file is not there.
   */
  *load(saved: SectionReader, source?: ReadApart): Generator<void, void> {
    // Copied, so that the bytes are let go of, most of which are those of the vectors.
    const copies: SectionReader = { ...saved, next: (type) => saved.next(type).slice() as never }
    this.#ids = new TextTable(copies)
    this.#contents = copies.next(Float64Array)
    for (const content of this.#contents) if (content > 0) this.#contentCount += 1
    yield
    const { count } = this.#ids
    const grow: RowBlocks['grow'] = (...given) => this.#grow(...given)
    yield* loadRows(this.#rows, saved, { rows: count, source, grow })
  }

  readonly set = (id: string, vector: Float32Array): void => {
    this.#check(vector)
    this.#settle()
    let row = this.#ids.find(id)
    if (row < 0) {
      if (this.size === this.#rows.capacity) this.#grow()
      row = this.#ids.add(id)
      this.#contents = grown(this.#contents, row + 1)
    }
    this.#withMemory(() => this.#rows.write(row, vector))
  }

  readonly remove = (id: string): boolean => {
    const row = this.#ids.find(id)
    if (row < 0) return false
    this.#settle()
    this.setContent(id, 0)
    this.#rows.erase(row)
    this.#ids.remove(row)
    this.#found.delete(row)
    if (row < this.#facts.length) this.#facts[row] = undefined
    return true
  }

  /** Remembers what filters look at in a tool, or with `undefined` forgets it. */
  learn(id: string, facts: CommonFacts | undefined): void {
    const row = this.#ids.find(id)
    if (row >= 0) setFacts(this.#facts, row, facts)
  }

  /** Learns what another store knows whose vectors were loaded. */
  learnFrom(other: VectorStore): void {
    this.#facts = other.#facts.slice()
  }

  /** A hash of what a vector was made of; `undefined` where none was given. */
  contentOf(id: string): number | undefined {
    return this.#contents[this.#ids.find(id)] || undefined
  }

  /** Remembers with a vector a hash of what it was made of, above 0, or forgets it. */
  setContent(id: string, content: number): void {
    const row = this.#ids.find(id)
    if (row < 0) return
    this.#contentCount += Number(content > 0) - Number((this.#contents[row] as number) > 0)
    this.#contents[row] = content
  }

  readonly search = (
    query: Float32Array,
    { limit, accepts, facts, parts = [], mayMiss }: NearRequest,
  ): readonly VectorHit[] => {
    checkWhole('limit', limit, 0)
    checkWhole('the number of parts', parts.length, 0, MAX_QUERIES - 1)
    const queries = [query, ...parts]
    for (const vector of queries) this.#check(vector)
    if (limit === 0) return []
    const byId = accepts && ((row: number): boolean => accepts(this.#idOf(row)))
    const byFacts = facts && rowFilter(this.#facts, facts, this.#idOf)
    const [ids, idOf] = [this.#ids, this.#idOf]
    return this.#nearest.find(queries, { ids, idOf, limit, accepts: byFacts ?? byId, mayMiss })
  }

  readonly #idOf = (row: number): string => {
    let id = this.#found.get(row)
    if (id === undefined) {
      id = this.#ids.textOf(row)
      if (this.#found.size >= MAX_FOUND) this.#found.clear()
      this.#found.set(row, id)
    }
    return id
  }

  #settle(): void {
    this.#saving?.settle()
    this.#saving = undefined
  }

  #check(vector: Float32Array): void {
    const fault = faultOfVector(vector, this.dimensions)
    if (fault !== undefined) throw new RangeError(`This store cannot take it: ${fault}.`)
  }

  #grow(blocks = 1, isInFile = false): void {
    const { capacity, blockRows, blockBytes, usedBytes } = this.#rows
    const most = Math.floor((this.#maxBytes - usedBytes) / blockBytes)
    if (blocks > most && !isInFile) {
      const message = `The store holds ${this.size} vectors, and one more would take it over ${this.#maxBytes} bytes. Plug in an index of your own.`
      throw this.#full(message)
    }
    const spare = Math.min(most, Math.floor((capacity / blockRows) * GROWTH))
    this.#withMemory(() => this.#rows.grow(isInFile ? blocks : Math.max(blocks, spare), isInFile))
  }

  #withMemory(work: () => void): void {
    try {
      work()
    } catch (error) {
      throw this.#full(`The store holds ${this.size} vectors, and there is no memory for more.`, error)
    }
  }

  #full(message: string, cause?: unknown): VectorStoreFullError {
    return new VectorStoreFullError(message, { size: this.size, maxBytes: this.#maxBytes }, cause)
  }
}
