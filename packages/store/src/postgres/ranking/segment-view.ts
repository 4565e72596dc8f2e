import type { Directory } from '../pages/directory.ts'
import { readDirectory } from '../pages/directory.ts'
import { type DocumentTable, readDocumentTable } from '../pages/document-table.ts'

/** What a node keeps of a segment as long as it is there, about ten bytes a document. */
export interface SegmentView extends DocumentTable {
  readonly id: number
  readonly first: number
  readonly last: number
  readonly size: number
  readonly directory: Directory
  /** By ordinal, 1 for a document that is no longer there; absent as long as all are. */
  readonly dead: Uint8Array | undefined
  /** The place of a document, by its number. */
  readonly ordinalOf: (number: number) => number | undefined
  /** Marks a document as gone, by its number. */
  readonly bury: (number: number) => void
  /** Documents that hold a term of `total` and are there; `holds` says whether one that is gone held it. */
  readonly liveCount: (key: number, total: number, holds: (ordinal: number) => boolean) => number
}

/** What is stored of a segment. */
export interface StoredSegment {
  readonly id: number
  readonly first: number
  readonly last: number
  readonly documents: number
  readonly pages: number
  readonly documentTable: Uint8Array
  readonly directory: Uint8Array
}

/** Numbers and ordinals in one number, to be sorted by the first. */
const ORDINAL_ROOM = 2 ** 22

/** Opens a segment. @throws StoreDamagedError `STORE_DAMAGED` when it cannot be read. */
export function openSegment({
  id,
  first,
  last,
  documents,
  pages,
  documentTable,
  directory,
}: StoredSegment): SegmentView {
  const { numbers, lengths } = readDocumentTable(documentTable, documents)
  let dead: Uint8Array | undefined
  const deadOrdinals: number[] = []
  let byNumber: Float64Array | undefined
  /** By key of a term: those of the dead that held it, and how many of the dead that accounts for. */
  const lost = new Map<number, { found: number; accounted: number }>()

  const ordinalOf = (number: number): number | undefined => {
    byNumber ??= Float64Array.from(numbers, (own, ordinal) => own * ORDINAL_ROOM + ordinal).sort()
    const wanted = number - first
    let low = 0
    let high = byNumber.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((byNumber[middle] as number) < wanted * ORDINAL_ROOM) low = middle + 1
      else high = middle
    }
    const both = byNumber[low] ?? -1
    return Math.floor(both / ORDINAL_ROOM) === wanted ? both % ORDINAL_ROOM : undefined
  }
  return {
    id,
    first,
    last,
    size: documents,
    numbers,
    lengths,
    directory: readDirectory(directory, pages),
    get dead() {
      return dead
    },
    ordinalOf,
    bury: (number) => {
      const ordinal = ordinalOf(number)
      if (ordinal === undefined) return
      dead ??= new Uint8Array(documents)
      if (dead[ordinal] === 1) return
      dead[ordinal] = 1
      deadOrdinals.push(ordinal)
    },
    liveCount: (key, total, holds) => {
      const counted = lost.get(key) ?? { found: 0, accounted: 0 }
      for (; counted.accounted < deadOrdinals.length; counted.accounted += 1) {
        if (holds(deadOrdinals[counted.accounted] as number)) counted.found += 1
      }
      if (deadOrdinals.length > 0) lost.set(key, counted)
      return total - counted.found
    },
  }
}
