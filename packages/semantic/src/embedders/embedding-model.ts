import type { Embedder } from '@toolscout/model'
import { checkOption, checkOptions } from '@toolscout/model/internal'
import {
  checkMaxBatch,
  createEmbedder,
  DEFAULT_MAX_BATCH,
  EMBEDDER_KINDS,
  type EmbedderOptions,
} from './create-embedder.ts'

/** The part of an AI SDK `EmbeddingModel` (specifications v1 to v3) that is used here. */
export interface EmbeddingModelLike {
  readonly provider: string
  readonly modelId: string
  readonly maxEmbeddingsPerCall: number | undefined | PromiseLike<number | undefined>
  readonly doEmbed: (options: {
    readonly values: string[]
    readonly abortSignal?: AbortSignal
  }) => PromiseLike<{ readonly embeddings: readonly (readonly number[])[] }>
}

/** Options of {@link fromEmbeddingModel}. */
export type EmbeddingModelOptions = Omit<EmbedderOptions, 'model'>

/**
 * An embedder of an AI SDK embedding model. Where the model takes fewer texts a call than `maxBatch`, it is called
 * several times, one after the other.
 *
 * @throws RangeError or TypeError when an option is outside its legal range.
 */
export function fromEmbeddingModel(model: EmbeddingModelLike, options: EmbeddingModelOptions): Embedder {
  checkOption('model', model, { functions: ['doEmbed'] })
  const { model: _, ...kinds } = EMBEDDER_KINDS
  checkOptions('the options of an embedder', options, kinds)
  const { maxEmbeddingsPerCall: most } = model
  const maxBatch =
    options.maxBatch ?? (typeof most === 'number' ? Math.min(most, DEFAULT_MAX_BATCH) : undefined)
  return createEmbedder({
    ...options,
    maxBatch,
    model: `${model.provider}:${model.modelId}`,
    embed: async (texts, { signal }) => {
      const atOnce = checkMaxBatch(Math.min((await model.maxEmbeddingsPerCall) ?? texts.length, texts.length))
      const vectors: (readonly number[])[] = []
      for (let start = 0; start < texts.length; start += atOnce) {
        const values = texts.slice(start, start + atOnce)
        const { embeddings } = await model.doEmbed({ values, ...(signal && { abortSignal: signal }) })
        vectors.push(...embeddings)
      }
      return vectors
    },
  })
}
