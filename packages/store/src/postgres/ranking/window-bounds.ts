import type { PostingList } from '../pages/posting-list.ts'

/** Documents that are scored together. */
export const WINDOW = 4_096

/** What a list comes to within windows. */
export interface WindowBounds {
  /** By window: the most the list adds there. */
  readonly highest: Float64Array
  /** By window: the first block that reaches into it or lies behind it. */
  readonly firstBlocks: Uint32Array
}

/** Looks through the blocks of a list. */
export function windowBounds(list: PostingList, boost: number, windows: number): WindowBounds {
  const highest = new Float64Array(windows)
  const firstBlocks = new Uint32Array(windows)
  let w = 0
  for (let block = 0; block < list.blocks; block += 1) {
    const from = Math.floor((list.firsts[block] as number) / WINDOW)
    const to = Math.floor((list.lasts[block] as number) / WINDOW)
    for (; w <= to && w < windows; w += 1) firstBlocks[w] = block
    const bound = boost * (list.bounds[block] as number)
    for (let i = from; i <= to; i += 1) if (bound > (highest[i] as number)) highest[i] = bound
  }
  firstBlocks.fill(list.blocks, w)
  return { highest, firstBlocks }
}

/** What all lists come to at most, by window. */
export function sumBounds(bounds: readonly WindowBounds[], windows: number): Float64Array {
  const sums = new Float64Array(windows)
  for (const { highest } of bounds) {
    for (let w = 0; w < windows; w += 1) sums[w] = (sums[w] as number) + (highest[w] as number)
  }
  return sums
}

/** Windows that are looked at first, enough that what is best in them is about the best there is. */
const FIRST_WINDOWS = 16

/**
 * Windows, those that can come to the most first. When all of them may be looked at, the others follow in the order in
 * which they lie, so that a block that reaches into several windows is decoded once.
 */
export function windowOrder(sums: Float64Array, mayLookAtAll: boolean): readonly number[] {
  const windows = Array.from(sums.keys()).sort((a, b) => (sums[b] as number) - (sums[a] as number) || a - b)
  if (!mayLookAtAll) return windows
  return [...windows.slice(0, FIRST_WINDOWS), ...windows.slice(FIRST_WINDOWS).sort((a, b) => a - b)]
}

/** By list: what it and those after it add at most in a window. */
export function restsOf(bounds: readonly WindowBounds[], w: number): readonly number[] {
  const rests = new Array<number>(bounds.length + 1).fill(0)
  for (let i = bounds.length - 1; i >= 0; i -= 1) {
    rests[i] = (rests[i + 1] as number) + (bounds[i]?.highest[w] as number)
  }
  return rests
}
