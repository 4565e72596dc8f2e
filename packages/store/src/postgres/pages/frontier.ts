/**
 * The postings of a block that no other outdoes: pairs of a frequency and a length, both descending. Whatever the average
 * length comes to be, the highest saturation of the block is at most that of one of them (Grand, Muir, Ferenczi and Lin
 * 2020, "From MaxScore to Block-Max WAND: The Story of How Lucene Significantly Improved Query Evaluation Performance").
 */
export interface Frontier {
  readonly frequencies: Uint32Array
  readonly lengths: Uint32Array
  count: number
}

/** More make blocks longer and bounds hardly lower. */
export const MAX_PAIRS = 4
/** Different pairs that are held while a block is looked at. */
const ROOM = 64

/** An empty frontier. */
export function createFrontier(): Frontier {
  return { frequencies: new Uint32Array(ROOM), lengths: new Uint32Array(ROOM), count: 0 }
}

/** Adds a posting, in place of those that it outdoes. */
export function addToFrontier(frontier: Frontier, frequency: number, length: number): void {
  const { frequencies, lengths } = frontier
  let kept = 0
  for (let i = 0; i < frontier.count; i += 1) {
    const f = frequencies[i] as number
    const l = lengths[i] as number
    if (f >= frequency && l <= length) return
    if (f <= frequency && l >= length) continue
    frequencies[kept] = f
    lengths[kept] = l
    kept += 1
  }
  let at = kept
  for (; at > 0 && (frequencies[at - 1] as number) < frequency; at -= 1) {
    frequencies[at] = frequencies[at - 1] as number
    lengths[at] = lengths[at - 1] as number
  }
  frequencies[at] = frequency
  lengths[at] = length
  frontier.count = kept + 1
  if (frontier.count === ROOM) thinFrontier(frontier, MAX_PAIRS)
}

/** Leaves at most so many pairs, which outdo all that were there. */
export function thinFrontier(frontier: Frontier, most: number): void {
  const { lengths } = frontier
  if (frontier.count <= most) return
  // The last one stands for itself and all behind it.
  lengths[most - 1] = lengths[frontier.count - 1] as number
  frontier.count = most
}
