import type { VectorHit, VectorIndex, VectorSearchRequest } from '@toolscout/model'
import { checkWhole, quote } from '@toolscout/model/internal'
import { SnapshotRefusedError } from '@toolscout/search'
import { grown, type SectionReader, type SectionWriter, TextTable } from '@toolscout/search/internal'
import { EmbedderFailedError, VectorStoreFullError } from '../errors.ts'
import { NearestRows } from './nearest-rows.ts'
import { MAX_QUERIES, normOf, VectorKernel } from './vector-kernel.ts'

/** How far from 1 the length of a vector may be; single precision stays within a thousandth of this. */
const LENGTH_TOLERANCE = 0.001
/** The most dimensions a vector can have; the largest models in use give 4,096. */
const MAX_DIMENSIONS = 16_384
/** 2 GB: about a million vectors of 384 dimensions, at five bytes a number. */
const MAX_VECTOR_BYTES = 2_000_000_000
/** Room that is made at once, as a share of what there is: each time, all of it may be looked through for garbage. */
const GROWTH = 1 / 16
/** Ids that are remembered as texts: of most catalogs all. */
const MAX_FOUND = 16_384
/** Bytes that are copied in a step: a millisecond, of memory that is new. */
const BYTES_AT_ONCE = 1 << 20
/** Raised whenever what the bytes of a row mean changes. */
const LAYOUT = 2
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
  readonly #kernel: VectorKernel
  readonly #nearest: NearestRows
  /** Ids by row; the row of one that is gone is used again. */
  #ids = new TextTable()
  /** Ids of rows that were found. */
  readonly #found = new Map<number, string>()
  /** By row: a hash of what the vector was made of, or 0 where none was given. */
  #contents = new Float64Array(64)
  #contentCount = 0
  #saving: SectionWriter | undefined

  constructor({ dimensions, maxBytes = MAX_VECTOR_BYTES, simd = true }: VectorStoreOptions) {
    this.dimensions = checkDimensions(dimensions)
    this.#maxBytes = maxBytes
    this.#kernel = new VectorKernel(dimensions, simd)
    this.#nearest = new NearestRows(this.#kernel)
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
    const { blockRows, blockBytes } = this.#kernel
    return [LAYOUT, this.dimensions, blockRows, blockBytes]
  }

  /** As `save`; what is written is settled before a vector changes. */
  saveLater(out: SectionWriter, given: Parameters<VectorStore['save']>[1]): void {
    this.save(out, given)
    this.#saving = out
  }

  /** Writes all vectors, with hashes of what they were made of; those that are kept elsewhere are given. */
  save(out: SectionWriter, given: Iterable<{ readonly id: string; readonly content: number }> = []): void {
    this.#ids.save(out)
    const contents = this.#contents.slice(0, this.#ids.count)
    for (const { id, content } of given) contents[this.#ids.find(id)] = content
    out.addFixed(contents)
    for (const part of this.#kernel.bytesOf(this.#ids.count)) out.add(part)
  }

  /** Takes the vectors that another one of the same layout wrote into an empty store, in short steps. */
  *load(saved: SectionReader): Generator<void, void> {
    // Copied, so that the bytes are let go of, most of which are those of the vectors.
    const copies: SectionReader = { ...saved, next: (type) => saved.next(type).slice() as never }
    this.#ids = new TextTable(copies)
    this.#contents = copies.next(Float64Array)
    for (const content of this.#contents) if (content > 0) this.#contentCount += 1
    yield
    const { count } = this.#ids
    this.#grow(Math.ceil(count / this.#kernel.blockRows))
    for (const part of this.#kernel.bytesOf(count)) {
      const bytes = saved.next(Uint8Array)
      if (bytes.length !== part.length)
        throw new SnapshotRefusedError('The snapshot has vectors of another layout.', 'format')
      for (let at = 0; at < bytes.length; at += BYTES_AT_ONCE) {
        yield
        part.set(bytes.subarray(at, at + BYTES_AT_ONCE), at)
      }
    }
  }

  readonly set = (id: string, vector: Float32Array): void => {
    this.#check(vector)
    this.#settle()
    let row = this.#ids.find(id)
    if (row < 0) {
      if (this.size === this.#kernel.capacity) this.#grow()
      row = this.#ids.add(id)
      this.#contents = grown(this.#contents, row + 1)
    }
    this.#kernel.write(row, vector)
  }

  readonly remove = (id: string): boolean => {
    const row = this.#ids.find(id)
    if (row < 0) return false
    this.#settle()
    this.setContent(id, 0)
    this.#kernel.erase(row)
    this.#ids.remove(row)
    this.#found.delete(row)
    return true
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
    { limit, accepts, parts = [] }: VectorSearchRequest,
  ): readonly VectorHit[] => {
    checkWhole('limit', limit, 0)
    checkWhole('the number of parts', parts.length, 0, MAX_QUERIES - 1)
    const queries = [query, ...parts]
    for (const vector of queries) this.#check(vector)
    if (limit === 0) return []
    const { size } = this
    return this.#nearest.find(queries, { rows: this.#ids.count, size, idOf: this.#idOf, limit, accepts })
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

  #grow(blocks = 1): void {
    const { size } = this
    const details = { size, maxBytes: this.#maxBytes }
    const { capacity, blockRows, blockBytes } = this.#kernel
    const held = capacity / blockRows
    const most = Math.floor(this.#maxBytes / blockBytes) - held
    if (blocks > most) {
      const message = `The store holds ${size} vectors, and one more would take it over ${this.#maxBytes} bytes. Plug in an index of your own.`
      throw new VectorStoreFullError(message, details)
    }
    try {
      this.#kernel.grow(Math.max(blocks, Math.min(most, Math.floor(held * GROWTH))))
    } catch (error) {
      throw new VectorStoreFullError(
        `The store holds ${size} vectors, and there is no memory for more.`,
        details,
        error,
      )
    }
  }
}

/** Returns the number if it is a legal number of dimensions. @throws RangeError otherwise. */
export function checkDimensions(dimensions: unknown): number {
  return checkWhole('dimensions', dimensions, 1, MAX_DIMENSIONS)
}

/** Why a value is not a unit vector of the given dimensions; `undefined` when it is one. */
export function faultOfVector(vector: unknown, dimensions: number): string | undefined {
  if (!(vector instanceof Float32Array)) return `a vector must be a Float32Array, not ${quote(vector)}`
  if (vector.length !== dimensions)
    return `a vector has ${vector.length} dimensions in place of ${dimensions}`
  const norm = normOf(vector)
  if (Number.isNaN(norm)) return 'a vector holds what is not a number'
  if (Math.abs(norm - 1) <= LENGTH_TOLERANCE) return undefined
  return `a vector is of length ${norm} in place of 1`
}

/** Which vectors may be compared with each other. */
export interface VectorSpace {
  readonly model: string
  readonly dimensions: number
}

/** The space of an embedder's vectors at the moment. */
export function spaceOf({ model, dimensions }: VectorSpace): VectorSpace {
  return { model, dimensions }
}

/** Gives a vector back when it is one of this space. @throws EmbedderFailedError `EMBEDDER_FAILED` otherwise. */
export function requireVector(vector: unknown, { model, dimensions }: VectorSpace): Float32Array {
  const fault = faultOfVector(vector, dimensions)
  if (fault === undefined) return vector as Float32Array
  const message = `${quote(model)} gave what cannot be used: ${fault}.`
  throw new EmbedderFailedError(message, { model, reason: 'invalid_answer' })
}
