import { saturation } from './bm25f.ts'
import type { HeldTerm } from './partition.ts'
import { seek } from './postings.ts'
import type { Segment } from './segment.ts'
import { type Collection, collectScored, giveBackAccumulator, takeAccumulator } from './top-k.ts'

/** Documents that are scored together: few enough for their scores to stay in a fast cache. */
const WINDOW = 16_384
/** Sums of floating-point numbers differ in their last bits by their order; the bound is that much lower. */
const SLACK = 1 - 1e-9

/**
 * Collects the best documents of a segment: adds up what every term contributes to every document that holds it, window
 * by window of documents and term by term within a window. Once all that the terms left can add is less than the worst
 * hit kept, no further document gets a score: terms come in the order of what they can add, a boost at most. The loops
 * stand in one function on purpose, since a search mostly waits for memory, and its own code is part of that.
 */
export function collectFromSegment(
  segment: Segment,
  terms: readonly HeldTerm[],
  collection: Collection,
): void {
  const { size, lengths, haveSamePostings } = segment
  const { starts, documents, profiles, table } = segment.postings
  const { frequencies, inName } = table
  const { partition, best, coverage } = collection
  let boosts = 0
  for (let t = 0; t < terms.length; t += 1) boosts += (terms[t] as HeldTerm).boost
  const { flat, slope } = collection.scoring
  const accumulator = takeAccumulator(Math.min(size, WINDOW))
  const { scores, covered, touched } = accumulator
  for (let base = 0; base < size; base += WINDOW) {
    const bound = (best.threshold() * SLACK) / (1 + coverage)
    let count = 0
    /** The most that this term and all after it can add. */
    let rest = boosts
    for (let t = 0; t < terms.length; t += 1) {
      const { found, boost, covers, leader } = terms[t] as HeldTerm
      const isClosed = rest < bound
      if (isClosed && count === 0) break
      rest -= boost
      const number = found.numbers[partition] as number
      if (number < 0) continue
      // The boost of a second term with the very same postings, which is added after it.
      let secondBoost = 0
      const next = terms[t + 1]
      if (leader === undefined && next?.leader !== undefined) {
        const other = next.found.numbers[partition] as number
        if (other >= 0 && haveSamePostings(number, other)) {
          secondBoost = next.boost
          rest -= secondBoost
          t += 1
        }
      }
      const start = starts[number] as number
      const end = starts[number + 1] as number
      for (let i = base === 0 ? start : seek(documents, start, end, base); i < end; i += 1) {
        const ordinal = documents[i] as number
        const place = ordinal - base
        if (place >= WINDOW) break
        const before = scores[place] as number
        if (before === 0) {
          if (isClosed) continue
          touched[count++] = place
        }
        const profile = profiles[i] as number
        const share = saturation(frequencies[profile] as number, lengths[ordinal] as number, flat, slope)
        scores[place] = before + boost * share + secondBoost * share
        if (covers) covered[place] = (covered[place] as number) + (inName[profile] as number)
      }
    }
    accumulator.count = count
    collectScored(segment, base, accumulator, collection)
  }
  giveBackAccumulator(accumulator)
}
