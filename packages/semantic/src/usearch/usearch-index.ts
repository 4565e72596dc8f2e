import { compareHits, type VectorHit, type VectorIndex } from '@toolscout/model'
import { requireKnownMembers } from '@toolscout/model/internal'
import { checkWhole } from '../check-whole.ts'
import { loadPeer } from '../load-peer.ts'
import { createVectorStore, type VectorStoreOptions } from '../vectors/vector-store.ts'

/** The part of `usearch` that is used here. */
interface UsearchModule {
  readonly Index: new (config: {
    readonly dimensions: number
    readonly metric: string
    readonly quantization: string
    readonly connectivity: number
    readonly expansion_add: number
    readonly expansion_search: number
    readonly multi: boolean
  }) => Graph
}

interface Graph {
  readonly add: (key: bigint, vector: Float32Array) => void
  readonly search: (query: Float32Array, k: number, threads: number) => { readonly keys: BigUint64Array }
}

/** Options of an approximate index. */
export interface UsearchOptions extends VectorStoreOptions {
  /** Edges of a vector in the graph. More find more, and take more time and memory. Default 16. Legal: 2 to 256. */
  readonly connectivity?: number | undefined
  /** Vectors looked at when one is added. More find more, and take more time. Default 128. Legal: 1 to 10,000. */
  readonly expansionAdd?: number | undefined
  /** Vectors looked at in a search, at least. More find more, and take more time. Default 64. Legal: 1 to 10,000. */
  readonly expansionSearch?: number | undefined
}

/** Makes approximate indexes. */
export type CreateUsearchIndex = (options: UsearchOptions) => VectorIndex

const DEFAULTS = { connectivity: 16, expansionAdd: 128, expansionSearch: 64 }
const MEMBERS = ['dimensions', 'maxBytes', 'simd', 'connectivity', 'expansionAdd', 'expansionSearch']
/** This many extra candidates are scored exactly, because the graph is least accurate at the end of its list. */
const SPARE = 8
/** When a filter lets so few through that a fourth of all vectors would be looked at, all of them are. */
const EXACT_FROM = 1 / 4
/** A graph is rebuilt when more than half of it, and at least this many vectors, are deleted. */
const MOST_NAMELESS = 64

/**
 * Loads usearch, an optional peer, and gives the way to make indexes with it: graphs (HNSW, Malkov and Yashunin 2016)
 * that find most of the nearest of millions of vectors without looking at all of them. What is found is scored
 * exactly, by a vector store that holds the same vectors and answers alone when a filter lets few through.
 *
 * @throws PeerNotInstalledError `PEER_NOT_INSTALLED` when the package is not there or does not load.
 */
export async function loadUsearch(): Promise<CreateUsearchIndex> {
  const { Index } = (await loadPeer('usearch', '^2.25', () => import('usearch'))) as UsearchModule
  return (options) => createIndex(Index, options)
}

function createIndex(Index: UsearchModule['Index'], options: UsearchOptions): VectorIndex {
  requireKnownMembers('the options of a usearch index', options, MEMBERS)
  const { dimensions, maxBytes, simd } = options
  const store = createVectorStore({ dimensions, maxBytes, simd })
  const shape = {
    dimensions,
    metric: 'ip',
    quantization: 'f32',
    connectivity: checkWhole('connectivity', options.connectivity ?? DEFAULTS.connectivity, 2, 256),
    expansion_add: checkWhole('expansionAdd', options.expansionAdd ?? DEFAULTS.expansionAdd, 1, 10_000),
    expansion_search: checkWhole(
      'expansionSearch',
      options.expansionSearch ?? DEFAULTS.expansionSearch,
      1,
      10_000,
    ),
    multi: false,
  }
  let graph = new Index(shape)
  const keys = new Map<string, bigint>()
  const ids = new Map<bigint, string>()
  let nextKey = 0n
  let nameless = 0
  const add = (id: string, vector: Float32Array): void => {
    graph.add(nextKey, vector)
    keys.set(id, nextKey)
    ids.set(nextKey, id)
    nextKey += 1n
  }
  /** usearch 2.25 may never return after vectors were removed from it: what is gone stays there without a name. */
  const forget = (id: string): void => {
    const key = keys.get(id)
    if (key === undefined) return
    keys.delete(id)
    ids.delete(key)
    nameless += 1
  }
  const rebuildIfWorn = (): void => {
    if (nameless <= keys.size + MOST_NAMELESS) return
    graph = new Index(shape)
    nameless = 0
    ids.clear()
    for (const id of [...keys.keys()]) add(id, store.get(id) as Float32Array)
  }
  const candidates = (
    query: Float32Array,
    count: number,
    accepts: (id: string) => boolean,
  ): readonly string[] =>
    Array.from(graph.search(query, count, 1).keys, (key) => ids.get(key)).filter(
      (id) => id !== undefined && accepts(id),
    ) as string[]

  return Object.freeze({
    dimensions,
    exact: false,
    get size() {
      return store.size
    },
    set: (id, vector) => {
      store.set(id, vector)
      forget(id)
      add(id, vector)
      rebuildIfWorn()
    },
    remove: (id) => {
      const isRemoved = store.remove(id)
      forget(id)
      rebuildIfWorn()
      return isRemoved
    },
    search: (query, request) => {
      const { limit, accepts = () => true } = request
      // Refuses what is no vector, before the graph reads it.
      store.scoresOf(query, [])
      for (let count = limit + SPARE; limit > 0 && count < store.size * EXACT_FROM; count *= 4) {
        const found = candidates(query, count, accepts)
        if (found.length < limit) continue
        const scores = store.scoresOf(query, found)
        const hits = found.map((id, i): VectorHit => ({ id, score: scores[i] as number }))
        return hits.sort(compareHits).slice(0, limit)
      }
      return store.search(query, request)
    },
    scoresOf: store.scoresOf,
  } satisfies VectorIndex)
}
