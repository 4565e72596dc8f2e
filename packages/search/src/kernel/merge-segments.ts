import type { Bm25fParameters } from './bm25f.ts'
import { takeCeilings } from './ceilings.ts'
import type { PartitionDocuments } from './partition.ts'
import { createProfileTable } from './profile-table.ts'
import { createSegment, type Segment } from './segment.ts'
import { uniteTermTables } from './term-table.ts'

/**
 * Puts several segments into one, in their order, without the documents that were removed and without terms
 * nobody holds any more. Linear in the postings.
 */
export function mergeSegments(
  segments: readonly Segment[],
  parameters: Bm25fParameters,
  slope: number,
): Segment {
  const { ordinals, ...merged } = mergeDocuments(segments)
  const { table: terms, numbers } = uniteTermTables(
    segments.map((segment) => segment.postings.terms),
    (s, term) => (segments[s] as Segment).liveFrequency(term) > 0,
  )
  const starts = new Uint32Array(terms.count + 1)
  segments.forEach((segment, s) => {
    const mapped = numbers[s] as Int32Array
    for (let term = 0; term < mapped.length; term += 1) {
      const number = mapped[term] as number
      if (number >= 0) starts[number + 1] = (starts[number + 1] as number) + segment.liveFrequency(term)
    }
  })
  for (let i = 1; i <= terms.count; i += 1) starts[i] = (starts[i] as number) + (starts[i - 1] as number)

  const table = createProfileTable(parameters)
  const count = starts[terms.count] as number
  const documents = new Uint16Array(count)
  const wideProfiles = new Uint32Array(count)
  const next = starts.slice()
  segments.forEach((segment, s) => {
    const from = segment.postings
    const mapped = numbers[s] as Int32Array
    const ordinalOf = ordinals[s] as Int32Array
    const profileOf = new Uint32Array(from.table.count)
    for (let i = 0; i < profileOf.length; i += 1) {
      profileOf[i] = table.intern(from.table.low[i] as number, from.table.high[i] as number)
    }
    for (let term = 0; term < mapped.length; term += 1) {
      const number = mapped[term] as number
      if (number < 0) continue
      let at = next[number] as number
      const end = from.starts[term + 1] as number
      for (let i = from.starts[term] as number; i < end; i += 1) {
        const ordinal = ordinalOf[from.documents[i] as number] as number
        if (ordinal < 0) continue
        documents[at] = ordinal
        wideProfiles[at] = profileOf[from.profiles[i] as number] as number
        at += 1
      }
      next[number] = at
    }
  })
  const profiles = table.count <= 65_536 ? Uint16Array.from(wideProfiles) : wideProfiles
  const postings = { terms, starts, documents, profiles, table: table.copy() }
  const ceilings = { steps: new Uint8Array(terms.count), slope }
  takeCeilings(postings, merged.lengths, parameters.k1 * (1 - parameters.b), ceilings, 0, terms.count)
  return createSegment(postings, ceilings, merged)
}

/** Numbers the live documents anew; removed ones get ordinal -1. */
function mergeDocuments(
  segments: readonly Segment[],
): PartitionDocuments & { readonly ordinals: readonly Int32Array[] } {
  const size = segments.reduce((sum, segment) => sum + segment.size - segment.deadCount, 0)
  const lengths = new Float64Array(size)
  const nameRoots = new Uint8Array(size)
  const handles = new Uint32Array(size)
  let next = 0
  const ordinals = segments.map((segment) => {
    const mapped = new Int32Array(segment.size).fill(-1)
    for (let ordinal = 0; ordinal < segment.size; ordinal += 1) {
      if (segment.dead[ordinal] === 1) continue
      mapped[ordinal] = next
      lengths[next] = segment.lengths[ordinal] as number
      nameRoots[next] = segment.nameRoots[ordinal] as number
      handles[next] = segment.handles[ordinal] as number
      next += 1
    }
    return mapped
  })
  return { ordinals, lengths, nameRoots, handles }
}
