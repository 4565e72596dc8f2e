import type { Bm25fParameters } from './bm25f.ts'
import type { Partition, PartitionDocuments, Postings } from './partition.ts'
import { createSegment, type Segment } from './segment.ts'
import { ProfileTableBuilder } from './term-counter.ts'
import { TextTable } from './text-table.ts'

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

/** Copying a term costs about as much as copying this many postings. */
const TERM_WORK = 8

/**
 * Starts to put segments into one, in their order, without the documents that were removed and without terms
 * that no document holds any more.
 */
export function startMerge(sources: readonly Segment[], parameters: Bm25fParameters): SegmentJob {
  return startJob(sources, (allowance) => mergeInSteps(sources, parameters, allowance))
}

function* mergeInSteps(
  sources: readonly Segment[],
  parameters: Bm25fParameters,
  allowance: Allowance,
): Generator<undefined, Segment> {
  const { ordinals, ...documents } = mergeDocuments(sources)
  const places = sources.map((source, s): MergedSource => {
    const { terms, starts } = source.postings
    return { source, ordinals: ordinals[s] as Int32Array, numbers: new Int32Array(terms.count), starts }
  })
  const { terms, starts } = yield* mergeTerms(places, allowance)
  const profileTable = new ProfileTableBuilder(parameters)
  const count = starts[terms.count] as number
  const written: Postings = {
    terms,
    starts: starts.slice(0, terms.count + 1),
    documents: new Uint16Array(count),
    profiles: isNarrow(sources) ? new Uint16Array(count) : new Uint32Array(count),
    table: profileTable,
  }
  for (const { source, ordinals: mapped, numbers } of places) {
    const from = source.postings
    const profiles = new Uint32Array(from.table.count)
    for (let i = 0; i < profiles.length; i += 1) {
      profiles[i] = profileTable.intern(from.table.low[i] as number, from.table.high[i] as number)
    }
    for (let term = 0; term < numbers.length; term += 1) {
      const number = numbers[term] as number
      if (number < 0) continue
      const at = starts[number] as number
      starts[number] = copyPostings(from, term, { mapped, profiles, written, at })
      allowance.left -= 1 + (from.starts[term + 1] as number) - (from.starts[term] as number)
      if (allowance.left <= 0) yield
    }
  }

  const merged = createSegment({ ...written, table: profileTable.copy() }, documents)
  for (const { source, ordinals: mapped } of places) {
    for (let ordinal = 0; ordinal < source.size; ordinal += 1) {
      // Removed since the merge began.
      const place = mapped[ordinal] as number
      if (place >= 0 && source.deleted[ordinal] === 1) merged.delete(place)
    }
  }
  return merged
}

/** Gives the terms of all sources their numbers in the merged segment, and says where the postings of each of them will begin. */
function* mergeTerms(
  places: readonly MergedSource[],
  allowance: Allowance,
): Generator<undefined, Pick<Postings, 'terms' | 'starts'>> {
  const table = new TextTable().reserve(Math.max(...places.map(({ numbers }) => numbers.length)))
  const starts = new Uint32Array(places.reduce((sum, { numbers }) => sum + numbers.length, 1))
  for (const place of places) {
    const { source, numbers } = place
    for (let term = 0; term < numbers.length; term += 1) {
      const held = countHeld(place, term)
      numbers[term] = held === 0 ? -1 : table.addFrom(source.postings.terms, term)
      if (held > 0) (starts[(numbers[term] as number) + 1] as number) += held
      allowance.left -= TERM_WORK + held
      if (allowance.left <= 0) yield
    }
  }
  for (let i = 1; i <= table.count; i += 1) starts[i] = (starts[i] as number) + (starts[i - 1] as number)
  return { terms: table.trim(), starts }
}

/** A source, and where its documents and terms are in the merged segment; -1 where they are left out. */
interface MergedSource {
  readonly source: Segment
  readonly ordinals: Int32Array
  readonly numbers: Int32Array
  readonly starts: Uint32Array
}

/** How many of the documents that are taken over hold a term. */
function countHeld({ source, ordinals, starts }: MergedSource, term: number): number {
  const { documents } = source.postings
  const end = starts[term + 1] as number
  let held = 0
  for (let i = starts[term] as number; i < end; i += 1) {
    if ((ordinals[documents[i] as number] as number) >= 0) held += 1
  }
  return held
}

/** Whether the numbers of all their profiles together fit in 16 bits. */
function isNarrow(sources: readonly Segment[]): boolean {
  return sources.reduce((sum, { table }) => sum + table.count, 0) <= 65_536
}

interface Copying {
  readonly mapped: Int32Array
  readonly profiles: Uint32Array
  readonly written: Postings
  /** Where the next posting of the term goes. */
  readonly at: number
}

/** Appends the postings of a term; gives where the next one goes. */
function copyPostings(from: Postings, term: number, { mapped, profiles, written, at }: Copying): number {
  const { documents: toDocuments, profiles: toProfiles } = written
  const { documents, profiles: fromProfiles, starts } = from
  const end = starts[term + 1] as number
  let next = at
  for (let i = starts[term] as number; i < end; i += 1) {
    const ordinal = mapped[documents[i] as number] as number
    if (ordinal < 0) continue
    toDocuments[next] = ordinal
    toProfiles[next] = profiles[fromProfiles[i] as number] as number
    next += 1
  }
  return next
}

/** Assigns new ordinals to the live documents; removed ones get -1. */
function mergeDocuments(
  segments: readonly Segment[],
): PartitionDocuments & { readonly ordinals: readonly Int32Array[] } {
  const size = segments.reduce((sum, segment) => sum + segment.size - segment.deletedCount, 0)
  const lengths = new Float32Array(size)
  const nameRoots = new Uint8Array(size)
  const docIds = new Uint32Array(size)
  let next = 0
  const ordinals = segments.map((segment) => {
    const mapped = new Int32Array(segment.size).fill(-1)
    for (let ordinal = 0; ordinal < segment.size; ordinal += 1) {
      if (segment.deleted[ordinal] === 1) continue
      mapped[ordinal] = next
      lengths[next] = segment.lengths[ordinal] as number
      nameRoots[next] = segment.nameRoots[ordinal] as number
      docIds[next] = segment.docIds[ordinal] as number
      next += 1
    }
    return mapped
  })
  return { ordinals, lengths, nameRoots, docIds }
}
