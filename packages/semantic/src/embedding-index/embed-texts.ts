import {
  type Clock,
  compareIds,
  type Embedder,
  type EmbeddingPurpose,
  SEARCH_FIELDS,
  type SearchDocument,
} from '@toolscout/model'
import {
  formatDuration,
  isLocalEmbedder,
  messageOf,
  quote,
  sha256,
  takeCodePoints,
  withTimeLimit,
} from '@toolscout/model/internal'
import { EmbedderFailedError } from '../errors.ts'
import { faultOfVector, requireVector, type VectorSpace } from '../vectors/vector-kernel.ts'
import type { Entry } from './attempts.ts'
import type { EmbeddingIndexSettings } from './embedding-index.ts'

/** How long a cache may take; embedding again is not much slower. */
const CACHE_MS = 5_000
/** Two batches on their way keep a server busy; one that takes longer than this hangs. */
const BATCH_MS = 60_000

/** How an embedder is asked. */
interface AskEmbedderOptions {
  /** What the vectors have to be. */
  readonly space: VectorSpace
  readonly purpose: EmbeddingPurpose
  readonly clock: Clock
  readonly timeoutMs: number
  /** Ends the call when it aborts. */
  readonly signal?: AbortSignal | undefined
}

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
    new EmbedderFailedError(`${quote(model)} took longer than ${formatDuration(timeoutMs)}.`, {
      model,
      reason: 'timeout',
    })
  let given: unknown
  try {
    const ask = async (limited: AbortSignal): Promise<unknown> =>
      embedder.embed(texts, { purpose, signal: limited })
    given = await withTimeLimit(ask, { clock, timeoutMs, signal, onTimeout, background: true })
  } catch (error) {
    if (error instanceof EmbedderFailedError) throw error
    const message = `${quote(model)} failed: ${messageOf(error)}`
    throw new EmbedderFailedError(message, { model, reason: 'failed' }, error)
  }
  if (!Array.isArray(given) || given.length !== texts.length) {
    const number = Array.isArray(given) ? given.length : 'no'
    const message = `${quote(model)} gave ${number} vectors for ${texts.length} texts.`
    throw new EmbedderFailedError(message, { model, reason: 'invalid_answer' })
  }
  return Array.from(given, (vector: unknown) => requireVector(vector, space))
}

/**
 * The vectors of a batch by content: those that the cache knows, and those of the embedder for all others, each content
 * once. What the cache gives is checked, and what it fails to give or to keep goes to `onError`.
 */
export async function embedDocuments(
  batch: readonly Entry[],
  space: VectorSpace,
  settings: EmbeddingIndexSettings,
  signal: AbortSignal,
): Promise<ReadonlyMap<number, Float32Array>> {
  const { embedder, cache, clock, onError } = settings
  const vectors = new Map<number, Float32Array>()
  if (isLocalEmbedder(embedder)) {
    for (const { content, fields } of batch)
      vectors.set(content, requireVector(embedder.embedDocument(fields), space))
    return vectors
  }
  const keyOf = (text: string): string => sha256(JSON.stringify([space.model, space.dimensions, text]))
  const wanted = [...new Map(batch.map(({ content, fields }) => [content, semanticText(fields)]))]
  try {
    const known = await withTimeLimit(async () => cache.get(wanted.map(([, text]) => keyOf(text))), {
      clock,
      timeoutMs: CACHE_MS,
      onTimeout: () =>
        new RangeError(`The cache of embeddings took longer than ${formatDuration(CACHE_MS)}.`),
      background: true,
    })
    for (const [i, [content]] of wanted.entries()) {
      const vector = known[i]
      if (vector !== undefined && faultOfVector(vector, space.dimensions) === undefined)
        vectors.set(content, vector)
    }
  } catch (error) {
    onError(error)
  }
  const unknown = wanted.filter(([content]) => !vectors.has(content))
  if (unknown.length === 0) return vectors
  const options = { space, purpose: 'document', clock, timeoutMs: BATCH_MS, signal } as const
  const unknownTexts = unknown.map(([, text]) => text)
  const made = await askEmbedder(embedder, unknownTexts, options)
  for (const [i, [content]] of unknown.entries()) vectors.set(content, made[i] as Float32Array)
  const keep = async (): Promise<void> =>
    cache.set(unknownTexts.map((text, i) => [keyOf(text), made[i] as Float32Array]))
  keep().catch(onError)
  return vectors
}

/** A hash of what a vector depends on, above 0: of all fields where the embedder reads them, else of their text. */
export function contentOf(fields: SearchDocument['fields'], isLocal: boolean): number {
  return isLocal
    ? hashOf(SEARCH_FIELDS.map((field) => fields[field]))
    : 1 + Number.parseInt(sha256(semanticText(fields)).slice(0, HASH_DIGITS), 16)
}

/** Hexadecimal digits of a hash: with one more, a number would not be exact. */
const HASH_DIGITS = 13
/** No code unit: the end of a text counts too, so that it matters what stands in which. */
const TEXT_END = 0x1_0000

/** Two hashes of 32 bits in one pass over the texts, of which 52 are kept: they find changes, not forgeries. */
function hashOf(texts: readonly string[]): number {
  let one = 0x811c9dc5
  let other = 0x9e3779b9
  for (const text of texts) {
    for (let i = 0; i <= text.length; i += 1) {
      const unit = i < text.length ? text.charCodeAt(i) : TEXT_END
      one = Math.imul(one ^ unit, 0x01000193)
      other = Math.imul(other ^ unit, 0x5bd1e995)
    }
    other ^= other >>> 15
  }
  return 1 + (one >>> 0) * 2 ** 20 + (other >>> 12)
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
