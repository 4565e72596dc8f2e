import { compareHits, type VectorIndex } from '@toolscout/model'
import { vectorIndexObligations } from '@toolscout/testkit'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { randomVectors } from './fixtures/random-vectors.ts'
import { createVectorStore, type VectorStoreOptions } from './vector-store.ts'

const kernels = [
  { kernel: 'WebAssembly', simd: true },
  { kernel: 'plain TypeScript', simd: false },
]
const fill = (store: VectorIndex, vectors: readonly Float32Array[]): VectorIndex => {
  vectors.forEach((vector, i) => {
    store.set(`v${i}`, vector)
  })
  return store
}
const dot = (a: Float32Array, b: Float32Array): number =>
  a.reduce((sum, value, i) => sum + value * (b[i] as number), 0)

describe.each(kernels)('the store in $kernel', ({ simd }) => {
  const create = (dimensions: number, options?: Partial<VectorStoreOptions>): VectorIndex =>
    createVectorStore({ dimensions, simd, ...options })

  describe.each([2, 16, 19])('of %i dimensions', (dimensions) => {
    it.each(vectorIndexObligations({ dimensions }))('$name', ({ check }) => check(() => create(dimensions)))
  })

  it('finds what comparing with every vector finds, over several blocks', () => {
    const vectors = randomVectors(3_000, 96, 1)
    const store = fill(create(96), vectors)
    for (const query of randomVectors(20, 96, 2)) {
      const naive = vectors
        .map((vector, i) => ({ id: `v${i}`, score: dot(query, vector) }))
        .sort(compareHits)
        .slice(0, 10)
      const found = store.search(query, { limit: 10 })
      expect(found.map(({ id }) => id)).toEqual(naive.map(({ id }) => id))
      found.forEach(({ score }, i) => {
        expect(score).toBeCloseTo(naive[i]?.score as number, 12)
      })
    }
  })

  it('finds the best for a query and its parts among what is on the side of the query, over several blocks', () => {
    const vectors = randomVectors(3_000, 48, 21)
    const store = fill(create(48), vectors)
    for (const [query, ...parts] of [1, 2, 9].map((count) => randomVectors(1 + count, 48, count))) {
      const naive = vectors
        .map((vector, i) => {
          const own = dot(query as Float32Array, vector)
          return {
            id: `v${i}`,
            own,
            score: (own + Math.max(own, ...parts.map((part) => dot(part, vector)))) / 2,
          }
        })
        .filter(({ own }) => own >= 0)
        .sort(compareHits)
        .slice(0, 20)
      const found = store.search(query as Float32Array, { limit: 20, parts })
      expect(found.map(({ id }) => id)).toEqual(naive.map(({ id }) => id))
      found.forEach(({ score }, i) => {
        expect(score).toBeCloseTo(naive[i]?.score as number, 12)
      })
    }
  })

  it('answers as one built at once does, however it was changed', () => {
    const pool = randomVectors(40, 24, 3)
    const steps = fc.array(fc.tuple(fc.nat(60), fc.option(fc.nat(39), { nil: undefined })), {
      maxLength: 150,
    })
    const check = (changes: readonly (readonly [number, number | undefined])[]): void => {
      const store = create(24)
      const held = new Map<string, Float32Array>()
      for (const [number, vector] of changes) {
        const id = `v${number}`
        if (vector === undefined) {
          store.remove(id)
          held.delete(id)
        } else {
          store.set(id, pool[vector] as Float32Array)
          held.set(id, pool[vector] as Float32Array)
        }
      }
      const rebuilt = create(24)
      for (const [id, vector] of [...held].reverse()) rebuilt.set(id, vector)
      for (const query of pool.slice(0, 5)) {
        expect(store.search(query, { limit: 7 })).toEqual(rebuilt.search(query, { limit: 7 }))
      }
    }
    fc.assert(fc.property(steps, check), { numRuns: 60 })
  })

  it('holds as many bytes as it may, and no more', () => {
    const vectors = randomVectors(600, 128, 6)
    const store = create(128, { maxBytes: 400_000 })
    expect(() => fill(store, vectors)).toThrow(expect.objectContaining({ code: 'VECTOR_STORE_FULL' }))
    expect(store.size).toBe(512)
    store.set('v0', vectors[599] as Float32Array)
    expect(store.search(vectors[599] as Float32Array, { limit: 1 })[0]?.id).toBe('v0')
    store.remove('v1')
    store.set('v600', vectors[1] as Float32Array)
    expect(store.size).toBe(512)
  })

  it('puts equal vectors in order of id, at the border of the limit too', () => {
    const vector = randomVectors(1, 48, 7)[0] as Float32Array
    const store = create(48)
    for (const id of ['d', 'B', 'c', 'a', '10', '9']) store.set(id, vector)
    expect(store.search(vector, { limit: 4 }).map(({ id }) => id)).toEqual(['10', '9', 'B', 'a'])
  })
})

it('gives the same numbers to the last bit in WebAssembly and in plain TypeScript', () => {
  for (const dimensions of [1, 7, 128, 384, 1_000]) {
    const vectors = randomVectors(400, dimensions, dimensions)
    const [fast, plain] = [true, false].map((simd) => fill(createVectorStore({ dimensions, simd }), vectors))
    for (const query of randomVectors(5, dimensions, 9)) {
      expect(fast?.search(query, { limit: 20 })).toEqual(plain?.search(query, { limit: 20 }))
    }
  }
})

it('finds the nearest among vectors that 8 bits cannot tell apart', () => {
  const dimensions = 64
  const base = randomVectors(1, dimensions, 11)[0] as Float32Array
  const store = createVectorStore({ dimensions })
  const plain = createVectorStore({ dimensions, simd: false })
  for (const [i, other] of randomVectors(2_000, dimensions, 12).entries()) {
    const sum = base.map((value, at) => value + (other[at] as number) * 1e-4)
    const norm = Math.hypot(...sum)
    const vector = sum.map((value) => value / norm)
    store.set(`v${i}`, vector)
    plain.set(`v${i}`, vector)
  }
  expect(store.search(base, { limit: 5 })).toEqual(plain.search(base, { limit: 5 }))
})

it('refuses options outside their range', () => {
  for (const dimensions of [0, -1, 1.5, 16_385, Number.NaN]) {
    expect(() => createVectorStore({ dimensions })).toThrow(RangeError)
  }
  for (const limit of [-1, 1.5, Number.NaN]) {
    const store = createVectorStore({ dimensions: 1 })
    expect(() => store.search(Float32Array.of(1), { limit })).toThrow(RangeError)
  }
})
