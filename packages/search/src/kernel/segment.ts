import type { SectionReader, SectionWriter } from '../snapshot/sections.ts'
import type { Partition, PartitionDocuments, Postings, ProfileTable } from './partition.ts'
import { TextTable } from './text-table.ts'

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
    frequencyOf: (term) => {
      const number = terms.find(term)
      return number < 0 ? 0 : live.get(number)
    },
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
      live.remove()
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
  /** Records a removal. */
  readonly remove: () => void
}

/** Counts when asked, each term once until the next removal. Nothing is kept until the first. */
export function createLiveFrequencies(
  { starts, documents }: Pick<Postings, 'starts' | 'documents'>,
  deleted: Uint8Array,
): LiveFrequencies {
  let removals = 0
  /** By term: documents that hold it, and the removals when they were counted. */
  let held = new Uint32Array(0)
  let counted = new Uint32Array(0)
  return {
    get: (term) => {
      const start = starts[term] as number
      const end = starts[term + 1] as number
      if (removals === 0) return end - start
      if (counted[term] !== removals) {
        counted[term] = removals
        held[term] = end - start
        for (let i = start; i < end; i += 1) held[term] -= deleted[documents[i] as number] as number
      }
      return held[term] as number
    },
    remove: () => {
      if (removals === 0) {
        held = new Uint32Array(starts.length)
        counted = new Uint32Array(starts.length)
      }
      removals += 1
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
