import type { ListStream } from '../pages/list-stream.ts'
import type { PostingArrays } from '../pages/postings-coding.ts'

/** Brings postings of several segments into one order. */
export interface PostingMerger {
  /** Adds the current block of a stream, the documents being placed anew; below 0 is gone. */
  readonly add: (block: Pick<ListStream, 'size' | 'ordinals' | 'frequencies'>, places: Int32Array) => void
  /** What was added, in order; good until the next is added. */
  readonly take: () => { readonly postings: PostingArrays; readonly count: number }
}

/** Two bytes of a number are for the frequency, the others for the ordinal. */
const FREQUENCY_ROOM = 65_536

/** Merges lists of so many documents, one after the other. */
export function createPostingMerger(documents: number): PostingMerger {
  const ordinals = new Uint32Array(documents)
  const frequencies = new Uint16Array(documents)
  let sorted = new Float64Array(0)
  let count = 0
  let isSorted = true
  return {
    add: (block, places) => {
      for (let i = 0; i < block.size; i += 1) {
        const place = places[block.ordinals[i] as number] as number
        if (!(place >= 0)) continue
        if (count > 0 && place <= (ordinals[count - 1] as number)) isSorted = false
        ordinals[count] = place
        frequencies[count] = block.frequencies[i] as number
        count += 1
      }
    },
    take: () => {
      if (!isSorted) {
        if (sorted.length < count) sorted = new Float64Array(Math.min(documents, 2 * count))
        for (let i = 0; i < count; i += 1) {
          sorted[i] = (ordinals[i] as number) * FREQUENCY_ROOM + (frequencies[i] as number)
        }
        sorted.subarray(0, count).sort()
        for (let i = 0; i < count; i += 1) {
          const both = sorted[i] as number
          const ordinal = Math.floor(both / FREQUENCY_ROOM)
          ordinals[i] = ordinal
          frequencies[i] = both - ordinal * FREQUENCY_ROOM
        }
      }
      const taken = { postings: { ordinals, frequencies }, count }
      count = 0
      isSorted = true
      return taken
    },
  }
}
