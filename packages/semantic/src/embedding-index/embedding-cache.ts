import type { EmbeddingCache, VectorIndex } from '@toolscout/model'
import type { SavedSearcher } from '@toolscout/search'
import { createSectionWriter, openSections, type SnapshotIdentity } from '@toolscout/search/internal'
import { EmbeddingsIncompleteError } from '../errors.ts'
import { type VectorSpace, VectorStore } from '../vectors/vector-store.ts'
import { type Entry, HASH_LENGTH } from './attempts.ts'

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
export interface SpaceVectors {
  readonly space: VectorSpace
  readonly vectors: VectorIndex
}

/** What `saveEmbeddings` gave, and the revision it was given. */
export type SavedVectors = Pick<SavedSearcher, 'bytes' | 'revision'>

const encoder = new TextEncoder()
const decoder = new TextDecoder()

/**
 * The vectors of all entries in one buffer.
 *
 * @throws EmbeddingsIncompleteError `EMBEDDINGS_INCOMPLETE` while an entry has none.
 * @throws TypeError where they are in an index of one's own.
 */
export function saveEmbeddings(
  from: SpaceVectors,
  entries: ReadonlyMap<string, Entry>,
  revision: string | undefined,
): Uint8Array {
  const { vectors, identity } = identify(from, revision)
  const total = entries.size
  const pending = total - vectors.size
  if (pending > 0) {
    const message = `${pending} of ${total} documents have no vector that could be saved.`
    throw new EmbeddingsIncompleteError(message, { pending, total })
  }
  const out = createSectionWriter()
  vectors.save(out)
  out.add(encoder.encode(vectors.ids.map((id) => entries.get(id)?.content).join('')))
  return out.finish(identity)
}

/**
 * Takes saved vectors into an empty index, and gives their entries.
 *
 * @throws SnapshotRefusedError `SNAPSHOT_REFUSED` when they are of another model, another revision, or damaged.
 * @throws TypeError where the index is one's own.
 */
export function loadEmbeddings(into: SpaceVectors, given: SavedVectors | undefined): readonly Entry[] {
  if (given?.bytes === undefined) return []
  const { vectors, identity } = identify(into, given.revision)
  const saved = openSections(given.bytes, identity)
  vectors.load(saved)
  const contents = decoder.decode(saved.next(Uint8Array))
  return vectors.ids.map((id, i) => {
    const content = contents.slice(i * HASH_LENGTH, (i + 1) * HASH_LENGTH)
    return { id, fields: undefined, content, failures: 0 }
  })
}

function identify(
  { space, vectors }: SpaceVectors,
  revision = '',
): { readonly vectors: VectorStore; readonly identity: SnapshotIdentity } {
  if (vectors instanceof VectorStore)
    return { vectors, identity: { options: JSON.stringify([space.model, ...vectors.layout]), revision } }
  throw new TypeError('An index of vectors of your own keeps them itself; they cannot be saved here.')
}
