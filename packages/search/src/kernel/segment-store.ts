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
  /** Largest segment that is written or merged at once; below `MAX_PLACES`. */
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
  maxSegmentDocuments: MAX_PLACES - 1,
  mergedPerPosting: 24,
  mergedPerChange: 256,
})

/** What a {@link SegmentStore} depends on. */
export interface SegmentStoreDeps {
  readonly parameters: Bm25fParameters
  readonly maxSegmentDocuments: number
  /** Called with every segment that replaces others, to update the addresses of its documents. */
  readonly settle: (segment: Segment) => void
}

/** Segments of like size that are merged into one: each document moves once for every such step in size. */
const MERGE_FACTOR = 4

/** The sealed segments of an index. They are merged bit by bit, so that no single change has to wait for a merge. */
export class SegmentStore {
  readonly #deps: SegmentStoreDeps
  segments: readonly Segment[] = []
  /** Whether there may be something to merge. */
  isBusy = false
  #merge: SegmentMerge | undefined

  constructor(deps: SegmentStoreDeps) {
    this.#deps = deps
  }

  /** Takes in a sealed segment. */
  add(segment: Segment): void {
    if (segment.deletedCount === segment.size) return
    this.segments = [...this.segments, segment]
    this.isBusy = true
  }

  /** Records that a document was removed from a segment. */
  shrink(segment: Segment): void {
    if (segment.deletedCount === segment.size) {
      this.segments = this.segments.filter((other) => other !== segment)
    }
    if (isSparse(segment)) this.isBusy = true
  }

  /** Continues merging, for about the work of writing this many postings. */
  advance(work: number): void {
    const { parameters, maxSegmentDocuments, settle } = this.#deps
    if (!this.isBusy) return
    if (this.#merge === undefined) {
      const due = chooseSegments(this.segments, maxSegmentDocuments)
      this.isBusy = due.length > 0
      if (!this.isBusy) return
      this.#merge = startMerge(due, parameters)
    }
    const { sources } = this.#merge
    const merged = this.#merge.advance(work)
    if (merged === undefined) return
    this.#merge = undefined
    this.segments = this.segments.filter((segment) => !sources.includes(segment))
    if (merged.size === merged.deletedCount) return
    this.segments = [...this.segments, merged]
    settle(merged)
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
