import type { Partition } from './partition.ts'
import type { Segment } from './segment.ts'

/** How much may still be done before the next break. */
export interface Allowance {
  left: number
}

/** Partitions becoming one segment, a little at a time; until then they are searched and may lose documents. */
export interface SegmentJob {
  readonly sources: readonly Partition[]
  /** Continues for about the work of writing this many postings; returns the new segment once it is complete. */
  readonly advance: (work: number) => Segment | undefined
}

/** Starts a job whose steps end when the allowance is used up. */
export function startJob(
  sources: readonly Partition[],
  stepsOf: (allowance: Allowance) => Generator<undefined, Segment>,
): SegmentJob {
  const allowance: Allowance = { left: 0 }
  const steps = stepsOf(allowance)
  return {
    sources,
    advance: (work) => {
      allowance.left = work
      const step = steps.next()
      return step.done === true ? step.value : undefined
    },
  }
}
