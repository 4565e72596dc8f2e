import assert from 'node:assert/strict'
import { type Embedder, type EmbeddingPurpose, SEARCH_FIELDS } from '@toolscout/model'
import { isLocalEmbedder } from '@toolscout/model/internal'
import { type Checks, type Create, type Obligation, toObligations } from './obligation.ts'
import { sketchDocument } from './search-documents.ts'

const PURPOSES: readonly EmbeddingPurpose[] = ['query', 'document']
/** Texts of all kinds, the worst among them. */
const TEXTS = [
  'list the open issues',
  'create an issue',
  '',
  ' \n\t',
  '天气查询',
  '👍🏽',
  '\ud800',
  '\u0000',
  'x'.repeat(20_000),
  'word '.repeat(4_000),
  '__proto__',
]
/** How far a number may be from itself when a model computes it in another batch. */
const ROUNDING = 1e-3

const CHECKS: Checks<Create<Embedder>> = {
  'One vector a text, in the order of the texts, each of `dimensions` finite numbers and of length 1, whatever the text':
    async (create) => {
      const embedder = await create()
      for (const purpose of PURPOSES) {
        const vectors = await inBatches(embedder, TEXTS, purpose)
        assert.equal(vectors.length, TEXTS.length)
        for (const vector of vectors) assertUnit(vector, embedder.dimensions)
        const backwards = await inBatches(embedder, [...TEXTS].reverse(), purpose)
        for (const [i, vector] of [...backwards].reverse().entries()) assertSame(vector, vectors[i])
        assert.deepEqual(await embedder.embed([], { purpose }), [])
      }
    },
  'The same text for the same purpose gives the same vector as long as `model` is the same, alone or among others':
    async (create) => {
      const [one, other] = [await create(), await create()]
      assert.equal(one.model, other.model)
      assert.equal(one.dimensions, other.dimensions)
      for (const purpose of PURPOSES) {
        const vectors = await inBatches(one, TEXTS, purpose)
        for (const [i, text] of TEXTS.slice(0, 3).entries()) {
          const [alone] = await other.embed([text], { purpose })
          assertSame(alone, vectors[i])
        }
      }
    },
  'Never called with more than `maxBatch` texts; the caller makes the batches': async (create) => {
    const embedder = await create()
    assert.ok(Number.isInteger(embedder.maxBatch) && embedder.maxBatch >= 1)
    const full = Array.from({ length: Math.min(embedder.maxBatch, 500) }, (_, i) => `text ${i}`)
    const before = [...full]
    const vectors = await embedder.embed(Object.freeze(full), { purpose: 'document' })
    assert.equal(vectors.length, full.length)
    assert.deepEqual(full, before)
  },
  'An aborted signal rejects with the signal’s reason': async (create) => {
    const reason = new RangeError('given up')
    const signal = AbortSignal.abort(reason)
    const embedder = await create()
    await assert.rejects(embedder.embed(['text'], { purpose: 'query', signal }), reason)
  },
  '`embedQuery`, where there is one, gives what `embed` gives for the purpose `query`; `embedDocument` gives a vector of the same kind':
    async (create) => {
      const embedder = await create()
      if (!isLocalEmbedder(embedder)) return
      for (const [i, vector] of (await inBatches(embedder, TEXTS, 'query')).entries()) {
        assert.deepEqual(embedder.embedQuery(TEXTS[i] as string), vector)
      }
      const texts = ['', 'read_file', ...TEXTS]
      for (const text of texts) {
        const fields = Object.fromEntries(SEARCH_FIELDS.map((field) => [field, text]))
        const document = { ...sketchDocument({ name: 'tool' }).fields, ...fields }
        assertUnit(embedder.embedDocument(document), embedder.dimensions)
      }
    },
}

/** The suite for the `Embedder` contract of the model: one test for each obligation, in its words. */
export function embedderObligations(): readonly Obligation<Embedder>[] {
  return toObligations(CHECKS, (create, check) => check(create))
}

function assertUnit(vector: Float32Array, dimensions: number): void {
  assert.ok(vector instanceof Float32Array)
  assert.equal(vector.length, dimensions)
  const length = Math.hypot(...vector)
  assert.ok(Math.abs(length - 1) < 1e-3, `a vector is of length ${length}`)
}

function assertSame(actual: Float32Array | undefined, expected: Float32Array | undefined): void {
  const differs = actual?.findIndex((value, i) => !(Math.abs(value - (expected?.[i] as number)) <= ROUNDING))
  assert.equal(differs, -1, 'the same text has another vector')
}

async function inBatches(
  embedder: Embedder,
  texts: readonly string[],
  purpose: EmbeddingPurpose,
): Promise<readonly Float32Array[]> {
  const vectors: Float32Array[] = []
  for (let start = 0; start < texts.length; start += embedder.maxBatch) {
    vectors.push(...(await embedder.embed(texts.slice(start, start + embedder.maxBatch), { purpose })))
  }
  return vectors
}
