import assert from 'node:assert/strict'
import { compareHits, type VectorIndex } from '@toolscout/model'
import fc from 'fast-check'
import { type Checks, type Create, type Obligation, toObligations } from './obligation.ts'

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
  const checks = {
    ...changeChecks(samples),
    ...rankingChecks(samples),
    ...exactnessChecks(samples),
    ...queryChecks(samples),
  }
  return toObligations(checks, (create, check) => check(create))
}

/** What the obligations draw from, for vectors of this size. */
type Samples = ReturnType<typeof createSamples>

function createSamples({ dimensions }: VectorIndexSuiteOptions) {
  const anyVector = fc
    .array(fc.integer({ min: -9, max: 9 }), { minLength: dimensions, maxLength: dimensions })
    .map(unit)
  const anyEntries = fc.uniqueArray(fc.tuple(ids, anyVector), { selector: ([id]) => id, maxLength: 8 })
  const axis = (at: number): Float32Array => unit(Array.from({ length: dimensions }, (_, i) => +(i === at)))
  const filled = async (
    create: Create<VectorIndex>,
    entries: readonly (readonly [string, Float32Array])[],
  ): Promise<VectorIndex> => {
    const index = await create()
    for (const [id, vector] of entries) index.set(id, vector)
    return index
  }
  return { dimensions, anyVector, anyEntries, axis, filled }
}

/** Setting and removing vectors. */
function changeChecks({ anyVector, axis, filled }: Samples): Checks<Create<VectorIndex>> {
  return {
    '`set` and `remove` take effect before they return; a known id takes the new vector, an unknown one is removed without effect':
      (create) =>
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
    'Vectors that are handed over are read, not kept: the caller may change them afterwards': async (
      create,
    ) => {
      const vector = axis(0)
      const index = await filled(create, [['a', vector]])
      vector.set(axis(1))
      const query = axis(0)
      near(index.search(query, { limit: 1 })[0]?.score, 1)
      assert.deepEqual(query, axis(0))
    },
  }
}

/** The order and number of hits. */
function rankingChecks({ anyVector, anyEntries, filled }: Samples): Checks<Create<VectorIndex>> {
  return {
    'Hits are in the order of `compareHits`, each id at most once, scores being cosines, or what `parts` says':
      (create) =>
        fc.assert(
          fc.asyncProperty(anyEntries, anyVector, async (entries, query) => {
            const found = (await filled(create, entries)).search(query, { limit: 100 })
            assert.deepEqual([...found].sort(compareHits), found)
            assert.equal(new Set(found.map(({ id }) => id)).size, found.length)
            for (const { id, score } of found) near(score, cosine(query, new Map(entries).get(id)))
          }),
        ),
    'At most `limit` hits come back, and as many as there are vectors that pass; a limit of 0 gives none': (
      create,
    ) =>
      fc.assert(
        fc.asyncProperty(anyEntries, anyVector, fc.nat(5), async (entries, query, limit) => {
          const found = (await filled(create, entries)).search(query, { limit })
          assert.equal(found.length, Math.min(limit, entries.length))
        }),
      ),
    'Only ids that pass `accepts` are found, and they are found before the limit cuts': (create) =>
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
  }
}

/** Exactness. */
function exactnessChecks(samples: Samples): Checks<Create<VectorIndex>> {
  const { anyVector, filled } = samples
  return {
    'One that is `exact` finds the nearest; any other finds most of them, and a vector that it holds is found by itself':
      async (create) => {
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
  }
}

/** Parts of a query, and refused vectors. */
function queryChecks({
  dimensions,
  anyVector,
  anyEntries,
  axis,
  filled,
}: Samples): Checks<Create<VectorIndex>> {
  return {
    'With `parts`, the best are found of those whose cosine to the query itself is not below 0; others may be left out':
      (create) =>
        fc.assert(
          fc.asyncProperty(
            anyEntries,
            fc.array(anyVector, { minLength: 2, maxLength: 4 }),
            fc.integer({ min: 1, max: 9 }),
            async (entries, [query, ...parts], limit) => {
              const index = await filled(create, entries)
              const all = [query as Float32Array, ...parts]
              const [whole = [], ...near] = all.map((vector) =>
                index.search(vector, { limit: entries.length }),
              )
              const scored = whole.map(({ id, score: own }) => {
                const cosines = near.map((hits) => hits.find((hit) => hit.id === id)?.score as number)
                return { id, own, score: (own + Math.max(own, ...cosines)) / 2 }
              })
              const found = index.search(query as Float32Array, { limit, parts })
              const ids = new Set(found.map(({ id }) => id))
              const expected = scored
                .filter(({ id, own }) => own >= 0 || ids.has(id))
                .map(({ id, score }) => ({ id, score }))
              assert.deepEqual(found, expected.sort(compareHits).slice(0, limit))
            },
          ),
        ),
    'A vector of another size, or not of length 1, is a RangeError and changes nothing': async (create) => {
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
        assert.throws(() => index.search(axis(0), { limit: 1, parts: [vector] }), RangeError)
      }
      assert.equal(index.size, 1)
      near(index.search(axis(0), { limit: 1 })[0]?.score, 1)
    },
  }
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
