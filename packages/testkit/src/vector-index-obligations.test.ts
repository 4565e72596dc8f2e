import { compareHits, type VectorIndex } from '@toolscout/model'
import { describe, expect, it } from 'vitest'
import { vectorIndexObligations } from './vector-index-obligations.ts'

const dimensions = 3
const dot = (a: Float32Array, b: Float32Array): number =>
  a.reduce((sum, value, i) => sum + value * (b[i] ?? 0), 0)
const check = (vector: Float32Array): void => {
  if (vector.length !== dimensions || !(Math.abs(Math.hypot(...vector) - 1) < 1e-3))
    throw new RangeError('no')
}

/** An index as the contract wants it. */
const createExample = (): VectorIndex => {
  const vectors = new Map<string, Float32Array>()
  return {
    dimensions,
    exact: true,
    get size() {
      return vectors.size
    },
    set: (id, vector) => {
      check(vector)
      vectors.set(id, vector.slice())
    },
    remove: (id) => vectors.delete(id),
    search: (query, { limit, accepts = () => true, parts = [] }) => {
      for (const vector of [query, ...parts]) check(vector)
      const passing = [...vectors].filter(([id]) => accepts(id))
      const hits = passing.map(([id, vector]) => {
        const own = dot(query, vector)
        return { id, score: (own + Math.max(own, ...parts.map((part) => dot(part, vector)))) / 2 }
      })
      return hits.sort(compareHits).slice(0, limit)
    },
  }
}
const obligations = vectorIndexObligations({ dimensions })

describe('an index that keeps the contract', () => {
  it.each(obligations)('$name', ({ check }) => check(createExample))
})

describe('an index that breaks it', () => {
  const breaches: [string, (index: VectorIndex) => Partial<VectorIndex>][] = [
    ['removes nothing', () => ({ remove: () => false })],
    ['has no order', ({ search }) => ({ search: (...asked) => [...search(...asked)].reverse() })],
    [
      'has no limit',
      ({ search }) => ({ search: (query, { accepts }) => search(query, { limit: 99, accepts }) }),
    ],
    [
      'filters after the limit',
      ({ search }) => ({
        search: (query, { limit, accepts = () => true }) =>
          search(query, { limit }).filter(({ id }) => accepts(id)),
      }),
    ],
    ['finds few', ({ search }) => ({ search: (query, request) => search(query, request).slice(0, 2) })],
    ['ignores parts', ({ search }) => ({ search: (query, { parts: _, ...rest }) => search(query, rest) })],
    ['takes anything', () => ({ search: () => [] })],
  ]
  it.each(breaches)('is noticed when it %s', async (_name, breach) => {
    const create = (): VectorIndex => {
      const index = createExample()
      return Object.assign(index, breach({ ...index }))
    }
    const noticed = await Promise.allSettled(obligations.map(({ check }) => check(create)))
    expect(noticed.some(({ status }) => status === 'rejected')).toBe(true)
  })
})
