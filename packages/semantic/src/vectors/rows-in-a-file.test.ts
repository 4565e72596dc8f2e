import { readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { atOnce } from '@toolscout/model/internal'
import { createSectionWriter } from '@toolscout/search/internal'
import { describe, expect, it } from 'vitest'
import { randomVectors } from './fixtures/random-vectors.ts'
import { beginToSave, restoreFrom, wholeSnapshot } from './fixtures/vectors-file.ts'
import { VectorStore } from './vector-store.ts'

const DIMENSIONS = 1_024
/** More than eight megabytes, in blocks of 64 rows of which the last is not full. */
const COUNT = 2_100
const POOL = randomVectors(COUNT + 400, DIMENSIONS, 5)
const vectorOf = (number: number): Float32Array => POOL[number % POOL.length] as Float32Array

function filled(simd = true): VectorStore {
  const store = new VectorStore({ dimensions: DIMENSIONS, simd })
  for (let i = 0; i < COUNT; i += 1) store.set(`v${i}`, vectorOf(i))
  return store
}

const empty = (simd = true): VectorStore => new VectorStore({ dimensions: DIMENSIONS, simd })

/** All that a store answers to some queries, one of them with parts. */
function answersOf(store: VectorStore): unknown {
  const queries = [0, 700, 1_500, COUNT + 50, COUNT + 99].map(vectorOf)
  return [
    ...queries.map((query) => store.search(query, { limit: 12 })),
    store.search(queries[0] as Float32Array, { limit: 400, parts: queries.slice(1) }),
  ]
}

/** Changes of every kind: of rows in the file, of rows that were free, of new ones. */
function change(store: VectorStore): void {
  for (let i = 0; i < 300; i += 3) store.set(`v${i}`, vectorOf(COUNT + i))
  for (let i = 1; i < 300; i += 3) store.remove(`v${i}`)
  for (let i = 0; i < 150; i += 1) store.set(`new${i}`, vectorOf(COUNT + 200 + i))
  for (let i = 0; i < 30; i += 3) store.remove(`v${i}`)
  store.set('v3', vectorOf(3))
}

describe.each([true, false])('vectors in a file (SIMD: %s)', (simd) => {
  it('answer to the last bit as in memory, before and after changes, and saved again', () => {
    const original = filled(simd)
    const saved = beginToSave(original).finish()
    const restored = restoreFrom(empty(simd), saved)
    expect(restored.source).toBe(saved.source)
    expect(answersOf(restored)).toEqual(answersOf(original))
    for (const store of [original, restored]) change(store)
    expect(answersOf(restored)).toEqual(answersOf(original))
    const again = restoreFrom(empty(simd), beginToSave(restored).finish())
    expect(answersOf(again)).toEqual(answersOf(original))
    for (const store of [original, again]) for (let i = 0; i < 9; i += 1) store.set(`x${i}`, vectorOf(i + 40))
    expect(answersOf(again)).toEqual(answersOf(original))
  })
})

it('what is written is of the moment when it was begun, whatever changes between two pieces', () => {
  for (const begun of [filled(), restoreFrom(empty(), beginToSave(filled()).finish())]) {
    change(begun)
    const expected = answersOf(begun)
    let turn = 0
    const saved = beginToSave(begun)
    begun.set('v2', vectorOf(COUNT + 1))
    const written = saved.finish(() => {
      turn += 1
      for (const at of [2_099 - turn, 40 * turn, 5 * turn]) begun.set(`v${at}`, vectorOf(COUNT + turn))
      begun.remove(`v${1_000 + turn}`)
      begun.set(`late${turn}`, vectorOf(turn))
    })
    expect(turn).toBeGreaterThan(30)
    expect(answersOf(begun)).not.toEqual(expected)
    expect(answersOf(restoreFrom(empty(), written))).toEqual(expected)
  }
})

it('a copy reads the same file, and has of its own what changed and what is new', () => {
  const restored = restoreFrom(empty(), beginToSave(filled()).finish())
  change(restored)
  const before = answersOf(restored)
  const out = createSectionWriter()
  restored.share(out)
  const copy = empty()
  atOnce(copy.load(out.readBack(), restored.source))
  expect(copy.source).toBe(restored.source)
  expect(answersOf(copy)).toEqual(before)
  for (let i = 0; i < COUNT; i += 7) copy.set(`v${i}`, vectorOf(i + 1))
  expect(answersOf(restored)).toEqual(before)
  expect(answersOf(copy)).not.toEqual(before)
})

it('they can be put into one snapshot with the rest', () => {
  const saved = beginToSave(filled()).finish()
  const restored = restoreFrom(empty(), saved)
  expect(Buffer.compare(wholeSnapshot(restored), wholeSnapshot(filled()))).toBe(0)
  change(restored)
  const whole = restoreFrom(empty(), { snapshot: wholeSnapshot(restored) })
  expect(whole.source).toBeUndefined()
  expect(answersOf(whole)).toEqual(answersOf(restored))
})

it('their file may be taken away while it is open', () => {
  const saved = beginToSave(filled()).finish()
  const restored = restoreFrom(empty(), saved)
  rmSync(saved.path)
  expect(answersOf(restored)).toEqual(answersOf(filled()))
})

it('a file that was cut is reported and refused, and gives no score', () => {
  const saved = beginToSave(filled()).finish()
  const restored = restoreFrom(empty(), saved)
  const before = restored.search(vectorOf(7), { limit: 3 })
  truncateSync(saved.path, 4_000_000)
  // What was read is remembered.
  expect(restored.search(vectorOf(7), { limit: 3 })).toEqual(before)
  const search = (): unknown => restored.search(vectorOf(2_000), { limit: 3 })
  expect(search).toThrow(expect.objectContaining({ code: 'VECTORS_UNREADABLE' }))
  expect(search).toThrow(/the file ends at \d+$/)
  expect(saved.lost).toHaveLength(2)
  expect(() => beginToSave(restored).finish()).toThrow('the file ends at 4000000')
})

it('a row of which a bit changed, or that stands in the place of another, gives no score', () => {
  const row = 4 * (DIMENSIONS + 1)
  const flips = [0, 1, 2, 3, 2_047, 4_095, 4_096, 4_099].map((at) => (bytes: Buffer) => {
    bytes[7 * row + at] = (bytes[7 * row + at] as number) ^ 1
  })
  const harms = [
    ...flips,
    (bytes: Buffer) => bytes.copyWithin(7 * row, 8 * row, 9 * row),
    (bytes: Buffer) => bytes.fill(0, 7 * row, 8 * row),
  ]
  const original = filled()
  const saved = beginToSave(original).finish()
  const sound = readFileSync(saved.path)
  for (const harm of harms) {
    const bytes = Buffer.from(sound)
    harm(bytes)
    const restored = restoreFrom(empty(), saved)
    writeFileSync(saved.path, bytes)
    expect(() => restored.search(vectorOf(7), { limit: 1 })).toThrow(/row 7 is not what was written/)
    expect(() => beginToSave(restored).finish()).toThrow(/row 7 is not what was written/)
    // Without it the others are as good as before, and so is one that is written again.
    restored.set('v7', vectorOf(7))
    expect(answersOf(restored)).toEqual(answersOf(original))
    expect(answersOf(restoreFrom(empty(), beginToSave(restored).finish()))).toEqual(answersOf(original))
    writeFileSync(saved.path, sound)
  }
})

it('the file of other vectors is refused, and so is none', () => {
  const saved = beginToSave(filled()).finish()
  const shorter = { ...saved.source, byteLength: saved.source.byteLength - 4 * (DIMENSIONS + 1) }
  for (const source of [undefined, shorter, { ...saved.source, byteLength: saved.source.byteLength - 1 }]) {
    const open = (): unknown => restoreFrom(empty(), { ...saved, source })
    expect(open).toThrow(expect.objectContaining({ code: 'SNAPSHOT_REFUSED', details: { reason: 'format' } }))
  }
})
