#!/usr/bin/env node
// How long exact vector search takes, beside what reading the same vectors from memory takes at the least.
import type { VectorIndex } from '@toolscout/model'
import { createVectorStore } from '@toolscout/semantic/internal'
import { describeMachine } from '../command/machine.ts'
import { showHelp } from '../command/show-help.ts'
import { percentile } from '../search/percentiles.ts'

showHelp('How long exact vector search takes.')

/** Vectors, dimensions and how often each kind is measured. */
const CELLS = [
  [1_000, 128, 400],
  [10_000, 128, 400],
  [1_000, 384, 400],
  [10_000, 384, 300],
  [100_000, 384, 60],
] as const
const QUERIES = 20
/** Vectors of tools lie in groups: this many, and this much beside their middle. */
const GROUPS = 200
const SPREAD = 0.8

const machine = describeMachine()
process.stdout.write(`${machine.cpu}, ${machine.cores} cores, Node ${machine.node}\n\n`)
process.stdout.write(
  '| vectors | dimensions | SIMD: least µs | median µs | copy of the floats, least µs | times the copy | plain: least µs |\n',
)
process.stdout.write('| ---: | ---: | ---: | ---: | ---: | ---: | ---: |\n')
for (const [count, dimensions, rounds] of CELLS) {
  process.stdout.write(`| ${measure(count, dimensions, rounds).join(' | ')} |\n`)
}

/** By turns, so that what else the machine does falls on all of them. */
function measure(count: number, dimensions: number, rounds: number): readonly string[] {
  const random = createRandom(count + dimensions)
  const middles = Array.from({ length: GROUPS }, () => randomVector(dimensions, random))
  const simd = createVectorStore({ dimensions })
  const plain = createVectorStore({ dimensions, simd: false })
  for (let i = 0; i < count; i += 1) {
    const vector = randomVector(dimensions, random, middles[i % GROUPS])
    simd.set(`v${i}`, vector)
    plain.set(`v${i}`, vector)
  }
  const queries = Array.from({ length: QUERIES }, (_, i) => randomVector(dimensions, random, middles[i]))
  const floats = new Float32Array(count * dimensions)
  const copy = new Float32Array(count * dimensions)
  const times: Record<'simd' | 'plain' | 'copy', number[]> = { simd: [], plain: [], copy: [] }
  const search = (store: VectorIndex, round: number): void => {
    store.search(queries[round % QUERIES] as Float32Array, { limit: 10 })
  }
  for (let round = 0; round < rounds; round += 1) {
    times.simd.push(timed(() => search(simd, round)))
    times.copy.push(timed(() => copy.set(floats)))
    if (round % 10 === 0) times.plain.push(timed(() => search(plain, round)))
  }
  const least = (list: readonly number[]): number => Math.min(...list)
  const figures = [least(times.simd), percentile(times.simd, 0.5) ?? 0, least(times.copy)]
  return [
    count.toLocaleString('en'),
    String(dimensions),
    ...figures.map((time) => time.toFixed(0)),
    (least(times.simd) / least(times.copy)).toFixed(2),
    least(times.plain).toFixed(0),
  ]
}

/** Microseconds. */
function timed(work: () => void): number {
  const start = performance.now()
  work()
  return (performance.now() - start) * 1_000
}

function randomVector(dimensions: number, random: () => number, middle?: Float32Array): Float32Array {
  const values = Array.from(
    { length: dimensions },
    (_, i) =>
      (middle?.[i] ?? 0) + ((random() + random() + random() - 1.5) * 2 * SPREAD) / Math.sqrt(dimensions),
  )
  const norm = Math.hypot(...values)
  return Float32Array.from(values, (value) => value / norm)
}

/** Mulberry32, by Tommy Ettinger. */
function createRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
