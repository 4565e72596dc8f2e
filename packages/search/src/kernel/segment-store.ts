import type { Bm25fParameters } from './bm25f.ts'
import { type SegmentJob, startMerge } from './merge-segments.ts'
import { MAX_PLACES, type Partition } from './partition.ts'
import type { Segment } from './segment.ts'
import { SegmentWriter } from './segment-writer.ts'

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
export const MERGE_FACTOR = 4

/**
 * The segments of an index, and writers that are becoming segments. They are sealed and merged bit by bit, so that no
 * single change has to wait for it.
 */
export class SegmentStore {
  readonly #deps: SegmentStoreDeps
  partitions: readonly Partition[] = []
  /** Whether there may be something to do. */
  isBusy = false
  /** What is under way, and what is next; at most one of them merges segments. */
  readonly #jobs: SegmentJob[] = []

  constructor(deps: SegmentStoreDeps) {
    this.#deps = deps
  }

  /** Takes in a segment, or a writer that nothing is added to any more. */
  add(partition: Partition): void {
    if (partition.deletedCount === partition.size) return
    this.partitions = [...this.partitions, partition]
    // Writers come first, since their lists are slower to walk.
    if (partition instanceof SegmentWriter) this.#jobs.unshift(partition.startSealing())
    this.isBusy = true
  }

  /** Seals what writers there are. */
  seal(): readonly Segment[] {
    while (this.partitions.some((partition) => partition instanceof SegmentWriter)) this.advance(Infinity)
    return this.partitions as readonly Segment[]
  }

  /** Records that a document was removed from a partition. */
  shrink(partition: Partition): void {
    if (partition.deletedCount === partition.size) {
      this.partitions = this.partitions.filter((other) => other !== partition)
    }
    if (isSparse(partition)) this.isBusy = true
  }

  /** Continues sealing and merging, for about the work of writing this many postings. */
  advance(work: number): void {
    const { parameters, maxSegmentDocuments, settle } = this.#deps
    if (!this.isBusy) return
    if (this.#jobs.length === 0) {
      const due = chooseSegments(this.partitions as readonly Segment[], maxSegmentDocuments)
      this.isBusy = due.length > 0
      if (!this.isBusy) return
      this.#jobs.push(startMerge(due, parameters))
    }
    const { sources, advance } = this.#jobs[0] as SegmentJob
    const segment = advance(work)
    if (segment === undefined) return
    this.#jobs.shift()
    this.partitions = this.partitions.filter((partition) => !sources.includes(partition))
    if (segment.size === segment.deletedCount) return
    this.partitions = [...this.partitions, segment]
    settle(segment)
  }
}

/** Half deleted is deleted enough: memory stays in proportion to what lives. */
function isSparse({ size, deletedCount }: Partition): boolean {
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
