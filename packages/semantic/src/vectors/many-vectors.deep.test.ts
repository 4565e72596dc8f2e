import { describe, expect, it } from 'vitest'
import { randomVectors } from './fixtures/random-vectors.ts'
import { beginToSave, restoreFrom } from './fixtures/vectors-file.ts'
import { VectorStore } from './vector-store.ts'

const DIMENSIONS = 32
const COUNT = 200_001

const [query, ...parts] = randomVectors(3, DIMENSIONS, 1) as [Float32Array, ...Float32Array[]]

/** Vectors of which one in 40 is nearer to the query than the others, as in a catalog of many subjects. */
function filled(): VectorStore {
  const store = new VectorStore({ dimensions: DIMENSIONS })
  for (const [i, vector] of randomVectors(COUNT, DIMENSIONS, 2).entries()) {
    if (i % 40 === 0) {
      for (let at = 0; at < DIMENSIONS; at += 1) vector[at] = (vector[at] as number) + (query[at] as number)
      const norm = Math.hypot(...vector)
      for (let at = 0; at < DIMENSIONS; at += 1) vector[at] = (vector[at] as number) / norm
    }
    store.set(`v${i}`, vector)
  }
  return store
}

const store = filled()

function shareFound(asked: Partial<Parameters<VectorStore['search']>[1]>, from: VectorStore = store): number {
  const request = { limit: 100, ...asked }
  const exact = from.search(query, request)
  const found = new Map(from.search(query, { ...request, mayMiss: true }).map(({ id, score }) => [id, score]))
  expect(found.size).toBe(exact.length)
  const there = exact.filter(({ id, score }) => found.get(id) === score)
  return there.length / exact.length
}

describe('beyond 200,000 vectors', () => {
  it('most of the nearest are found by signs, with the scores that looking at every vector gives them', () => {
    for (const asked of [{}, { parts }]) {
      const share = shareFound(asked)
      expect(share).toBeGreaterThan(0.8)
      // With so few dimensions some are missed, which shows that not every vector was looked at.
      expect(share).toBeLessThan(1)
      const request = { limit: 100, mayMiss: true, ...asked }
      expect(store.search(query, { ...request, limit: 7 })).toEqual(store.search(query, request).slice(0, 7))
    }
  })

  it('every vector is looked at where that was not allowed to miss any, for many hits, and where a filter refuses most', () => {
    expect(shareFound({ limit: 2_000 })).toBe(1)
    expect(shareFound({ accepts: (id) => id.endsWith('77') })).toBe(1)
    expect(shareFound({ accepts: (id) => !id.endsWith('7') })).toBeGreaterThan(0.8)
  })

  it('signs are of what was restored, changed and removed', () => {
    const restored = restoreFrom(new VectorStore({ dimensions: DIMENSIONS }), beginToSave(store).finish())
    const before = store.search(query, { limit: 100, mayMiss: true })
    expect(restored.search(query, { limit: 100, mayMiss: true })).toEqual(before)
    const [first, second] = before.map(({ id }) => id) as [string, string]
    restored.remove(first)
    restored.set(second, parts[0] as Float32Array)
    restored.set('new', query)
    const after = restored.search(query, { limit: 100, mayMiss: true }).map(({ id }) => id)
    expect(after[0]).toBe('new')
    expect(after).not.toContain(first)
    expect(after).not.toContain(second)
  })
})

it('up to 200,000 vectors none is missed', () => {
  store.remove('v0')
  expect(shareFound({})).toBe(1)
  expect(shareFound({ parts })).toBe(1)
})
