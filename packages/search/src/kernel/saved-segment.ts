import type { SectionReader, SectionWriter } from '../snapshot/sections.ts'
import type { Postings } from './postings.ts'
import type { ProfileTable } from './profile-table.ts'
import { createSegment, type Segment } from './segment.ts'
import { readTermTable, writeTermTable } from './term-table.ts'

/** Writes a segment, for {@link readSegment}. */
export function writeSegment(segment: Segment, out: SectionWriter): void {
  const { postings, ceilings, lengths, nameRoots, handles, dead } = segment
  writeTermTable(postings.terms, out)
  out.add(postings.starts)
  out.add(postings.documents)
  out.add(postings.profiles)
  writeProfiles(postings.table, out)
  out.add(ceilings.steps)
  out.add(Float64Array.of(ceilings.slope))
  out.add(lengths)
  out.add(nameRoots)
  out.add(handles)
  out.add(Uint16Array.from(ordinalsOf(dead)))
}

/** A segment that was written. Its arrays are those of the snapshot; none of them ever changes. */
export function readSegment(saved: SectionReader): Segment {
  const postings: Postings = {
    terms: readTermTable(saved),
    starts: saved.next(Uint32Array),
    documents: saved.next(Uint16Array),
    profiles: saved.isNext(Uint16Array) ? saved.next(Uint16Array) : saved.next(Uint32Array),
    table: readProfiles(saved),
  }
  const ceilings = { steps: saved.next(Uint8Array), slope: saved.next(Float64Array)[0] as number }
  const segment = createSegment(postings, ceilings, {
    lengths: saved.next(Float64Array),
    nameRoots: saved.next(Uint8Array),
    handles: saved.next(Uint32Array),
  })
  for (const ordinal of saved.next(Uint16Array)) segment.bury(ordinal)
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
function* ordinalsOf(dead: Uint8Array): Iterable<number> {
  for (let ordinal = 0; ordinal < dead.length; ordinal += 1) if (dead[ordinal] === 1) yield ordinal
}
