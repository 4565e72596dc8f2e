/** Scores under construction, by the place of a document in the part that is being searched. */
export interface Accumulator {
  /** 0 where nothing was added. */
  readonly scores: Float64Array
  /** How many of the terms that cover stand in the name. */
  readonly covered: Uint8Array
  /** Places whose score is not 0, the first `count` of them. */
  readonly touched: Uint16Array
  count: number
}

/** Most places an accumulator can have: what 16 bits count. */
export const MAX_PLACES = 65_536

let spare: Accumulator | undefined

/** An empty accumulator of at least `size` places; most often the one the last search gave back. */
export function takeAccumulator(size: number): Accumulator {
  const taken = spare
  spare = undefined
  if (taken !== undefined && taken.scores.length >= size) return taken
  const places = Math.min(MAX_PLACES, 2 * size)
  return {
    scores: new Float64Array(places),
    covered: new Uint8Array(places),
    touched: new Uint16Array(places),
    count: 0,
  }
}

/** Gives back an accumulator that was emptied. One that a search broken off left as it was must not come back. */
export function giveBackAccumulator(accumulator: Accumulator): void {
  spare = accumulator
}
