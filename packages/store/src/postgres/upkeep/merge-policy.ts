/** A segment as the policy sees it, in the order of numbers. */
export interface SegmentWeight {
  readonly id: number
  readonly documents: number
  /** Those of its documents that are no longer there. */
  readonly dead: number
}

/** When what was appended is sealed, and segments are merged. Has no bearing on results, only on what they cost. */
export interface UpkeepPolicy {
  /** Unsealed documents that are sealed; each node holds them by themselves. */
  readonly sealDocuments: number
  /** Unsealed documents that are sealed at once. */
  readonly mostSealed: number
  /** Neighbours of about one size that are merged. */
  readonly mergedAtOnce: number
  /** Documents of the largest segment. */
  readonly maxSegmentDocuments: number
  /** Share of a segment that may be gone before it is written anew. */
  readonly deadShare: number
  /** Bytes of a segment that are written before whoever writes it looks whether something else is to be done. */
  readonly bytesAtOnce: number
  /** Whoever tends the index and gives no sign of life for so long has died. */
  readonly leaseMs: number
}

/**
 * A document is written once for each tier from a sealed segment to the largest, four times in a million; a search looks
 * into at most seven segments a tier. Two million documents are held by 16 MB while they are merged.
 */
export const DEFAULT_UPKEEP: UpkeepPolicy = Object.freeze({
  sealDocuments: 8_192,
  mostSealed: 32_768,
  mergedAtOnce: 8,
  maxSegmentDocuments: 2_097_152,
  deadShare: 0.2,
  bytesAtOnce: 1_048_576,
  leaseMs: 60_000,
})

/** Neighbours that are to be merged next, or one that is to be written anew; none when all is well. */
export function chooseMerge<Segment extends SegmentWeight>(
  segments: readonly Segment[],
  policy: UpkeepPolicy,
): readonly Segment[] {
  const { mergedAtOnce, maxSegmentDocuments, deadShare } = policy
  const live = segments.map(({ documents, dead }) => documents - dead)
  // The smallest tier first: it grows the fastest, and costs the least.
  for (let size = policy.sealDocuments; size <= maxSegmentDocuments; size *= mergedAtOnce) {
    // Of one tier and those below; a smaller one between larger ones goes along.
    const limit = (size * mergedAtOnce) / 2
    for (let from = 0; from < segments.length; from += 1) {
      let to = from
      let sum = 0
      while (to < segments.length && (live[to] as number) < limit) {
        if (sum + (live[to] as number) > maxSegmentDocuments) break
        sum += live[to] as number
        to += 1
      }
      if (to - from >= mergedAtOnce) return segments.slice(from, to)
    }
  }
  return segments.filter(({ documents, dead }) => dead > deadShare * documents).slice(0, 1)
}

/** Neighbours joined to segments as large as they may be; those that stay as they are are left out. */
export function joinAll<Segment extends SegmentWeight>(
  segments: readonly Segment[],
  { maxSegmentDocuments }: UpkeepPolicy,
): readonly (readonly Segment[])[] {
  const groups: Segment[][] = []
  let live = Number.POSITIVE_INFINITY
  for (const segment of segments) {
    const more = segment.documents - segment.dead
    if (live + more > maxSegmentDocuments) {
      groups.push([])
      live = 0
    }
    groups.at(-1)?.push(segment)
    live += more
  }
  return groups.filter((group) => group.length > 1 || (group[0]?.dead ?? 0) > 0)
}
