import type { Embedder } from '@toolscout/model'
import { messageOf } from '@toolscout/model/internal'
import { PeerNotInstalledError } from '../errors.ts'
import { createEmbedder, type EmbedderOptions } from './create-embedder.ts'

/** The part of `@huggingface/transformers` that is used here. */
interface TransformersModule {
  readonly pipeline: (
    task: 'feature-extraction',
    model: string,
    options: { readonly dtype?: string; readonly device?: string },
  ) => Promise<FeatureExtractor>
}

type FeatureExtractor = (
  texts: string[],
  options: { readonly pooling: string; readonly normalize: boolean },
) => Promise<{ readonly dims: readonly number[]; readonly data: Float32Array }>

/** Options of {@link createTransformersEmbedder}. `model` is the name of a model on its hub, or a folder. */
export interface TransformersEmbedderOptions extends EmbedderOptions {
  /** How the vectors of tokens become one. Default `mean`; the page of the model says which it wants. */
  readonly pooling?: 'mean' | 'cls' | 'last_token' | undefined
  /** Precision of the weights, such as `fp32`, `q8` or `q4`. Default: the library's. */
  readonly dtype?: string | undefined
  /** Where it runs, such as `cpu` or `webgpu`. Default: the library's. */
  readonly device?: string | undefined
}

/**
 * Embeds in this process with transformers.js, an optional peer that is loaded with the first text, and with it the
 * model, which the library may download. A call that is running cannot be stopped; an aborted signal leaves it.
 *
 * `embed` rejects with `PEER_NOT_INSTALLED` when the package is not there.
 *
 * @throws RangeError or TypeError when an option is outside its legal range.
 */
export function createTransformersEmbedder(options: TransformersEmbedderOptions): Embedder {
  return transformersEmbedder(options, loadLibrary)
}

async function loadLibrary(): Promise<unknown> {
  const name = '@huggingface/transformers'
  try {
    return await import(name)
  } catch (error) {
    const message = `${name} cannot be loaded: ${messageOf(error)}. Install ${name} ^3 or ^4 beside this package.`
    throw new PeerNotInstalledError(message, name, error)
  }
}

/** As {@link createTransformersEmbedder}, with the way to the library. */
export function transformersEmbedder(
  { pooling = 'mean', dtype, device, ...options }: TransformersEmbedderOptions,
  load: () => Promise<unknown>,
): Embedder {
  const { model } = options
  let opening: Promise<FeatureExtractor> | undefined
  const open = async (): Promise<FeatureExtractor> => {
    const { pipeline } = (await load()) as TransformersModule
    return pipeline('feature-extraction', model, { ...(dtype && { dtype }), ...(device && { device }) })
  }
  const extractor = (): Promise<FeatureExtractor> => {
    opening ??= open().catch((error: unknown) => {
      // What failed may work the next time: a download, or a package that was installed since.
      opening = undefined
      throw error
    })
    return opening
  }
  return createEmbedder({
    ...options,
    // Other pooling or weights give other vectors.
    model: `transformers:${model}:${pooling}:${dtype ?? 'default'}`,
    embed: async (texts) => {
      const extract = await extractor()
      const { dims, data } = await extract([...texts], { pooling, normalize: true })
      const size = dims.at(-1) ?? 0
      return Array.from({ length: dims[0] ?? 0 }, (_, i) => data.subarray(i * size, (i + 1) * size))
    },
  })
}
