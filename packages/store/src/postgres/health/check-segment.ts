import { messageOf } from '@toolscout/model/internal'
import type { Ask } from '../database.ts'
import { BLOCK_POSTINGS, type BlockHead, decodeBlock } from '../pages/block.ts'
import { blocksOnPage } from '../pages/page-reader.ts'
import { pagesOfSegment } from '../pages/stored-pages.ts'
import type { SegmentView } from '../ranking/segment-view.ts'
import { FIRST_FACET } from '../term-hash.ts'
import { createDigests, type Digests } from './digest.ts'

/** A segment that was read from its first page to its last. */
export interface CheckedSegment {
  readonly segment: SegmentView
  readonly digests: Digests
  /** What is wrong with its lists; absent when nothing is. */
  readonly fault: string | undefined
}

/** Reads all lists of a segment, and sees whether what is said of them is so. */
export async function checkSegment(ask: Ask, segment: SegmentView): Promise<CheckedSegment> {
  const digests = createDigests(segment.size)
  let fault: string | undefined
  try {
    fault = await readLists(ask, segment, digests)
  } catch (error) {
    fault = messageOf(error)
  }
  return { segment, digests, fault }
}

async function readLists(ask: Ask, segment: SegmentView, digests: Digests): Promise<string | undefined> {
  const { id, directory, size } = segment
  const postings = {
    ordinals: new Uint32Array(BLOCK_POSTINGS),
    frequencies: new Uint32Array(BLOCK_POSTINGS),
  }
  let page = 0
  /** The list that is being read, its postings that are still to come, and its last ordinal. */
  let [current, left, last] = [-1, 0, -1]
  for await (const pages of pagesOfSegment(ask, id, directory.pages)) {
    for (const bytes of pages) {
      let isFirst = true
      for (const { key, head } of blocksOnPage(bytes)) {
        if (isFirst && directory.keys[page] !== key) return 'The directory names another list than there is.'
        if (isFirst && (directory.starts[page] === 1) !== head.starts) return 'A list begins elsewhere.'
        isFirst = false
        if (head.starts) {
          if (left !== 0 || key <= current) return 'A list ends too early.'
          current = key
          left = head.total
          last = -1
        }
        if (key !== current) return 'A list has no beginning.'
        decodeBlock(bytes, head, postings)
        const wrong = checkBlock(segment, key, head, postings, last)
        if (wrong !== undefined) return wrong
        for (let i = 0; i < head.size; i += 1) {
          digests.add(postings.ordinals[i] as number, key, postings.frequencies[i] as number)
        }
        last = head.last
        left -= head.size
      }
      page += 1
    }
  }
  return left === 0 || size === 0 ? undefined : 'The last list ends too early.'
}

/** Whether the postings of a block are as its head says. */
function checkBlock(
  { size, lengths }: SegmentView,
  key: number,
  head: BlockHead,
  { ordinals, frequencies }: { readonly ordinals: Uint32Array; readonly frequencies: Uint32Array },
  before: number,
): string | undefined {
  let last = before
  for (let i = 0; i < head.size; i += 1) {
    const ordinal = ordinals[i] as number
    if (ordinal <= last || ordinal >= size) return 'A list is not in order.'
    last = ordinal
    if (head.offset === 0 || key >= FIRST_FACET) continue
    if (!isWithin(head, frequencies[i] as number, lengths[ordinal] as number)) {
      return 'A block says that its documents are worth less than they are.'
    }
  }
  if (head.first !== ordinals[0] || head.last !== last) return 'A block says that it is elsewhere.'
  return undefined
}

function isWithin(head: BlockHead, frequency: number, length: number): boolean {
  for (let i = 0; i < head.pairs; i += 1) {
    const isMore = (head.pairFrequencies[i] as number) >= frequency
    if (isMore && (head.pairLengths[i] as number) <= length) return true
  }
  return false
}
