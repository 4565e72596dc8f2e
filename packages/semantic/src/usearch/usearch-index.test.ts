import { vectorIndexObligations } from '@toolscout/testkit'
import { beforeAll, describe, expect, it } from 'vitest'
import { randomVectors } from '../vectors/fixtures/random-vectors.ts'
import { createVectorStore } from '../vectors/vector-store.ts'
import { type CreateUsearchIndex, loadUsearch } from './usearch-index.ts'

// Elsewhere the package would have to be compiled.
const isPrebuilt = ['linux', 'darwin'].includes(process.platform) && ['x64', 'arm64'].includes(process.arch)

describe.runIf(isPrebuilt)('an index of usearch', () => {
  let create: CreateUsearchIndex
  beforeAll(async () => {
    create = await loadUsearch()
  })

  it.each(vectorIndexObligations({ dimensions: 6 }))('$name', ({ check }) =>
    check(() => create({ dimensions: 6 })),
  )

  it('finds most of the nearest, scores them exactly, and filters before the limit', () => {
    const vectors = randomVectors(2_000, 32, 1)
    const index = create({ dimensions: 32 })
    const exact = createVectorStore({ dimensions: 32 })
    for (const [i, vector] of vectors.entries()) {
      index.set(`v${i}`, vectors[(i + 1) % 2_000] as Float32Array)
      index.set(`v${i}`, vector)
      exact.set(`v${i}`, vector)
    }
    for (let i = 0; i < 2_000; i += 3) {
      index.remove(`v${i}`)
      exact.remove(`v${i}`)
    }
    expect([index.size, index.exact]).toEqual([exact.size, false])
    let found = 0
    for (const query of randomVectors(40, 32, 2)) {
      for (const accepts of [undefined, (id: string) => id.endsWith('7'), (id: string) => id === 'v7']) {
        const nearest = new Map(
          exact.search(query, { limit: 10, accepts }).map(({ id, score }) => [id, score]),
        )
        const hits = index.search(query, { limit: 10, accepts })
        expect(hits).toHaveLength(nearest.size)
        for (const { id, score } of hits) {
          expect(score).toBe(index.scoresOf(query, [id])[0])
          if (nearest.get(id) === score) found += 1
        }
      }
    }
    expect(found / (40 * 21)).toBeGreaterThan(0.9)
  })

  it('refuses options outside their range', () => {
    for (const options of [
      { connectivity: 1 },
      { expansionAdd: 0 },
      { expansionSearch: 0 },
      { dimensions: 0 },
    ]) {
      expect(() => create({ dimensions: 4, ...options })).toThrow(RangeError)
    }
    expect(() => create({ dimensions: 4, metric: 'cos' } as never)).toThrow(TypeError)
  })
})
