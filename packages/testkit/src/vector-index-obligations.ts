import assert from 'node:assert/strict'
import { compareHits, type VectorIndex } from '@toolscout/model'
import fc from 'fast-check'
import type { Obligation } from './obligation.ts'

/** What the suite may rely on in the index it is given. */
export interface VectorIndexSuiteOptions {
  /** Numbers in a vector; 2 or more. */
  readonly dimensions: number
}

/** How far cosines of single precision may be from those of double precision. */
const ROUNDING = 1e-5
const ids = fc.constantFrom<string>('a', 'b', 'B', 'c', '10', '9', 'git:status', 'toString', '__proto__')

/** The suite for the `VectorIndex` contract of the model: one test for each obligation, in its words. */
export function vectorIndexObligations(options: VectorIndexSuiteOptions): readonly Obligation<VectorIndex>[] {
  const samples = createSamples(options)
  return [...changeObligations(samples), ...rankingObligations(samples), ...scoreObligations(samples)]
}

/** What the obligations draw from, for vectors of this size. */
interface Samples {
  readonly dimensions: number
  readonly anyVector: fc.Arbitrary<Float32Array>
  readonly anyEntries: fc.Arbitrary<[string, Float32Array][]>
  /** The vector along one axis. */
  readonly axis: (at: number) => Float32Array
  readonly filled: (
    create: () => VectorIndex | Promise<VectorIndex>,
    entries: readonly (readonly [string, Float32Array])[],
  ) => Promise<VectorIndex>
}

function createSamples({ dimensions }: VectorIndexSuiteOptions): Samples {
  const anyVector = fc
    .array(fc.integer({ min: -9, max: 9 }), { minLength: dimensions, maxLength: dimensions })
    .map(unit)
  const anyEntries = fc.uniqueArray(fc.tuple(ids, anyVector), { selector: ([id]) => id, maxLength: 8 })
  const axis = (at: number): Float32Array => unit(Array.from({ length: dimensions }, (_, i) => +(i === at)))
  const filled = async (
    create: () => VectorIndex | Promise<VectorIndex>,
    entries: readonly (readonly [string, Float32Array])[],
  ): Promise<VectorIndex> => {
    const index = await create()
    for (const [id, vector] of entries) index.set(id, vector)
    return index
  }
  return { dimensions, anyVector, anyEntries, axis, filled }
}

/** Setting and removing vectors. */
function changeObligations({ anyVector, axis, filled }: Samples): readonly Obligation<VectorIndex>[] {
  return [
    {
      name: '`set` and `remove` take effect before they return; a known id takes the new vector, an unknown one is removed without effect',
      check: (create) =>
        fc.assert(
          fc.asyncProperty(
            fc.array(fc.tuple(ids, fc.option(anyVector, { nil: undefined })), { maxLength: 20 }),
            async (steps) => {
              const index = await create()
              const held = new Map<string, Float32Array>()
              for (const [id, vector] of steps) {
                if (vector === undefined) assert.equal(index.remove(id), held.delete(id))
                else {
                  index.set(id, vector)
                  held.set(id, vector)
                }
                assert.equal(index.size, held.size)
              }
              const query = axis(0)
              const found = index.search(query, { limit: 100 })
              assert.deepEqual(found.map(({ id }) => id).sort(), [...held.keys()].sort())
              for (const { id, score } of found) near(score, cosine(query, held.get(id) as Float32Array))
            },
          ),
        ),
    },
    {
      name: 'Vectors that are handed over are read, not kept: the caller may change them afterwards',
      check: async (create) => {
        const vector = axis(0)
        const index = await filled(create, [['a', vector]])
        vector.set(axis(1))
        const query = axis(0)
        near(index.search(query, { limit: 1 })[0]?.score, 1)
        assert.deepEqual(query, axis(0))
      },
    },
  ]
}

/** The order and number of hits. */
function rankingObligations({ anyVector, anyEntries, filled }: Samples): readonly Obligation<VectorIndex>[] {
  return [
    {
      name: 'Hits are in the order of `compareHits`, each id at most once, scores being cosines',
      check: (create) =>
        fc.assert(
          fc.asyncProperty(anyEntries, anyVector, async (entries, query) => {
            const found = (await filled(create, entries)).search(query, { limit: 100 })
            assert.deepEqual([...found].sort(compareHits), found)
            assert.equal(new Set(found.map(({ id }) => id)).size, found.length)
            for (const { id, score } of found) near(score, cosine(query, new Map(entries).get(id)))
          }),
        ),
    },
    {
      name: 'At most `limit` hits come back, and as many as there are vectors that pass; a limit of 0 gives none',
      check: (create) =>
        fc.assert(
          fc.asyncProperty(anyEntries, anyVector, fc.nat(5), async (entries, query, limit) => {
            const found = (await filled(create, entries)).search(query, { limit })
            assert.equal(found.length, Math.min(limit, entries.length))
          }),
        ),
    },
    {
      name: 'Only ids that pass `accepts` are found, and they are found before the limit cuts',
      check: (create) =>
        fc.assert(
          fc.asyncProperty(
            anyEntries,
            anyVector,
            fc.nat(3),
            fc.subarray<string>(['a', 'b', 'c', '9']),
            async (entries, query, limit, pass) => {
              const accepts = (id: string): boolean => pass.includes(id)
              const found = (await filled(create, entries)).search(query, { limit, accepts })
              const passing = entries.filter(([id]) => accepts(id))
              const expected = (await filled(create, passing)).search(query, { limit })
              assert.deepEqual(found, expected)
            },
          ),
        ),
    },
  ]
}

/** Exactness, scores and refused vectors. */
function scoreObligations({
  dimensions,
  anyVector,
  anyEntries,
  axis,
  filled,
}: Samples): readonly Obligation<VectorIndex>[] {
  return [
    {
      name: 'One that is `exact` finds the nearest; any other finds most of them, and a vector that it holds is found by itself',
      check: async (create) => {
        const vectors = fc.sample(anyVector, { numRuns: 200, seed: 7 })
        const index = await filled(
          create,
          vectors.map((vector, i) => [`v${i}`, vector]),
        )
        let missed = 0
        for (const query of vectors.slice(0, 50)) {
          const scores = index.search(query, { limit: 5 }).map(({ score }) => score)
          const nearest = vectors.map((vector) => cosine(query, vector)).sort((a, b) => b - a)
          near(scores[0], 1)
          missed += scores.filter((score, i) => Math.abs(score - (nearest[i] as number)) > ROUNDING).length
        }
        if (index.exact) assert.equal(missed, 0)
        else assert.ok(missed <= 25, `${missed} of 250 nearest neighbours are missed`)
      },
    },
    {
      name: '`scoresOf` gives the cosine of each id in the order of the ids, `undefined` for one without a vector',
      check: (create) =>
        fc.assert(
          fc.asyncProperty(anyEntries, anyVector, fc.array(ids), async (entries, query, wanted) => {
            const index = await filled(create, entries)
            const found = new Map(index.search(query, { limit: 100 }).map(({ id, score }) => [id, score]))
            assert.deepEqual(
              index.scoresOf(query, wanted),
              wanted.map((id) => found.get(id)),
            )
          }),
        ),
    },
    {
      name: 'A vector of another size, or not of length 1, is a RangeError and changes nothing',
      check: async (create) => {
        const index = await filled(create, [['a', axis(0)]])
        const bad = [
          new Float32Array(dimensions),
          new Float32Array(dimensions).fill(Number.NaN),
          new Float32Array(dimensions).fill(1e38),
          new Float32Array([...axis(0), 0]),
          axis(0).subarray(1),
        ]
        for (const vector of bad) {
          assert.throws(() => index.set('a', vector), RangeError)
          assert.throws(() => index.set('b', vector), RangeError)
          assert.throws(() => index.search(vector, { limit: 1 }), RangeError)
          assert.throws(() => index.scoresOf(vector, ['a']), RangeError)
        }
        assert.equal(index.size, 1)
        near(index.scoresOf(axis(0), ['a'])[0], 1)
      },
    },
  ]
}

/** The numbers as a vector of length 1; all zeros become the first axis. */
function unit(values: readonly number[]): Float32Array {
  const norm = Math.hypot(...values)
  if (norm === 0) return unit(values.map((_, i) => +(i === 0)))
  return Float32Array.from(values, (value) => value / norm)
}

function cosine(a: Float32Array, b: Float32Array | undefined): number {
  return a.reduce((sum, value, i) => sum + value * (b?.[i] ?? Number.NaN), 0)
}

function near(actual: number | undefined, expected: number): void {
  const isNear = actual !== undefined && Math.abs(actual - expected) <= ROUNDING
  assert.ok(isNear, `${actual} in place of ${expected}`)
}
