import assert from 'node:assert/strict'
import type { EmbeddingCache } from '@toolscout/model'
import fc from 'fast-check'
import { type Checks, type Create, type Obligation, toObligations } from './obligation.ts'

const anyKey = fc.constantFrom('00', 'a1', 'ff', '0a')
const anyVector = fc
  .array(fc.float({ noNaN: true, noDefaultInfinity: true }), { minLength: 1, maxLength: 4 })
  .map((numbers) => Float32Array.from(numbers))

let runs = 0

const CHECKS: Checks<Create<EmbeddingCache>> = {
  '`get` gives one entry a key, in the order of the keys: the vector as it was set, or `undefined`': (
    create,
  ) =>
    fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(fc.tuple(anyKey, anyVector), { maxLength: 4 }), { maxLength: 4 }),
        fc.array(anyKey, { maxLength: 8 }),
        async (batches, keys) => {
          runs += 1
          // Keys of its own, so that caches that outlive the check do as well.
          const own = (key: string): string => `${runs.toString(16)}${key}`
          const cache = await create()
          const held = new Map<string, Float32Array>()
          for (const batch of batches) {
            await cache.set(batch.map(([key, vector]) => [own(key), vector]))
            for (const [key, vector] of batch) held.set(key, vector)
          }
          const found = await cache.get(keys.map(own))
          assert.equal(found.length, keys.length)
          // It may forget whatever it likes, but not give another.
          found.forEach((vector, i) => {
            if (vector !== undefined) assert.deepEqual(vector, held.get(keys[i] as string))
          })
        },
      ),
      { numRuns: 30 },
    ),
  'A vector that was given out or handed over is not changed afterwards': async (create) => {
    const cache = await create()
    const [first, second] = [Float32Array.of(1, 2), Float32Array.of(3, 4)]
    await cache.set([['a1', first]])
    const [given] = await cache.get(['a1'])
    await cache.set([['a1', second]])
    await cache.get(['a1'])
    assert.deepEqual([first, second], [Float32Array.of(1, 2), Float32Array.of(3, 4)])
    if (given !== undefined) assert.deepEqual(given, Float32Array.of(1, 2))
  },
}

/** The suite for the `EmbeddingCache` contract of the model: one test for each obligation, in its words. */
export function embeddingCacheObligations(): readonly Obligation<EmbeddingCache>[] {
  return toObligations(CHECKS, (create, check) => check(create))
}
