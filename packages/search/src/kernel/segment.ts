import type { SectionReader, SectionWriter } from '../snapshot/sections.ts'
import {
  type Partition,
  type PartitionDocuments,
  type Postings,
  type ProfileTable,
  seek,
} from './partition.ts'
import { grown, TextTable } from './text-table.ts'

/** A sealed partition: nothing is added any more, documents may still be removed. */
export interface Segment extends Partition {
  readonly postings: Postings
}

/** Pairs of terms whose postings are known to be the same or not. */
const MAX_COMPARED = 4_096

/** Takes postings and the documents they speak of into a segment. The arrays are kept, not copied. */
export function createSegment(
  postings: Postings,
  { lengths, nameRoots, docIds }: PartitionDocuments,
): Segment {
  const { terms, starts, table } = postings
  const deleted = new Uint8Array(lengths.length)
  let deletedCount = 0
  const live = createLiveFrequencies(postings, deleted)

  return {
    postings,
    size: lengths.length,
    get deletedCount() {
      return deletedCount
    },
    lengths,
    nameRoots,
    docIds,
    deleted,
    table,
    haveSamePostings: createComparison(postings),
    findJoined: (one, between, other) => terms.findJoined(one, between, other),
    locate: (term, row, at) => {
      const number = terms.find(term)
      row[at] = number < 0 ? 0 : (starts[number] as number)
      row[at + 1] = number < 0 ? 0 : (starts[number + 1] as number)
      return number < 0 ? 0 : live.get(number)
    },
    delete: (ordinal) => {
      if (deleted[ordinal] === 1) return
      deleted[ordinal] = 1
      deletedCount += 1
      live.remove(ordinal)
    },
  }
}

/** Compares the postings of two terms, each pair once. */
function createComparison({ documents, profiles }: Postings): Segment['haveSamePostings'] {
  const compared = new Map<number, boolean>()
  return (start, end, otherStart) => {
    const pair = start * documents.length + otherStart
    let isSame = compared.get(pair)
    if (isSame === undefined) {
      const offset = otherStart - start
      let i = start
      while (i < end && documents[i] === documents[i + offset] && profiles[i] === profiles[i + offset]) i += 1
      isSame = i === end
      if (compared.size >= MAX_COMPARED) compared.clear()
      compared.set(pair, isSame)
    }
    return isSame
  }
}

/** How many documents of a segment hold a term, when some of its documents were removed. */
export interface LiveFrequencies {
  /** Documents that hold a term and were not removed. */
  readonly get: (term: number) => number
  /** Records a removal; call it once for each document. */
  readonly remove: (ordinal: number) => void
}

/** A look-up of one document costs about as much as a scan of this many postings. */
const LOOK_UP_COST = 32

/**
 * Counts when asked: a term's removals since it was last asked for are looked up among its postings, or all of its
 * postings are scanned where that is less. Nothing is kept until the first removal.
 */
export function createLiveFrequencies(
  { starts, documents }: Pick<Postings, 'starts' | 'documents'>,
  deleted: Uint8Array,
): LiveFrequencies {
  let removed = new Uint32Array(0)
  let count = 0
  /** By term: removed documents that hold it, and how many removals that accounts for. */
  let lost = new Uint32Array(0)
  let accounted = new Uint32Array(0)

  const countLost = (term: number, start: number, end: number): number => {
    const since = accounted[term] as number
    if ((count - since) * LOOK_UP_COST < end - start) {
      let found = lost[term] as number
      for (let i = since; i < count; i += 1) {
        const ordinal = removed[i] as number
        const at = seek(documents, start, end, ordinal)
        if (at < end && documents[at] === ordinal) found += 1
      }
      return found
    }
    let found = 0
    for (let i = start; i < end; i += 1) found += deleted[documents[i] as number] as number
    return found
  }

  return {
    get: (term) => {
      const start = starts[term] as number
      const end = starts[term + 1] as number
      if (count === 0) return end - start
      if ((accounted[term] as number) < count) {
        lost[term] = countLost(term, start, end)
        accounted[term] = count
      }
      return end - start - (lost[term] as number)
    },
    remove: (ordinal) => {
      if (count === 0) {
        lost = new Uint32Array(starts.length)
        accounted = new Uint32Array(starts.length)
      }
      removed = grown(removed, count + 1)
      removed[count++] = ordinal
    },
  }
}

/** Writes a segment, for {@link readSegment}. What never changes of it is copied last. */
export function writeSegment(segment: Segment, to: SectionWriter): void {
  const out: SectionWriter = { ...to, add: to.addFixed }
  const { postings, lengths, nameRoots, docIds, deleted } = segment
  postings.terms.save(out)
  out.add(postings.starts)
  out.add(postings.documents)
  out.add(postings.profiles)
  writeProfiles(postings.table, out)
  out.add(lengths)
  out.add(nameRoots)
  out.add(docIds)
  out.add(Uint16Array.from(ordinalsOf(deleted)))
}

/** A segment that was written. Its arrays are those of the snapshot; none of them ever changes. */
export function readSegment(saved: SectionReader): Segment {
  const postings: Postings = {
    terms: new TextTable(saved),
    starts: saved.next(Uint32Array),
    documents: saved.next(Uint16Array),
    profiles: saved.isNext(Uint16Array) ? saved.next(Uint16Array) : saved.next(Uint32Array),
    table: readProfiles(saved),
  }
  const segment = createSegment(postings, {
    lengths: saved.next(Float32Array),
    nameRoots: saved.next(Uint8Array),
    docIds: saved.next(Uint32Array),
  })
  for (const ordinal of saved.next(Uint16Array)) segment.delete(ordinal)
  return segment
}

function writeProfiles({ count, low, high, frequencies, inName }: ProfileTable, out: SectionWriter): void {
  out.add(low.subarray(0, count))
  out.add(high.subarray(0, count))
  out.add(frequencies.subarray(0, count))
  out.add(inName.subarray(0, count))
}

function readProfiles(saved: SectionReader): ProfileTable {
  const low = saved.next(Uint32Array)
  return {
    count: low.length,
    low,
    high: saved.next(Uint32Array),
    frequencies: saved.next(Float64Array),
    inName: saved.next(Uint8Array),
  }
}

/** Ordinals of removed documents. */
function* ordinalsOf(deleted: Uint8Array): Iterable<number> {
  for (let ordinal = 0; ordinal < deleted.length; ordinal += 1) if (deleted[ordinal] === 1) yield ordinal
}
