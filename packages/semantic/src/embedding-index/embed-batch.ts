import { isLocalEmbedder } from '@toolscout/model/internal'
import type { Entry } from './attempts.ts'
import { askEmbedder, requireVector, trustCache, type VectorSpace } from './embed-texts.ts'
import type { EmbeddingIndexSettings } from './options.ts'

/** Gives the vectors of documents, by their content. */
export type EmbedBatch = (
  batch: readonly Entry[],
  space: VectorSpace,
) => Promise<ReadonlyMap<string, Float32Array>>

/** Prepares the way a batch takes: what the cache knows is not embedded, and every content is embedded once. */
export function createBatchEmbedder(settings: EmbeddingIndexSettings, signal: AbortSignal): EmbedBatch {
  const { embedder, clock, timeoutMs, onError } = settings
  const local = isLocalEmbedder(embedder) ? embedder : undefined
  const cache = trustCache(settings.cache, clock, onError)
  return async (batch, space) => {
    if (local !== undefined) {
      const waiting = batch.flatMap(({ content, fields }) =>
        fields === undefined ? [] : [{ content, fields }],
      )
      return new Map(
        waiting.map(({ content, fields }) => [content, requireVector(local.embedDocument(fields), space)]),
      )
    }
    const texts = [...new Set(batch.map(({ content }) => content))]
    const known = await cache.get(texts, space)
    const unknown = texts.filter((_, i) => known[i] === undefined)
    const vectors =
      unknown.length === 0
        ? []
        : await askEmbedder(embedder, unknown, {
            space,
            purpose: 'document',
            clock,
            timeoutMs,
            signal,
          })
    if (unknown.length > 0) cache.set(unknown, vectors, space)
    const made = unknown.map((text, i) => [text, vectors[i] as Float32Array] as const)
    const found = texts.flatMap((text, i) => (known[i] === undefined ? [] : [[text, known[i]] as const]))
    return new Map([...found, ...made])
  }
}

/** The size of a batch as far as it is one. */
export function mostOf(maxBatch: unknown): number {
  return Number.isInteger(maxBatch) && (maxBatch as number) >= 1 ? (maxBatch as number) : 1
}
