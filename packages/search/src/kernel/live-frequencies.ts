import { grown } from './growing-array.ts'
import { type Postings, seek } from './postings.ts'

/** How many documents of a segment hold a term, when some of its documents were removed. */
export interface LiveFrequencies {
  /** Documents that hold a term and were not removed. */
  readonly get: (term: number) => number
  /** Tells of a removal; of each document once. */
  readonly remove: (ordinal: number) => void
}

/** Looking one document up costs about as much as looking at so many postings in a row. */
const LOOK_UP_COST = 32

/**
 * Counts when asked: a term's removals since it was last asked for are looked up among its postings, or all of its
 * postings are looked at where that is less. Nothing is kept until the first removal.
 */
export function createLiveFrequencies(
  { terms, starts, documents }: Pick<Postings, 'terms' | 'starts' | 'documents'>,
  dead: Uint8Array,
): LiveFrequencies {
  let removed = new Uint32Array(0)
  let count = 0
  /** By term: removed documents that hold it, and how many removals that accounts for. */
  let lost = new Uint32Array(0)
  let accounted = new Uint32Array(0)

  const countLost = (term: number, start: number, end: number): number => {
    const since = accounted[term] as number
    if ((count - since) * LOOK_UP_COST < end - start) {
      let found = lost[term] as number
      for (let i = since; i < count; i += 1) {
        const ordinal = removed[i] as number
        const at = seek(documents, start, end, ordinal)
        if (at < end && documents[at] === ordinal) found += 1
      }
      return found
    }
    let found = 0
    for (let i = start; i < end; i += 1) found += dead[documents[i] as number] as number
    return found
  }

  return {
    get: (term) => {
      const start = starts[term] as number
      const end = starts[term + 1] as number
      if (count === 0) return end - start
      if ((accounted[term] as number) < count) {
        lost[term] = countLost(term, start, end)
        accounted[term] = count
      }
      return end - start - (lost[term] as number)
    },
    remove: (ordinal) => {
      if (count === 0) {
        lost = new Uint32Array(terms.count)
        accounted = new Uint32Array(terms.count)
      }
      removed = grown(removed, count + 1)
      removed[count++] = ordinal
    },
  }
}
