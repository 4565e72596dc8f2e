import { saturation } from '@toolscout/search'
import type { FrequencyScale } from '../forward-row.ts'
import { BLOCK_POSTINGS, type BlockHead, type DecodedPostings, decodeBlock } from './block.ts'
import { readBlocksOf } from './page-reader.ts'

/** What all documents of a search are scored by. */
export interface SearchScale extends FrequencyScale {
  readonly flat: number
  readonly slope: number
}

/** The postings of a term in a segment, block by block. */
export interface PostingList {
  /** Postings, those of documents that are gone among them. */
  readonly total: number
  readonly blocks: number
  /** By block: its first and its last ordinal. */
  readonly firsts: readonly number[]
  readonly lasts: readonly number[]
  /** By block: the highest saturation a posting of it reaches. */
  readonly bounds: readonly number[]
  readonly sizes: readonly number[]
  /** Decodes a block; what it gives is good until the next one is decoded. */
  readonly decode: (block: number) => DecodedPostings
  /** How often the term stands in a document, in steps; 0 where it does not. */
  readonly frequencyOf: (ordinal: number) => number
}

/** The first block from `from` on that ends at an ordinal or behind it. */
export function seekBlock({ lasts, blocks }: PostingList, from: number, ordinal: number): number {
  let low = from
  let high = blocks
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((lasts[middle] as number) < ordinal) low = middle + 1
    else high = middle
  }
  return low
}

/** Opens the list of a key on pages that follow one another; `undefined` when it is not there. */
export function openList(
  pages: readonly Uint8Array[],
  key: number,
  scale: SearchScale | undefined,
): PostingList | undefined {
  const firsts: number[] = []
  const lasts: number[] = []
  const bounds: number[] = []
  const sizes: number[] = []
  const offsets: number[] = []
  const commons: number[] = []
  const pageOf: Uint8Array[] = []
  let total = 0
  for (const page of pages) {
    readBlocksOf(page, key, (head) => {
      if (head.starts) total = head.total
      firsts.push(head.first)
      lasts.push(head.last)
      sizes.push(head.size)
      offsets.push(head.offset)
      commons.push(head.common)
      bounds.push(scale === undefined ? 0 : boundOf(head, scale))
      pageOf.push(page)
    })
  }
  if (firsts.length === 0) return undefined
  const decoded: DecodedPostings = {
    ordinals: new Uint32Array(BLOCK_POSTINGS),
    frequencies: new Uint32Array(BLOCK_POSTINGS),
  }
  let current = -1
  const decode = (block: number): DecodedPostings => {
    if (block === current) return decoded
    current = block
    const [offset, size, first, common] = [offsets, sizes, firsts, commons].map((list) => list[block]) as [
      number,
      number,
      number,
      number,
    ]
    decodeBlock(pageOf[block] as Uint8Array, { offset, size, first, common }, decoded)
    return decoded
  }
  const list: PostingList = {
    total,
    blocks: firsts.length,
    firsts,
    lasts,
    bounds,
    sizes,
    decode,
    frequencyOf: (ordinal) => {
      const block = seekBlock(list, 0, ordinal)
      if (block === list.blocks || (firsts[block] as number) > ordinal) return 0
      const { ordinals, frequencies } = decode(block)
      const at = seekOrdinal(ordinals, sizes[block] as number, ordinal)
      return at < 0 ? 0 : (frequencies[at] as number)
    },
  }
  return list
}

/** Where an ordinal stands among the first `size`; below 0 when it is not there. */
export function seekOrdinal(ordinals: Uint32Array, size: number, ordinal: number): number {
  let low = 0
  let high = size
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((ordinals[middle] as number) < ordinal) low = middle + 1
    else high = middle
  }
  return low < size && ordinals[low] === ordinal ? low : -1
}

function boundOf(head: BlockHead, { unit, lengthUnit, flat, slope }: SearchScale): number {
  // Of a single posting nothing is said but its frequency.
  if (head.pairs === 0) return saturation(head.common * unit, 0, flat, slope)
  let highest = 0
  for (let i = 0; i < head.pairs; i += 1) {
    const frequency = (head.pairFrequencies[i] as number) * unit
    const length = (head.pairLengths[i] as number) * lengthUnit
    highest = Math.max(highest, saturation(frequency, length, flat, slope))
  }
  return highest
}
