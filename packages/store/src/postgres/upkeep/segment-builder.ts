import { StoreLockedError } from '@toolscout/model'
import type { Ask } from '../database.ts'
import { STORE } from '../failures.ts'
import { writeDocumentTable } from '../pages/document-table.ts'
import { createPageWriter, type PageWriter } from '../pages/page-writer.ts'
import { BEGIN_SEGMENT, END_SEGMENT, WRITE_PAGES } from '../sql/segments.ts'

/** The numbers of documents a segment is of. */
export interface NumberRange {
  readonly first: number
  readonly last: number
}

/** Writes a segment that nobody sees until it is put in the place of others. */
export interface SegmentBuilder {
  readonly id: number
  readonly pages: PageWriter
  /** Whether many pages wait to be written. */
  readonly isFull: boolean
  /** Writes the pages that wait. */
  readonly advance: () => Promise<void>
  readonly finish: () => Promise<void>
}

/** What segments are written with. */
export interface BuilderParts {
  readonly ask: Ask
  /** Called now and then, so that whoever writes is known to be at it, and does what cannot wait. */
  readonly keepOn: () => Promise<void>
  /** Bytes of pages that go in one statement. */
  readonly bytesAtOnce: number
}

/** Begins a segment; `numbers` and `lengths` are by ordinal, numbers counted from the first. */
export async function beginSegment(
  { ask, keepOn, bytesAtOnce }: BuilderParts,
  { first, last }: NumberRange,
  documents: { readonly numbers: Uint32Array; readonly lengths: Uint32Array },
): Promise<SegmentBuilder> {
  const [row] = await ask({ ...BEGIN_SEGMENT, values: [first, last] })
  const id = Number(row?.id)
  let waiting: Uint8Array[] = []
  let bytes = 0
  let written = 0
  const pages = createPageWriter(documents.lengths, (page) => {
    waiting.push(page)
    bytes += page.length
  })
  const write = async (): Promise<void> => {
    if (waiting.length === 0) return
    const some = waiting
    const starts: number[] = []
    let start = 1
    for (const { length } of some) {
      starts.push(start)
      start += length
    }
    const sizes = some.map(({ length }) => length)
    const from = written
    waiting = []
    bytes = 0
    written += some.length
    await ask({ ...WRITE_PAGES, values: [id, from, Buffer.concat(some), starts, sizes] })
  }
  return {
    id,
    pages,
    get isFull() {
      return bytes >= bytesAtOnce
    },
    advance: async () => {
      await write()
      await keepOn()
    },
    finish: async () => {
      const directory = pages.finish()
      await write()
      const table = writeDocumentTable(documents)
      const values = [id, documents.numbers.length, pages.pages, Buffer.from(table), Buffer.from(directory)]
      const [ended] = await ask({ ...END_SEGMENT, values })
      if (ended === undefined) throw lostUpkeep()
    },
  }
}

/** For who tends the index and took so long that somebody else does. */
export function lostUpkeep(): StoreLockedError {
  return new StoreLockedError(STORE, 'Another node tends the search index by now.')
}
