import type { Ask } from '../database.ts'
import { damaged } from '../pages/bytes.ts'
import { type DocumentTable, readDocumentTable } from '../pages/document-table.ts'
import { createListStream, type ListStream } from '../pages/list-stream.ts'
import { pagesOfSegment } from '../pages/stored-pages.ts'
import { FETCH_ORDER, OPEN_ORDER, READ_SEGMENT, READ_UNSEALED } from '../sql/segments.ts'
import { FIRST_FACET } from '../term-hash.ts'
import { installSegment } from './install-segment.ts'
import { createPostingMerger } from './posting-merger.ts'
import { beginSegment } from './segment-builder.ts'
import { type TendingParts, toBuilderParts } from './tending-parts.ts'

/** A segment that is merged. */
export interface MergedSegment {
  readonly id: number
  readonly first: number
  readonly last: number
  readonly documents: number
  readonly pages: number
}

/** A segment that is read, and where its documents go. */
interface Input {
  readonly lists: ListStream
  /** By ordinal: the ordinal in the merged segment, or none. */
  readonly places: Int32Array
}

const GONE = -1

/** Writes neighbours as one segment without what is gone, and puts that in their place. */
export async function mergeSegments(parts: TendingParts, segments: readonly MergedSegment[]): Promise<void> {
  const { database } = parts
  const first = segments[0]?.first ?? 0
  const last = segments.at(-1)?.last ?? 0
  const tables: DocumentTable[] = []
  for (const { id, documents } of segments) {
    const [row] = await database.ask({ ...READ_SEGMENT, values: [id] })
    if (!(row?.document_table instanceof Uint8Array)) throw damaged(`Segment ${id}`)
    tables.push(readDocumentTable(row.document_table, documents))
  }
  const { numbers, revision } = await database.transact('repeatable read', (ask) =>
    readOrder(ask, { first, last }),
  )
  const { places, lengths } = placeDocuments(segments, tables, numbers, first)
  const replaces = segments.map(({ id }) => id)
  const installed = { first, last, replaces, seals: false, revision }
  if (numbers.length === 0) return installSegment(database, { ...installed, id: undefined })
  const builder = await beginSegment(toBuilderParts(parts), { first, last }, { numbers, lengths })
  const inputs = segments.map(
    ({ id, pages }, i): Input => ({
      lists: createListStream(pagesOfSegment(database.ask, id, pages)),
      places: places[i] as Int32Array,
    }),
  )
  for (const { lists } of inputs) await lists.load()
  const merger = createPostingMerger(numbers.length)
  for (;;) {
    const key = inputs.reduce((least, { lists }) => Math.min(least, lists.key), Number.POSITIVE_INFINITY)
    if (key === Number.POSITIVE_INFINITY) break
    for (const { lists, places } of inputs) {
      while (lists.key === key) {
        merger.add(lists, places)
        if (!lists.next()) await lists.load()
      }
    }
    const { postings, count } = merger.take()
    if (count > 0) builder.pages.add(key, postings, count, key >= FIRST_FACET)
    if (builder.isFull) await builder.advance()
  }
  await builder.finish()
  await installSegment(database, { ...installed, id: builder.id })
}

/** The documents of a range that are there, in the order of their ids, counted from the first. */
async function readOrder(
  ask: Ask,
  { first, last }: { readonly first: number; readonly last: number },
): Promise<{ readonly numbers: Uint32Array; readonly revision: number }> {
  const [catalog] = await ask({ ...READ_UNSEALED, values: [] })
  await ask({ ...OPEN_ORDER, values: [first, last] })
  const numbers: number[] = []
  for (;;) {
    const rows = await ask({ ...FETCH_ORDER, values: [] })
    if (rows.length === 0) break
    for (const { number } of rows) numbers.push(Number(number) - first)
  }
  return { numbers: Uint32Array.from(numbers), revision: Number(catalog?.revision) }
}

/** Finds where each document goes. Documents of a segment are in the order of their ids, too, so one walk does. */
function placeDocuments(
  segments: readonly MergedSegment[],
  tables: readonly DocumentTable[],
  numbers: Uint32Array,
  first: number,
): { readonly places: readonly Int32Array[]; readonly lengths: Uint32Array } {
  const places = segments.map(({ documents }) => new Int32Array(documents).fill(GONE))
  const lengths = new Uint32Array(numbers.length)
  const at = segments.map(() => 0)
  numbers.forEach((number, place) => {
    const s = segmentOf(segments, first + number)
    const { numbers: own, lengths: ownLengths } = tables[s] as DocumentTable
    const wanted = number + first - (segments[s]?.first ?? 0)
    let ordinal = at[s] as number
    while (ordinal < own.length && own[ordinal] !== wanted) ordinal += 1
    if (ordinal === own.length) throw damaged(`Segment ${segments[s]?.id}`)
    ;(places[s] as Int32Array)[ordinal] = place
    lengths[place] = ownLengths[ordinal] as number
    at[s] = ordinal + 1
  })
  return { places, lengths }
}

function segmentOf(segments: readonly MergedSegment[], number: number): number {
  let low = 0
  let high = segments.length - 1
  while (low < high) {
    const middle = (low + high + 1) >>> 1
    if ((segments[middle]?.first ?? 0) <= number) low = middle
    else high = middle - 1
  }
  return low
}
