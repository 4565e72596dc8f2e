import { setImmediate as nextTurn } from 'node:timers/promises'
import { compareIds } from '@toolscout/model'
import type { Ask } from '../database.ts'
import { type ForwardDocument, readForwardDocuments } from '../pages/forward-document.ts'
import { READ_DELTA, READ_TOMBSTONES, READ_UNSEALED } from '../sql/segments.ts'
import { writePostings } from './build-postings.ts'
import { installSegment } from './install-segment.ts'
import { type BuilderParts, beginSegment, type NumberRange } from './segment-builder.ts'
import { type TendingParts, toBuilderParts } from './tending-parts.ts'

/** What was appended and is to be sealed. */
interface Unsealed extends NumberRange {
  readonly documents: readonly (ForwardDocument & { readonly number: number })[]
  readonly revision: number
}

/** Packs what was appended into a segment, the oldest batches first. */
export async function sealDelta(parts: TendingParts, mostDocuments: number): Promise<void> {
  const { database } = parts
  const unsealed = await database.transact('repeatable read', (ask) => readUnsealed(ask, mostDocuments))
  if (unsealed.last < unsealed.first) return
  const { documents, ...range } = unsealed
  const id = documents.length === 0 ? undefined : await writeSegment(toBuilderParts(parts), range, documents)
  await installSegment(database, { ...range, id, replaces: [], seals: true })
}

/** Writes documents, in any order, as a segment that nobody sees yet; gives its number. */
export async function writeSegment(
  parts: BuilderParts,
  range: NumberRange,
  documents: readonly (ForwardDocument & { readonly number: number })[],
): Promise<number> {
  const ordered = [...documents].sort((a, b) => compareIds(a.id, b.id))
  const builder = await beginSegment(parts, range, {
    numbers: Uint32Array.from(ordered, ({ number }) => number - range.first),
    lengths: Uint32Array.from(ordered, ({ length }) => length),
  })
  await writePostings(ordered, builder)
  await builder.finish()
  return builder.id
}

async function readUnsealed(ask: Ask, mostDocuments: number): Promise<Unsealed> {
  const [catalog] = await ask({ ...READ_UNSEALED, values: [] })
  const first = Number(catalog?.sealed_to) + 1
  const rows = await ask({ ...READ_DELTA, values: [mostDocuments] })
  let last = first - 1
  const documents: (ForwardDocument & { readonly number: number })[] = []
  for (const row of rows) {
    const start = Number(row.first)
    readForwardDocuments(row.bytes as Uint8Array).forEach((document, i) => {
      documents.push({ ...document, number: start + i })
    })
    last = start + Number(row.documents) - 1
    await nextTurn()
  }
  const dead = new Set(
    (await ask({ ...READ_TOMBSTONES, values: [first - 1, last] })).map(({ number }) => Number(number)),
  )
  return {
    first,
    last,
    documents: documents.filter(({ number }) => !dead.has(number)),
    revision: Number(catalog?.revision),
  }
}
