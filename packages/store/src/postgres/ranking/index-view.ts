import { StoreDamagedError } from '@toolscout/model'
import type { Ask, Database, Row } from '../database.ts'
import { STORE, unknownFormat } from '../failures.ts'
import { readForwardDocuments } from '../pages/forward-document.ts'
import { FORMAT } from '../sql/schema.ts'
import { LIST_SEGMENTS, READ_CHANGES_OF_INDEX, READ_SEGMENT } from '../sql/segments.ts'
import { createDeltaView, type DeltaView } from './delta-view.ts'
import { openSegment, type SegmentView } from './segment-view.ts'

/** The search index of one revision, as a node sees it. */
export interface IndexView {
  readonly revision: number
  readonly documents: number
  /** Of all documents, in steps. */
  readonly totalLength: number
  /** In the order of their numbers. */
  readonly segments: readonly SegmentView[]
  readonly delta: DeltaView
}

/** Keeps a view up to date. */
export interface ViewKeeper {
  /** The view as it is. Good until something is waited for: a later revision may stand there afterwards. */
  readonly current: () => IndexView
  /** Resolves when the view is of a revision that was the latest after this was called. */
  readonly refresh: () => Promise<void>
  /** Does work while the view stays at the revision that a transaction sees, and nobody else refreshes it. */
  readonly hold: <Result>(work: (ask: Ask) => Promise<Result>) => Promise<Result>
}

interface State extends IndexView {
  readonly layout: number
}

function emptyState(): State {
  return { revision: 0, documents: 0, totalLength: 0, layout: -1, segments: [], delta: createDeltaView() }
}

/** Reads the whole view of the moment that a transaction sees. */
export async function readView(ask: Ask): Promise<IndexView> {
  return readState(ask, emptyState())
}

/** Creates a {@link ViewKeeper}; the first refresh reads what there is. */
export function createViewKeeper(database: Pick<Database, 'ask' | 'transact'>): ViewKeeper {
  let state = emptyState()
  let running: Promise<void> | undefined
  let next: Promise<void> | undefined

  /** One at a time; whoever comes while one is running shares the one after. */
  const inTurn = <Result>(work: () => Promise<Result>): Promise<Result> => {
    const before = running
    const mine = (async () => {
      await before
      return work()
    })()
    const settled = mine.then(
      () => undefined,
      () => undefined,
    )
    running = settled
    void settled.then(() => {
      if (running === settled) running = undefined
    })
    return mine
  }
  const readWhole = async (ask: Ask): Promise<void> => {
    state = await readState(ask, state)
  }
  const refreshNow = async (): Promise<void> => {
    if (state.layout >= 0) {
      const row = await readRow(database.ask, state)
      if (Number(row.layout) === state.layout) {
        state = withChanges(state, row)
        return
      }
    }
    await database.transact('repeatable read', readWhole)
  }
  return {
    current: () => state,
    refresh: () => {
      if (next !== undefined) return next
      const mine = inTurn(() => {
        next = undefined
        return refreshNow()
      })
      next = mine
      return mine
    },
    hold: (work) =>
      inTurn(() =>
        database.transact('repeatable read', async (ask) => {
          await readWhole(ask)
          return work(ask)
        }),
      ),
  }
}

/** The state after another, with segments that are new. */
async function readState(ask: Ask, state: State): Promise<State> {
  const row = await readRow(ask, state)
  const layout = Number(row.layout)
  if (layout === state.layout) return withChanges(state, row)
  const segments = await readSegments(ask, state.segments)
  const delta = state.delta.after(Number(row.sealed_to))
  return withChanges({ ...state, segments, delta, layout }, row)
}

async function readRow(ask: Ask, { revision }: State): Promise<Row> {
  const [row] = await ask({ ...READ_CHANGES_OF_INDEX, values: [revision] })
  if (row === undefined) throw new StoreDamagedError(STORE, 'The catalog has no row. Restore the database.')
  // Another node may have made the tables new while this one runs.
  if (Number(row.format) !== FORMAT) throw unknownFormat(Number(row.format))
  return row
}

function withChanges(state: State, row: Row): State {
  const revision = Number(row.revision)
  const { delta, segments } = state
  const sealedTo = Number(row.sealed_to)
  for (const { first, documents } of batchesOf(row.appended)) {
    documents.forEach((document, i) => {
      if (first + i > sealedTo) delta.add(document, first + i)
    })
  }
  for (const number of numbersOf(row.dead)) if (!delta.bury(number)) segmentOf(segments, number)?.bury(number)
  return { ...state, revision, documents: Number(row.documents), totalLength: Number(row.total_length) }
}

async function readSegments(ask: Ask, known: readonly SegmentView[]): Promise<readonly SegmentView[]> {
  const segments: SegmentView[] = []
  for (const listed of await ask({ ...LIST_SEGMENTS, values: [] })) {
    const id = Number(listed.id)
    const kept = known.find((segment) => segment.id === id)
    if (kept !== undefined) {
      segments.push(kept)
      continue
    }
    const [row] = await ask({ ...READ_SEGMENT, values: [id] })
    const { document_table: documentTable, directory, dead } = row ?? {}
    if (!(documentTable instanceof Uint8Array && directory instanceof Uint8Array)) {
      throw new StoreDamagedError(STORE, `Segment ${id} has no documents. Call repair().`)
    }
    const [first, last, documents, pages] = ['first', 'last', 'documents', 'pages'].map((name) =>
      Number(listed[name]),
    ) as [number, number, number, number]
    const segment = openSegment({ id, first, last, documents, pages, documentTable, directory })
    for (const number of numbersOf(dead)) segment.bury(number)
    segments.push(segment)
  }
  return segments
}

function segmentOf(segments: readonly SegmentView[], number: number): SegmentView | undefined {
  return segments.find(({ first, last }) => number >= first && number <= last)
}

function numbersOf(packed: unknown): readonly number[] {
  if (!(packed instanceof Uint8Array)) return []
  const view = new DataView(packed.buffer, packed.byteOffset, packed.length)
  return Array.from({ length: packed.length / 8 }, (_, i) => Number(view.getBigInt64(8 * i)))
}

const HEAD_BYTES = 12

function batchesOf(
  packed: unknown,
): readonly { readonly first: number; readonly documents: ReturnType<typeof readForwardDocuments> }[] {
  if (!(packed instanceof Uint8Array)) return []
  const view = new DataView(packed.buffer, packed.byteOffset, packed.length)
  const batches: { first: number; documents: ReturnType<typeof readForwardDocuments> }[] = []
  let at = 0
  while (at < packed.length) {
    const first = Number(view.getBigInt64(at))
    const end = at + HEAD_BYTES + view.getInt32(at + 8)
    batches.push({ first, documents: readForwardDocuments(packed.subarray(at + HEAD_BYTES, end)) })
    at = end
  }
  return batches
}
