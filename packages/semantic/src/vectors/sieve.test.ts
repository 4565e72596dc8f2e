import fc from 'fast-check'
import { expect, it } from 'vitest'
import { randomVectors } from './fixtures/random-vectors.ts'
import { createSieve, type Sieve } from './sieve.ts'
import { VectorKernel } from './vector-kernel.ts'

/** Rows of some vectors, and what sieves them. */
function sieved(vectors: readonly Float32Array[]): { readonly kernel: VectorKernel; readonly sieve: Sieve } {
  const kernel = new VectorKernel(vectors[0]?.length ?? 0, true)
  const { rows } = kernel
  rows.grow(Math.ceil(vectors.length / kernel.blockRows))
  for (const [row, vector] of vectors.entries()) rows.write(row, vector)
  const sieve = createSieve(rows) as Sieve
  rows.sieve = sieve
  return { kernel, sieve }
}

/** What signs say of a product: the sum of the query's numbers, each with the sign of the row's; one too small for 8 bits has none. */
function bySigns(query: Float32Array, row: Float32Array): number {
  const unit = Math.max(...row.map(Math.abs)) / 127
  const isBelow = (value: number): boolean => Math.round(value / unit) < 0
  return query.reduce((sum, value, i) => sum + (isBelow(row[i] as number) ? -value : value), 0)
}

it.each([16, 19, 128, 384, 5_000])('of %i dimensions the nearest by signs are chosen', (dimensions) => {
  const vectors = randomVectors(700, dimensions, dimensions)
  const { sieve } = sieved(vectors)
  for (const queries of [1, 3].map((count) => randomVectors(count, dimensions, 77 + count))) {
    const nearness = vectors.map((vector) => {
      const sums = queries.map((query) => bySigns(query, vector))
      return ((sums[0] as number) + Math.max(...sums)) / 2
    })
    const chosen = sieve.nearest(queries, vectors.length, 100)
    expect([...chosen]).toEqual([...chosen].sort((one, other) => one - other))
    // Sums are rounded, and counted in steps.
    expect(chosen.length).toBeGreaterThanOrEqual(100)
    expect(chosen.length).toBeLessThan(250)
    const least = [...nearness].sort((one, other) => other - one)[80] as number
    const missed = nearness.filter((near, row) => near > least && !chosen.includes(row))
    expect(missed.length).toBeLessThan(8)
    const beyond = [...chosen].filter((row) => (nearness[row] as number) < 0)
    expect(beyond).toEqual([])
  }
})

it('signs are those of the last vector of a row, however rows were changed and taken', () => {
  const pool = randomVectors(50, 40, 5)
  const twice = [...pool, ...pool]
  const steps = fc.array(fc.tuple(fc.nat(99), fc.nat(49)), { minLength: 1, maxLength: 200 })
  const check = (changes: readonly (readonly [number, number])[], taken: number): void => {
    const { kernel, sieve } = sieved(twice)
    for (const _ of sieve.take(taken));
    const changed = [...twice]
    for (const [row, number] of changes) {
      changed[row] = pool[number] as Float32Array
      kernel.rows.write(row, pool[number] as Float32Array)
    }
    const queries = pool.slice(0, 4)
    const fresh = sieved(changed).sieve
    expect(sieve.nearest(queries, 100, 20)).toEqual(fresh.nearest(queries, 100, 20))
  }
  fc.assert(fc.property(steps, fc.nat(100), check), { numRuns: 40 })
})

it('there is no sieve where its loop cannot run', () => {
  expect(createSieve(new VectorKernel(16, false).rows)).toBeUndefined()
})
