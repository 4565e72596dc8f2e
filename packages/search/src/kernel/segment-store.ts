import type { Bm25fParameters } from './bm25f.ts'
import { type SegmentMerge, startMerge } from './merge-segments.ts'
import type { Segment } from './segment.ts'
import { MAX_PLACES } from './top-k.ts'

/** When partitions are sealed and merged. Has no bearing on results, only on what changes and searches cost. */
export interface SegmentPolicy {
  /** Documents the writer takes before it is sealed. */
  readonly writerDocuments: number
  /** Documents that must come at once to get a segment of their own. */
  readonly bulkDocuments: number
  /** Largest segment that is written or merged at once; at most 65,536. */
  readonly maxSegmentDocuments: number
  /** Postings that are merged for every posting that is added. */
  readonly mergedPerPosting: number
  /** Postings that are merged for every document that is added or removed. */
  readonly mergedPerChange: number
}

/**
 * The writer is small, because its linked lists are slower to walk and sealing it takes a moment; ordinals have 16
 * bits. A posting is counted, copied and weighed once for each of the three steps from a sealed writer to the largest
 * segment, and as often again where documents are replaced: merging keeps up with what is added.
 */
export const DEFAULT_SEGMENT_POLICY: SegmentPolicy = Object.freeze({
  writerDocuments: 512,
  bulkDocuments: 128,
  maxSegmentDocuments: MAX_PLACES,
  mergedPerPosting: 24,
  mergedPerChange: 256,
})

/** The sealed segments of an index. They are merged bit by bit, so that no single change has to wait for a merge. */
export interface SegmentStore {
  readonly segments: readonly Segment[]
  /** Takes in a sealed segment. */
  readonly add: (segment: Segment) => void
  /** Records that a document was removed from a segment. */
  readonly shrink: (segment: Segment) => void
  /** Continues merging, for about the work of writing this many postings. */
  readonly advance: (work: number) => void
}

/** What a {@link SegmentStore} depends on. */
export interface SegmentStoreDeps {
  readonly parameters: Bm25fParameters
  readonly maxSegmentDocuments: number
  /** What length counts now; see `MaxScores`. */
  readonly slope: () => number
  /** Called with every segment that replaces others, to update the addresses of its documents. */
  readonly settle: (segment: Segment) => void
}

/** Segments of like size that are merged into one: each document moves once for every such step in size. */
const MERGE_FACTOR = 4

/** Creates a {@link SegmentStore} without segments. */
export function createSegmentStore(parts: SegmentStoreDeps): SegmentStore {
  const { parameters, maxSegmentDocuments, slope, settle } = parts
  let segments: readonly Segment[] = []
  let merge: SegmentMerge | undefined
  /** Whether a check for segments to merge is due. */
  let mayBeDue = false

  const replace = (sources: readonly Segment[], merged: Segment): void => {
    segments = segments.filter((segment) => !sources.includes(segment))
    if (merged.size === merged.deletedCount) return
    segments = [...segments, merged]
    mayBeDue = true
    settle(merged)
  }
  return {
    get segments() {
      return segments
    },
    add: (segment) => {
      if (segment.deletedCount === segment.size) return
      segments = [...segments, segment]
      mayBeDue = true
    },
    shrink: (segment) => {
      if (segment.deletedCount === segment.size) segments = segments.filter((other) => other !== segment)
      if (isSparse(segment)) mayBeDue = true
    },
    advance: (work) => {
      if (merge === undefined) {
        if (!mayBeDue) return
        mayBeDue = false
        const due = chooseSegments(segments, maxSegmentDocuments)
        if (due.length === 0) return
        merge = startMerge(due, parameters, slope())
      }
      const merged = merge.advance(work)
      if (merged === undefined) return
      replace(merge.sources, merged)
      merge = undefined
      mayBeDue = true
    },
  }
}

/** Half deleted is deleted enough: memory stays in proportion to what lives. */
function isSparse({ size, deletedCount }: Segment): boolean {
  return 2 * deletedCount > size
}

/** What to merge next: a segment of which half is deleted, or segments of like size when there are enough of them. */
function chooseSegments(segments: readonly Segment[], maxDocuments: number): readonly Segment[] {
  const bySize = new Map<number, Segment[]>()
  const liveOf = ({ size, deletedCount }: Segment): number => size - deletedCount
  for (const segment of segments) {
    if (isSparse(segment)) return [segment]
    const step = Math.floor(Math.log2(liveOf(segment)) / Math.log2(MERGE_FACTOR))
    bySize.set(step, [...(bySize.get(step) ?? []), segment])
  }
  for (const alike of bySize.values()) {
    if (alike.length < MERGE_FACTOR) continue
    let documents = 0
    const chosen = alike
      .sort((one, other) => liveOf(one) - liveOf(other))
      .slice(0, MERGE_FACTOR)
      .filter((segment) => {
        documents += liveOf(segment)
        return documents <= maxDocuments
      })
    if (chosen.length > 1) return chosen
  }
  return []
}
