import type { Embedder, EmbeddingCache, VectorIndex } from '@toolscout/model'
import type { CommonFacts } from '@toolscout/model/internal'
import { openSections, type SavedPart, type SavedWhole } from '@toolscout/search/internal'
import { EmbeddingsIncompleteError } from '../errors.ts'
import { spaceOf, type VectorSpace } from '../vectors/vector-kernel.ts'
import { VectorStore } from '../vectors/vector-store.ts'
import type { Entry } from './attempts.ts'

/** What vectors are made by, and where they are put. */
interface VectorSettings {
  readonly embedder: Embedder
  readonly vectors: (dimensions: number) => VectorIndex
}

/** 15 MB of 384 dimensions: a server that goes and comes back, or a text that many tools share, is embedded once. */
const MAX_CACHED_VECTORS = 10_000

/** A cache of embeddings in memory that forgets what was not used for longest. */
export function createEmbeddingCache(maxVectors: number = MAX_CACHED_VECTORS): EmbeddingCache {
  const recent = new Recent<Float32Array>(maxVectors)
  return Object.freeze({
    get: async (keys) => keys.map((key) => recent.get(key)),
    set: async (entries) => {
      for (const [key, vector] of entries) recent.set(key, vector)
    },
  } satisfies EmbeddingCache)
}

/** Keeps a number of values, and forgets the one that was not used for longest. */
export class Recent<Value> {
  readonly #values = new Map<string, Value>()
  readonly #limit: number

  constructor(limit: number) {
    this.#limit = limit
  }

  get(key: string): Value | undefined {
    const value = this.#values.get(key)
    if (value !== undefined) this.set(key, value)
    return value
  }

  set(key: string, value: Value): void {
    this.#values.delete(key)
    this.#values.set(key, value)
    const [oldest] = this.#values.keys()
    if (this.#values.size > this.#limit && oldest !== undefined) this.#values.delete(oldest)
  }
}

/** Vectors that may be compared. */
export interface SpaceVectors<Vectors = VectorIndex> {
  readonly space: VectorSpace
  readonly vectors: Vectors
}

/** What `saveEmbeddings` gave, and the revision it was given. */
export type SavedVectors = Pick<SavedWhole, 'bytes' | 'revision' | 'apart'>

/** What is saved of an index of embeddings. */
interface SavedEmbeddings extends SavedPart {
  readonly restore: (saved: SavedVectors) => Generator<void, void>
  /** With `undefined` it forgets them. */
  readonly learn: (id: string, facts: CommonFacts | undefined) => void
}

/** Room for vectors of an embedder. */
export function emptyVectors(
  { embedder, vectors }: VectorSettings,
  space: VectorSpace = spaceOf(embedder),
): SpaceVectors {
  return { space, vectors: vectors(space.dimensions) }
}

/**
 * What is saved of all documents and their vectors. It throws an `EMBEDDINGS_INCOMPLETE` while one has none, and a
 * TypeError where they are in an index of one's own.
 */
export function toSaveOf(
  settings: VectorSettings,
  {
    now,
    take,
  }: {
    readonly now: () => SpaceVectors & { readonly held: ReadonlyMap<string, Entry> }
    readonly take: (begun: SpaceVectors) => void
  },
): SavedEmbeddings {
  return {
    prepare: function* () {},
    restore: function* ({ apart, ...saved }) {
      const begun = emptyVectors(settings)
      const onLost = (error: unknown): void => {
        take(emptyVectors(settings))
        apart?.onLost(error)
      }
      yield* loadEmbeddings(begun, { ...saved, apart: apart && { ...apart, onLost } })
      take(begun)
    },
    save: (out) => {
      const { held, ...own } = now()
      const vectors = requireOwn(own)
      const total = held.size + vectors.contentCount
      const pending = total - vectors.size
      if (pending > 0) {
        const message = `${pending} of ${total} documents have no vector that could be saved.`
        throw new EmbeddingsIncompleteError(message, { pending, total })
      }
      vectors.saveLater(out, held.values())
    },
    options: () => layoutOf(now()),
    learn: (id, facts) => {
      const { vectors } = now()
      if (vectors instanceof VectorStore) vectors.learn(id, facts)
    },
  }
}

/**
 * Takes saved vectors into an empty index, with what they were made of, in short steps.
 *
 * @throws SnapshotRefusedError `SNAPSHOT_REFUSED` when they are of another model, another revision, or damaged.
 * @throws TypeError where the index is one's own.
 */
function* loadEmbeddings(
  into: SpaceVectors,
  { bytes, revision = '', apart }: SavedVectors,
): Generator<void, void> {
  if (bytes === undefined) return
  yield* requireOwn(into).load(openSections(bytes, { options: layoutOf(into), revision }), apart)
}

function layoutOf(held: SpaceVectors): string {
  return JSON.stringify([held.space.model, ...requireOwn(held).layout])
}

function requireOwn({ vectors }: SpaceVectors): VectorStore {
  if (vectors instanceof VectorStore) return vectors
  throw new TypeError('An index of vectors of your own keeps them itself; they cannot be saved here.')
}
