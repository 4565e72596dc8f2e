import { type Embedder, type EmbeddingPurpose, ToolscoutError } from '@toolscout/model'
import {
  checkOptions,
  checkWhole,
  messageOf,
  type OptionKind,
  quote,
  raceSignal,
  sha256,
} from '@toolscout/model/internal'
import { EmbedderFailedError } from '../errors.ts'
import { checkDimensions, normOf, type VectorSpace } from '../vectors/vector-kernel.ts'

/** Turns texts into vectors of any length, one a text and in their order. */
export type EmbedTexts = (
  texts: readonly string[],
  options: { readonly purpose: EmbeddingPurpose; readonly signal?: AbortSignal | undefined },
) => PromiseLike<readonly ArrayLike<number>[]>

/** Options of all embedders. */
export interface EmbedderOptions {
  /** Name of the model, as its provider has it. */
  readonly model: string
  /** Numbers in a vector. Legal: whole numbers of 1 to 16,384; anything else the model gives is an error. */
  readonly dimensions: number
  /** Most texts in one call. Default: {@link DEFAULT_MAX_BATCH}. Legal: whole numbers of 1 to 10,000. */
  readonly maxBatch?: number | undefined
  /** Stands before requests, such as `query: `. Default: nothing. */
  readonly queryPrefix?: string | undefined
  /** Stands before documents, such as `passage: `. Default: nothing. */
  readonly documentPrefix?: string | undefined
}

/** Options of {@link createEmbedder}. */
export interface FunctionEmbedderOptions extends EmbedderOptions {
  /** The function that embeds. It is never called with an empty text, nor without one. */
  readonly embed: EmbedTexts
}

/** The default limit of Text Embeddings Inference, the lowest of the common servers. */
export const DEFAULT_MAX_BATCH = 32
const MOST_TEXTS = 10_000
/** What each of {@link EmbedderOptions} is. */
export const EMBEDDER_KINDS: { readonly [option in keyof EmbedderOptions]-?: OptionKind } = {
  ...{ model: 'string', dimensions: 'anything', maxBatch: 'anything' },
  ...{ queryPrefix: 'string', documentPrefix: 'string' },
}
/** Providers refuse a text without anything in it; this one stands for all of them. */
const NOTHING = '.'

/**
 * Makes an embedder of any function. Vectors are brought to length 1 and checked, prefixes set, and half characters,
 * which no JSON may hold, replaced.
 *
 * @throws RangeError or TypeError when an option is outside its legal range.
 */
export function createEmbedder(options: FunctionEmbedderOptions): Embedder {
  checkOptions('the options of an embedder', options, { ...EMBEDDER_KINDS, embed: 'function' })
  const { model: name, embed, queryPrefix = '', documentPrefix = '' } = options
  if (typeof name !== 'string' || name === '') {
    throw new TypeError(`The model of an embedder is its name, not ${quote(name)}.`)
  }
  if (typeof embed !== 'function') throw new TypeError(`embed is ${quote(embed)}; a function is needed.`)
  const dimensions = checkDimensions(options.dimensions)
  const maxBatch = checkMaxBatch(options.maxBatch ?? DEFAULT_MAX_BATCH)
  const model = modelId(name, queryPrefix, documentPrefix)
  const toInput = (text: string, prefix: string): string => {
    const input = `${prefix}${text}`.replace(/\p{Surrogate}/gu, '\ufffd')
    return input.trim() === '' ? NOTHING : input
  }
  return Object.freeze({
    model,
    dimensions,
    maxBatch,
    embed: async (texts, { purpose, signal }) => {
      signal?.throwIfAborted()
      if (texts.length > maxBatch) {
        throw new RangeError(
          `${texts.length} texts at once; ${quote(model)} takes ${maxBatch}. Make batches of them.`,
        )
      }
      if (texts.length === 0) return []
      const prefix = purpose === 'query' ? queryPrefix : documentPrefix
      const inputs = texts.map((text) => toInput(text, prefix))
      let given: unknown
      try {
        const work = Promise.resolve(embed(inputs, { purpose, signal }))
        given = await (signal === undefined ? work : raceSignal(work, signal))
      } catch (error) {
        if (signal?.aborted === true) throw signal.reason
        if (error instanceof ToolscoutError) throw error
        const message = `${quote(model)} failed: ${messageOf(error)}`
        throw new EmbedderFailedError(message, { model, reason: 'failed' }, error)
      }
      return readVectors(given, texts.length, { model, dimensions })
    },
  } satisfies Embedder)
}

/** Returns the number if it is a legal number of texts per call. @throws RangeError otherwise. */
export function checkMaxBatch(maxBatch: unknown): number {
  return checkWhole('maxBatch', maxBatch, 1, MOST_TEXTS)
}

/** Other prefixes give other vectors, which must never be compared. */
function modelId(name: string, ...prefixes: readonly string[]): string {
  if (prefixes.every((prefix) => prefix === '')) return name
  return `${name}#${sha256(JSON.stringify(prefixes)).slice(0, 12)}`
}

/** Reads what a model or server gave for this many texts, as vectors of length 1. */
function readVectors(
  given: unknown,
  count: number,
  { model, dimensions }: VectorSpace,
): readonly Float32Array[] {
  const fail = (what: string): EmbedderFailedError =>
    new EmbedderFailedError(`${quote(model)} gave ${what}.`, { model, reason: 'invalid_answer' })
  if (!Array.isArray(given)) throw fail(`${quote(given)} in place of a list of vectors`)
  if (given.length !== count) throw fail(`${given.length} vectors for ${count} texts`)
  return Array.from(given, (values: unknown) => {
    if (!isNumbers(values)) throw fail('a vector that is no list of numbers')
    if (values.length !== dimensions) {
      throw fail(
        `a vector of ${values.length} dimensions in place of ${dimensions}; correct the dimensions it is used with`,
      )
    }
    const vector = toUnitVector(values)
    if (vector === undefined) throw fail('a vector without a direction: all zeros, or not all of it finite')
    return vector
  })
}

function isNumbers(values: unknown): values is ArrayLike<number> {
  if (Array.isArray(values)) return values.every((value) => typeof value === 'number')
  return ArrayBuffer.isView(values) && typeof Reflect.get(values, 0) === 'number'
}

/** A vector of any length as one of length 1; `undefined` when it is all zeros, or not all of it is finite. */
function toUnitVector(values: ArrayLike<number>): Float32Array | undefined {
  let peak = 0
  for (let i = 0; i < values.length; i += 1) {
    const size = Math.abs(values[i] as number)
    if (!Number.isFinite(size)) return undefined
    if (size > peak) peak = size
  }
  if (peak === 0) return undefined
  // Divided by the largest first, because the square of a huge or tiny number leaves the range of numbers.
  const scaled = Float64Array.from(values, (value) => value / peak)
  const norm = normOf(scaled)
  return Float32Array.from(scaled, (value) => value / norm)
}
