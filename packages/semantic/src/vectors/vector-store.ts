import type { VectorHit, VectorIndex, VectorSearchRequest } from '@toolscout/model'
import { quote, requireKnownMembers } from '@toolscout/model/internal'
import { VectorStoreFullError } from '../errors.ts'
import { blockBytes, QUERY_SLOTS, rowsPerBlock, type VectorKernel, widthOf } from './kernel.ts'
import { createPlainKernel } from './plain-kernel.ts'
import { createSimdKernel } from './simd-kernel.ts'
import { checkDimensions, createTopHits, faultOfVector, type TopHits } from './unit-vector.ts'

/** Options of {@link createVectorStore}. */
export interface VectorStoreOptions {
  /** Numbers in a vector. Legal: whole numbers of 1 to 16,384. No default. */
  readonly dimensions: number
  /** Most bytes of vectors it may take. Default: {@link DEFAULT_MAX_VECTOR_BYTES}. Legal: 1 to 4,000,000,000. */
  readonly maxBytes?: number | undefined
  /** Whether WebAssembly SIMD is used where the platform has it. Default true. */
  readonly simd?: boolean | undefined
}

/** Exact nearest neighbours over vectors in memory. */
export interface VectorStore extends VectorIndex {
  /** A copy of a vector; `undefined` for an id without one. */
  readonly get: (id: string) => Float32Array | undefined
  /** As `search`, for several queries in one passage over the vectors; answers in the order of the queries. */
  readonly searchAll: (
    queries: readonly Float32Array[],
    request: VectorSearchRequest,
  ) => readonly (readonly VectorHit[])[]
}

/** 2 GB: about a million vectors of 384 dimensions, at five bytes a number. More is better asked of an approximate index. */
const DEFAULT_MAX_VECTOR_BYTES = 2_000_000_000
/** What WebAssembly can address, less what is no vector. */
const MOST_BYTES = 4_000_000_000
/** So few rows are looked at before there is a first threshold. */
const FIRST_CHUNK = 32

/**
 * Creates a store of vectors that is searched exactly: every answer is what comparing the query with each vector in
 * double precision gives, whichever way it was found. Adding, changing and removing a vector costs that vector.
 *
 * @throws RangeError when an option is outside its legal range.
 */
export function createVectorStore(options: VectorStoreOptions): VectorStore {
  requireKnownMembers('the options of a vector store', options, ['dimensions', 'maxBytes', 'simd'])
  const dimensions = checkDimensions(options.dimensions)
  const maxBytes = options.maxBytes ?? DEFAULT_MAX_VECTOR_BYTES
  if (!(maxBytes >= 1 && maxBytes <= MOST_BYTES)) {
    throw new RangeError(`maxBytes is ${quote(maxBytes)}; use 1 to ${MOST_BYTES}.`)
  }
  const kernel = (options.simd ?? true) ? createSimdKernel(dimensions) : undefined
  return storeOn(kernel ?? createPlainKernel(dimensions), dimensions, maxBytes)
}

function storeOn(kernel: VectorKernel, dimensions: number, maxBytes: number): VectorStore {
  const blockRows = rowsPerBlock(widthOf(dimensions))
  const bytesPerBlock = blockBytes(widthOf(dimensions))
  /** Ids by row. */
  const ids: string[] = []
  const rows = new Map<string, number>()

  const check = (vector: Float32Array): void => {
    const fault = faultOfVector(vector, dimensions)
    if (fault !== undefined) throw new RangeError(`This store cannot take it: ${fault}.`)
  }
  const makeRoom = (): void => {
    if (ids.length < kernel.capacity) return
    const details = { size: ids.length, maxBytes }
    if ((kernel.capacity / blockRows + 1) * bytesPerBlock > maxBytes) {
      const message = `The store holds ${ids.length} vectors, and one more would take it over ${maxBytes} bytes. Raise maxBytes, or plug in an approximate index.`
      throw new VectorStoreFullError(message, details)
    }
    try {
      kernel.grow()
    } catch (error) {
      const message = `The store holds ${ids.length} vectors, and there is no memory for more.`
      throw new VectorStoreFullError(message, details, error)
    }
  }

  /** One passage over all rows for at most {@link QUERY_SLOTS} queries. */
  const pass = (
    queries: readonly Float32Array[],
    { limit, accepts }: VectorSearchRequest,
  ): readonly (readonly VectorHit[])[] => {
    queries.forEach((query, slot) => {
      kernel.load(slot, query)
    })
    const tops = queries.map(() => createTopHits(limit))
    let chunk = FIRST_CHUNK
    for (let first = 0; first < ids.length; ) {
      const blockStart = first - (first % blockRows)
      const count = Math.min(chunk, blockStart + blockRows - first, ids.length - first)
      for (let slot = 0; slot < tops.length; slot += 1) {
        const top = tops[slot] as TopHits
        let found = kernel.scan(slot, first, count, top.threshold())
        const list = kernel.list()
        if (accepts !== undefined)
          found = keep(list, found, (row) => accepts(ids[blockStart + row] as string))
        if (found === 0) continue
        const scores = kernel.dots(slot, blockStart / blockRows, found)
        for (let i = 0; i < found; i += 1) {
          const score = scores[i] as number
          if (score >= top.threshold()) top.add(ids[blockStart + (list[i] as number)] as string, score)
        }
      }
      first += count
      chunk *= 2
    }
    return tops.map((top) => top.list())
  }

  const searchAll: VectorStore['searchAll'] = (queries, request) => {
    if (!Number.isInteger(request.limit) || request.limit < 0) {
      throw new RangeError(`limit is ${quote(request.limit)}; a whole number of at least 0 is needed.`)
    }
    queries.forEach(check)
    if (request.limit === 0) return queries.map(() => [])
    const groups = Math.ceil(queries.length / QUERY_SLOTS)
    return Array.from({ length: groups }, (_, group) =>
      pass(queries.slice(group * QUERY_SLOTS, (group + 1) * QUERY_SLOTS), request),
    ).flat()
  }

  return Object.freeze({
    dimensions,
    exact: true,
    get size() {
      return ids.length
    },
    set: (id, vector) => {
      check(vector)
      let row = rows.get(id)
      if (row === undefined) {
        makeRoom()
        row = ids.length
        ids.push(id)
        rows.set(id, row)
      }
      kernel.write(row, vector)
    },
    get: (id) => {
      const row = rows.get(id)
      return row === undefined ? undefined : kernel.read(row).subarray(0, dimensions)
    },
    remove: (id) => {
      const row = rows.get(id)
      if (row === undefined) return false
      const last = ids.length - 1
      const moved = ids[last] as string
      if (row !== last) {
        kernel.copy(last, row)
        ids[row] = moved
        rows.set(moved, row)
      }
      kernel.erase(last)
      ids.pop()
      rows.delete(id)
      return true
    },
    search: (query, request) => searchAll([query], request)[0] as readonly VectorHit[],
    searchAll,
    scoresOf: (query, wanted) => {
      check(query)
      kernel.load(0, query)
      return wanted.map((id) => {
        const row = rows.get(id)
        if (row === undefined) return undefined
        kernel.list()[0] = row % blockRows
        return kernel.dots(0, Math.floor(row / blockRows), 1)[0]
      })
    },
  } satisfies VectorStore)
}

/** Moves the first `count` rows that pass to the front of the list, and gives back how many they are. */
function keep(list: Int32Array, count: number, passes: (row: number) => boolean): number {
  let kept = 0
  for (let i = 0; i < count; i += 1) {
    const row = list[i] as number
    if (!passes(row)) continue
    list[kept] = row
    kept += 1
  }
  return kept
}
