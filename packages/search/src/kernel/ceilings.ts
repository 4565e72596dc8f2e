import { saturation } from './bm25f.ts'
import type { Postings } from './postings.ts'

/**
 * The highest saturation each term of a segment reaches at one slope, in steps of 1/255, rounded up. They bound what
 * a term can add to a score, so that whole lists of postings need not be looked at (MaxScore: Turtle and Flood
 * 1995, "Query Evaluation: Strategies and Optimizations").
 */
export interface Ceilings {
  /** By term. */
  readonly steps: Uint8Array
  /** The slope they were taken at; the average length of documents has changed since. */
  readonly slope: number
}

const STEPS = 255

/** Takes the ceilings of the terms from `from` up to `to`. `flat` is k1·(1 − b), the least it can be. */
export function takeCeilings(
  { starts, documents, profiles, table }: Postings,
  lengths: Float64Array,
  flat: number,
  { steps, slope }: Ceilings,
  from: number,
  to: number,
): void {
  const { frequencies } = table
  for (let term = from; term < to; term += 1) {
    let highest = 0
    const end = starts[term + 1] as number
    for (let i = starts[term] as number; i < end; i += 1) {
      const length = lengths[documents[i] as number] as number
      const reached = saturation(frequencies[profiles[i] as number] as number, length, flat, slope)
      if (reached > highest) highest = reached
    }
    steps[term] = Math.ceil(highest * STEPS)
  }
}

/**
 * The ceiling of a term at another slope. A steeper one lowers every saturation. A flatter one, slope · r with r < 1,
 * raises it by less than 1/r: tf + flat + slope·r·len is more than r times tf + flat + slope·len.
 */
export function ceilingAt({ steps, slope }: Ceilings, term: number, newSlope: number): number {
  const taken = (steps[term] as number) / STEPS
  return newSlope >= slope ? taken : Math.min(1, (taken * slope) / newSlope)
}
