import { embedderObligations } from '@toolscout/testkit'
import { describe, expect, it } from 'vitest'
import { wordVector } from '../fixtures/word-vectors.ts'
import { createEmbedder } from './create-embedder.ts'
import { type EmbeddingModelLike, fromEmbeddingModel } from './embedding-model.ts'
import { createTransformersEmbedder, transformersEmbedder } from './transformers-embedder.ts'

/** What an AI SDK model of words is. */
const wordModel = (
  maxEmbeddingsPerCall: EmbeddingModelLike['maxEmbeddingsPerCall'],
  seen: string[][] = [],
): EmbeddingModelLike => ({
  provider: 'local',
  modelId: 'words',
  maxEmbeddingsPerCall,
  doEmbed: async ({ values, abortSignal }) => {
    abortSignal?.throwIfAborted()
    seen.push(values)
    return { embeddings: values.map((text) => [...wordVector(text, 16)]) }
  },
})
/** What transformers.js gives for a model of words. */
const wordLibrary = {
  pipeline: async () => async (texts: string[]) => ({
    dims: [texts.length, 16],
    data: Float32Array.from(texts.flatMap((text) => [...wordVector(text, 16)])),
  }),
}

const embedders = [
  {
    kind: 'of a function',
    create: () =>
      createEmbedder({
        model: 'words',
        dimensions: 16,
        embed: async (texts) => texts.map((text) => wordVector(text, 16).map((value) => value * 3)),
      }),
  },
  { kind: 'of an AI SDK model', create: () => fromEmbeddingModel(wordModel(4), { dimensions: 16 }) },
  {
    kind: 'of transformers.js',
    create: () => transformersEmbedder({ model: 'words', dimensions: 16 }, async () => wordLibrary),
  },
]

describe.each(embedders)('an embedder $kind', ({ create }) => {
  it.each(embedderObligations())('$name', ({ check }) => check(create))
})

describe('an embedder of a function', () => {
  const failing = (embed: () => Promise<never>): Promise<unknown> =>
    createEmbedder({ model: 'words', dimensions: 2, embed }).embed(['x'], { purpose: 'query' })

  it('tells what the function threw, and when it gave no vectors', async () => {
    const cause = new RangeError('no luck')
    await expect(failing(() => Promise.reject(cause))).rejects.toMatchObject({
      code: 'EMBEDDER_FAILED',
      message: '"words" failed: no luck',
      details: { model: 'words', reason: 'failed' },
      cause,
    })
    await expect(
      failing(() => {
        throw cause
      }),
    ).rejects.toMatchObject({ details: { reason: 'failed' }, cause })
    const wrong: unknown[] = [
      undefined,
      [],
      [[1, Number.NaN]],
      [[0, 0]],
      [['1', '2']],
      [new DataView(new ArrayBuffer(2))],
    ]
    for (const given of wrong) {
      await expect(failing(async () => given as never)).rejects.toMatchObject({
        details: { reason: 'invalid_answer' },
      })
    }
  })

  it('is left when the signal aborts, though the function hangs', async () => {
    const stop = new AbortController()
    const embedder = createEmbedder({ model: 'words', dimensions: 2, embed: () => new Promise(() => {}) })
    const vectors = embedder.embed(['x'], { purpose: 'query', signal: stop.signal })
    stop.abort('enough')
    await expect(vectors).rejects.toBe('enough')
  })
})

describe('an embedder of an AI SDK model', () => {
  it.each([
    ['a number', 2],
    ['a promise', Promise.resolve(2)],
  ])('asks for no more than the model takes: %s', async (_kind, most) => {
    const seen: string[][] = []
    const embedder = fromEmbeddingModel(wordModel(most, seen), { dimensions: 16, maxBatch: 5 })
    await embedder.embed(['a', 'b', 'c', 'd', 'e'], { purpose: 'document' })
    expect(seen).toEqual([['a', 'b'], ['c', 'd'], ['e']])
    expect(embedder.model).toBe('local:words')
  })
})

describe('an embedder of transformers.js', () => {
  it('loads the model once, with the first text, and again after it did not load', async () => {
    let loads = 0
    const embedder = transformersEmbedder({ model: 'words', dimensions: 16 }, async () => {
      loads += 1
      if (loads === 1) throw new TypeError('no disk')
      return wordLibrary
    })
    expect(loads).toBe(0)
    const embed = (): Promise<unknown> => embedder.embed(['x'], { purpose: 'query' })
    await expect(embed()).rejects.toMatchObject({ code: 'EMBEDDER_FAILED' })
    await Promise.all([embed(), embed()])
    expect(loads).toBe(2)
  })
  it('says what to install where the library is missing', async () => {
    const embedder = createTransformersEmbedder({ model: 'words', dimensions: 16 })
    await expect(embedder.embed(['x'], { purpose: 'query' })).rejects.toMatchObject({
      code: 'PEER_NOT_INSTALLED',
      message: expect.stringContaining('Install @huggingface/transformers ^3'),
      details: { package: '@huggingface/transformers' },
    })
  })
})
