import { setImmediate as nextTurn } from 'node:timers/promises'
import {
  type CatalogRecord,
  type CatalogStore,
  type SearchDocument,
  type Searcher,
  ToolscoutError,
} from '@toolscout/model'
import { type CatalogReader, toToolSummary } from '@toolscout/model/internal'
import { toSearchDocument } from '@toolscout/schema/internal'
import { createLexicalSearcher, type SnapshotSearcher } from '@toolscout/search'

/** The name under which the searcher by words is saved. */
export const WORDS_CHECKPOINT = 'words'
/** Tools that are given to a searcher at once, so that nothing else waits long meanwhile. */
const BATCH = 512

/** A searcher by words that holds what a store holds. */
export interface RestoredWords {
  readonly words: SnapshotSearcher
  /** How it came about: from what was saved, from that and what changed since, or from the tools themselves. */
  readonly from: 'checkpoint' | 'checkpointAndChanges' | 'tools'
}

/**
 * The searcher by words as of a revision: from a checkpoint where there is one that fits, brought up to date; else rebuilt
 * from all tools.
 */
export async function restoreWords(
  store: CatalogStore,
  reader: CatalogReader,
  revision: number,
): Promise<RestoredWords> {
  const saved = await store.loadCheckpoint(WORDS_CHECKPOINT)
  if (saved !== undefined && saved.revision <= revision) {
    try {
      const words = createLexicalSearcher({
        saved: { bytes: saved.bytes, revision: String(saved.revision), summaryOf: summaryIn(reader) },
      })
      if (saved.revision === revision) return { words, from: 'checkpoint' }
      await applyChanges(words, store, saved.revision)
      return { words, from: 'checkpointAndChanges' }
    } catch (error) {
      // Of another version of the program, or too old to be brought up to date: it is rebuilt.
      if (!(error instanceof ToolscoutError)) throw error
    }
  }
  const words = createLexicalSearcher()
  await applyAll(words, store)
  return { words, from: 'tools' }
}

/** Gives a searcher every tool of a store, batch by batch; `isCurrent` leaves out what has changed meanwhile. */
export async function applyAll(
  searcher: Pick<Searcher, 'apply'>,
  store: CatalogStore,
  { isCurrent = () => true, signal }: { isCurrent?: (id: string) => boolean; signal?: AbortSignal } = {},
): Promise<void> {
  let upserts: SearchDocument[] = []
  const give = async (): Promise<void> => {
    if (upserts.length > 0)
      searcher.apply({ upserts: upserts.filter(({ id }) => isCurrent(id)), removals: [] })
    upserts = []
    await nextTurn()
  }
  for await (const record of store.load({ signal })) {
    upserts.push(documentOf(record))
    if (upserts.length === BATCH) await give()
  }
  await give()
}

async function applyChanges(words: Searcher, store: CatalogStore, after: number): Promise<void> {
  let upserts: SearchDocument[] = []
  let removals: string[] = []
  const give = async (): Promise<void> => {
    words.apply({ upserts, removals })
    upserts = []
    removals = []
    await nextTurn()
  }
  // Each id is named once, so that it does not matter in which order they are given.
  for await (const change of store.loadChanges(after)) {
    if (change.type === 'put') upserts.push(documentOf(change.record))
    else removals.push(change.id)
    if (upserts.length + removals.length === BATCH) await give()
  }
  await give()
}

function documentOf({ tool, backends, notes }: CatalogRecord): SearchDocument {
  return toSearchDocument({ tool, summary: toToolSummary(tool, backends), notes })
}

function summaryIn(reader: CatalogReader): (id: string) => NonNullable<ReturnType<CatalogReader['summary']>> {
  return (id) => {
    const summary = reader.summary(id)
    if (summary === undefined) throw new RangeError(`The store has no tool ${id}.`)
    return summary
  }
}

/** A searcher that leaves changes out while it holds them already. */
export function skipWhile(searcher: SnapshotSearcher, isHeld: () => boolean): Searcher {
  return Object.freeze({
    ...searcher,
    apply: (changes) => {
      if (!isHeld()) searcher.apply(changes)
    },
  } satisfies Searcher)
}
