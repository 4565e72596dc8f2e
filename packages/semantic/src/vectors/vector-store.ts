import type { VectorHit, VectorIndex, VectorSearchRequest } from '@toolscout/model'
import { checkWhole, quote } from '@toolscout/model/internal'
import { SnapshotRefusedError } from '@toolscout/search'
import type { SectionReader, SectionWriter } from '@toolscout/search/internal'
import { EmbedderFailedError, VectorStoreFullError } from '../errors.ts'
import { NearestRows } from './nearest-rows.ts'
import { MAX_QUERIES, normOf, VectorKernel } from './vector-kernel.ts'

/** How far from 1 the length of a vector may be; single precision stays within a thousandth of this. */
const LENGTH_TOLERANCE = 0.001
/** The most dimensions a vector can have; the largest models in use give 4,096. */
const MAX_DIMENSIONS = 16_384
/** 2 GB: about a million vectors of 384 dimensions, at five bytes a number. */
const MAX_VECTOR_BYTES = 2_000_000_000
/** Raised whenever what the bytes of a row mean changes. */
const LAYOUT = 1
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
  /** Ids by row. */
  readonly #ids: string[] = []
  readonly #rows = new Map<string, number>()
  #saving: SectionWriter | undefined

  constructor({ dimensions, maxBytes = MAX_VECTOR_BYTES, simd = true }: VectorStoreOptions) {
    this.dimensions = checkDimensions(dimensions)
    this.#maxBytes = maxBytes
    this.#kernel = new VectorKernel(dimensions, simd)
    this.#nearest = new NearestRows(this.#kernel)
  }

  get size(): number {
    return this.#ids.length
  }

  /** What the bytes of rows depend on besides the vectors. */
  get layout(): readonly number[] {
    const { blockRows, blockBytes } = this.#kernel
    return [LAYOUT, this.dimensions, blockRows, blockBytes]
  }

  /** Ids by row. */
  get ids(): readonly string[] {
    return this.#ids
  }

  /** As `save`; what is written is settled before a vector changes. */
  saveLater(out: SectionWriter): void {
    this.save(out)
    this.#saving = out
  }

  /** Writes all vectors. */
  save(out: SectionWriter): void {
    out.add(new TextEncoder().encode(JSON.stringify(this.#ids)))
    for (const part of this.#kernel.bytesOf(this.size)) out.add(part)
  }

  /** Takes the vectors that another one of the same layout wrote into an empty store. */
  load(saved: SectionReader): void {
    const ids = JSON.parse(new TextDecoder().decode(saved.next(Uint8Array))) as readonly string[]
    this.#grow(Math.ceil(ids.length / this.#kernel.blockRows))
    for (const part of this.#kernel.bytesOf(ids.length)) {
      const bytes = saved.next(Uint8Array)
      if (bytes.length !== part.length)
        throw new SnapshotRefusedError('The snapshot has vectors of another layout.', 'format')
      part.set(bytes)
    }
    for (const id of ids) this.#rows.set(id, this.#ids.push(id) - 1)
  }

  readonly set = (id: string, vector: Float32Array): void => {
    this.#check(vector)
    this.#settle()
    let row = this.#rows.get(id)
    if (row === undefined) {
      row = this.#ids.length
      if (row === this.#kernel.capacity) this.#grow()
      this.#ids.push(id)
      this.#rows.set(id, row)
    }
    this.#kernel.write(row, vector)
  }

  readonly remove = (id: string): boolean => {
    const row = this.#rows.get(id)
    if (row === undefined) return false
    this.#settle()
    // The last row takes the place of the removed one.
    const last = this.#ids.length - 1
    const moved = this.#ids.pop() as string
    if (row !== last) {
      this.#kernel.copy(last, row)
      this.#ids[row] = moved
      this.#rows.set(moved, row)
    }
    this.#kernel.erase(last)
    this.#rows.delete(id)
    return true
  }

  readonly search = (
    query: Float32Array,
    { limit, accepts, parts = [] }: VectorSearchRequest,
  ): readonly VectorHit[] => {
    checkWhole('limit', limit, 0)
    checkWhole('the number of parts', parts.length, 0, MAX_QUERIES - 1)
    const queries = [query, ...parts]
    for (const vector of queries) this.#check(vector)
    return limit === 0 ? [] : this.#nearest.find(queries, { ids: this.#ids, limit, accepts })
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
    if ((capacity / blockRows + blocks) * blockBytes > this.#maxBytes) {
      const message = `The store holds ${size} vectors, and one more would take it over ${this.#maxBytes} bytes. Plug in an index of your own.`
      throw new VectorStoreFullError(message, details)
    }
    try {
      this.#kernel.grow(blocks)
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
