import {
  type Clock,
  compareIds,
  type Embedder,
  type EmbeddingCache,
  type EmbeddingPurpose,
  SEARCH_FIELDS,
  type SearchDocument,
} from '@toolscout/model'
import { messageOf, quote, sha256, takeCodePoints, withTimeLimit } from '@toolscout/model/internal'
import { EmbedderFailedError } from '../errors.ts'
import { faultOfVector } from '../vectors/unit-vector.ts'

/** Which vectors may be compared with each other. */
export interface VectorSpace {
  readonly model: string
  readonly dimensions: number
}

/** How long a cache may take; embedding again is not much slower. */
const CACHE_MS = 5_000

/**
 * Asks an embedder and trusts nothing it gives.
 *
 * @throws EmbedderFailedError `EMBEDDER_FAILED` when it throws, takes too long, or gives what is no vector a text.
 */
export async function askEmbedder(
  embedder: Embedder,
  texts: readonly string[],
  { space, purpose, clock, timeoutMs, signal }: AskEmbedderOptions,
): Promise<readonly Float32Array[]> {
  const { model } = space
  const onTimeout = (): EmbedderFailedError =>
    new EmbedderFailedError(`${quote(model)} took longer than ${timeoutMs} ms.`, { model, reason: 'timeout' })
  let given: unknown
  try {
    const ask = async (limited: AbortSignal): Promise<unknown> =>
      embedder.embed(texts, { purpose, signal: limited })
    given = await withTimeLimit(ask, { clock, timeoutMs, signal, onTimeout, background: true })
  } catch (error) {
    if (error instanceof EmbedderFailedError) throw error
    throw new EmbedderFailedError(
      `${quote(model)} failed: ${messageOf(error)}`,
      { model, reason: 'failed' },
      error,
    )
  }
  if (!Array.isArray(given) || given.length !== texts.length) {
    const number = Array.isArray(given) ? given.length : 'no'
    throw invalid(space, `it gave ${number} vectors for ${texts.length} texts`)
  }
  return Array.from(given, (vector: unknown) => requireVector(vector, space))
}

/** How an embedder is asked. */
export interface AskEmbedderOptions {
  /** What the vectors have to be. */
  readonly space: VectorSpace
  /** What the texts are. */
  readonly purpose: EmbeddingPurpose
  /** Measures the time it takes. */
  readonly clock: Clock
  /** How long it may take, in milliseconds. Legal: integers 1 to 2,147,483,647. */
  readonly timeoutMs: number
  /** Ends the call when it aborts. Default: nothing does. */
  readonly signal?: AbortSignal | undefined
}

/** Gives a vector back when it is one of this space. @throws EmbedderFailedError `EMBEDDER_FAILED` otherwise. */
export function requireVector(vector: unknown, space: VectorSpace): Float32Array {
  const fault = faultOfVector(vector, space.dimensions)
  if (fault !== undefined) throw invalid(space, fault)
  return vector as Float32Array
}

function invalid({ model }: VectorSpace, fault: string): EmbedderFailedError {
  return new EmbedderFailedError(`${quote(model)} gave what cannot be used: ${fault}.`, {
    model,
    reason: 'invalid_answer',
  })
}

/** A cache as far as it is trusted: what it fails to give is embedded. */
export interface TrustedCache {
  readonly get: (
    texts: readonly string[],
    space: VectorSpace,
  ) => Promise<readonly (Float32Array | undefined)[]>
  readonly set: (texts: readonly string[], vectors: readonly Float32Array[], space: VectorSpace) => void
}

/** Looks at everything a cache gives; its failures go to `onError`. */
export function trustCache(
  cache: EmbeddingCache,
  clock: Clock,
  onError: (error: unknown) => void,
): TrustedCache {
  const keyOf = (text: string, { model, dimensions }: VectorSpace): string =>
    sha256(JSON.stringify([model, dimensions, text]))
  return {
    get: async (texts, space) => {
      try {
        const given = await withTimeLimit(async () => cache.get(texts.map((text) => keyOf(text, space))), {
          clock,
          timeoutMs: CACHE_MS,
          onTimeout: () => new RangeError(`The cache of embeddings took longer than ${CACHE_MS} ms.`),
          background: true,
        })
        return texts.map((_, i) =>
          faultOfVector(given[i], space.dimensions) === undefined ? given[i] : undefined,
        )
      } catch (error) {
        onError(error)
        return texts.map(() => undefined)
      }
    },
    set: (texts, vectors, space) => {
      const save = async (): Promise<void> =>
        cache.set(texts.map((text, i) => [keyOf(text, space), vectors[i] as Float32Array]))
      save().catch(onError)
    },
  }
}

/** About a thousand tokens; most models read fewer, and none that is in use reads less than the name and the start. */
export const MAX_SEMANTIC_TEXT = 4_000

/**
 * What of a document is embedded: name, title where it says something else, description, and tags in lower case and in
 * order, separated by spaces; at most {@link MAX_SEMANTIC_TEXT} code points. Parameters are left out: they say how a
 * tool is called more than what it is for.
 */
export function semanticText(fields: SearchDocument['fields']): string {
  const name = fields.name.trim()
  const title = fields.title.trim()
  const tags = fields.tags
    .split('\n')
    .map((tag) => tag.trim().toLowerCase())
    .sort(compareIds)
  const parts = [name, title === name ? '' : title, fields.description.trim(), ...tags]
  return takeCodePoints(parts.filter((part) => part !== '').join(' '), MAX_SEMANTIC_TEXT)
}

/** Sixty-four bits of all fields, by two FNV-1a that begin differently; finds out whether any has changed. */
export function hashOfFields(fields: SearchDocument['fields']): string {
  let one = 0x811c9dc5
  let other = 0x9e3779b9
  for (const field of SEARCH_FIELDS) {
    const text = fields[field]
    for (let i = 0; i < text.length; i += 1) {
      const unit = text.charCodeAt(i)
      one = Math.imul(one ^ unit, 0x01000193)
      other = Math.imul(other ^ unit, 0x85ebca6b)
    }
    // Ends the field, with what no text holds.
    one = Math.imul(one ^ 0x10000, 0x01000193)
    other = Math.imul(other ^ 0x10000, 0x85ebca6b)
  }
  return `${(one >>> 0).toString(36)}.${(other >>> 0).toString(36)}`
}
