import {
  type CatalogRecord,
  type CatalogStore,
  type Checkpoint,
  type SearchDocument,
  type Searcher,
  ToolscoutError,
} from '@toolscout/model'
import { createSlices, nextTurn, stepByStep, toToolSummary } from '@toolscout/model/internal'
import { toSearchDocument } from '@toolscout/schema/internal'
import type { SnapshotSearcher } from '@toolscout/search'
import { checkInSlices, type SavedWhole, snapshotsOf } from '@toolscout/search/internal'
import { createRanking } from '../ranking.ts'
import type { Ranking, RankingDeps } from '../ranking-by-words.ts'
import { openVectors, sealOf } from './vectors-apart.ts'

/** The names under which the parts of a ranking are saved. */
export const WORDS_CHECKPOINT = 'words'
export const MEANING_CHECKPOINT = 'meaning'
/** Tools that are given to a searcher at once, so that nothing else waits long meanwhile. */
const BATCH = 64

/** A ranking of which the part by words holds what a store holds. */
export interface RestoredRanking extends Ranking {
  /** The revision its checkpoint is of; `undefined` when it was made from the tools themselves. */
  readonly savedAt: number | undefined
  /** Names that checkpoint. */
  readonly seal: string | undefined
  /** Whether the part by meaning holds every tool as well. */
  readonly hasMeaning: boolean
}

/** What a ranking is restored with. */
export interface RestoringDeps extends RankingDeps {
  readonly stored: NonNullable<RankingDeps['stored']>
  /** Whether all tools are given to the parts that lack them. */
  readonly isRestoring: () => boolean
  /** Hears that the part by meaning has lost its vectors; it is given all tools again then. */
  readonly onLost: (error: unknown) => void
}

/**
 * The ranking as of a revision: from checkpoints where there are some that fit, brought up to date; else the part by
 * words is rebuilt from all tools. In slices, so that nothing else waits long.
 */
export async function restoreRanking(
  store: CatalogStore,
  revision: number,
  { isRestoring, onLost, ...deps }: RestoringDeps,
): Promise<RestoredRanking> {
  // One after the other: the slices of two at once would make one long turn.
  const words = await store.loadCheckpoint(WORDS_CHECKPOINT)
  const meaning = deps.embedder === false ? undefined : await store.loadCheckpoint(MEANING_CHECKPOINT)
  const slices = createSlices()
  let hasMeaning = false
  const begin = (): Ranking =>
    createRanking({ ...deps, holds: (part) => isRestoring() && (part === 'words' || hasMeaning) })
  let ranking = begin()
  const restore = async (
    part: SnapshotSearcher,
    { bytes, revision, apart }: Pick<SavedWhole, 'revision' | 'apart'> & { readonly bytes: Uint8Array },
  ): Promise<boolean> => {
    await checkInSlices(bytes, slices)
    const saved = { bytes, revision, apart, ...deps.stored }
    return succeeds(stepByStep(snapshotsOf(part).part.restore(saved), slices))
  }
  const restoreWords = async ({ revision: savedAt, bytes }: Checkpoint): Promise<boolean> =>
    savedAt <= revision && restore(ranking.words as SnapshotSearcher, { bytes, revision: String(savedAt) })
  const restoreMeaning = async (saved: Checkpoint, seal: string): Promise<boolean> => {
    const vectors = await openVectors(store, saved)
    const onVectorsLost = (error: unknown): void => {
      hasMeaning = false
      vectors?.close()
      onLost(error)
    }
    const apart = vectors && { ...vectors, onLost: onVectorsLost }
    const { bytes } = saved
    const isRestored = await restore(ranking.meaning as SnapshotSearcher, { bytes, revision: seal, apart })
    if (!isRestored) vectors?.close()
    return isRestored
  }
  if (words !== undefined && (await restoreWords(words))) {
    const savedAt = words.revision
    const seal = sealOf(words.bytes)
    // Both were made at one moment, of the same texts and by the same analysis.
    if (meaning?.revision === savedAt) hasMeaning = await restoreMeaning(meaning, seal)
    if (savedAt === revision || (await succeeds(applyChanges(ranking.base as Searcher, store, savedAt))))
      return { ...ranking, savedAt, seal, hasMeaning }
    hasMeaning = false
    ranking = begin()
  }
  await applyAll(ranking.words as Searcher, store)
  return { ...ranking, savedAt: undefined, seal: undefined, hasMeaning }
}

/** Whether work is done; not where it is of another version of the program, or too old to be brought up to date. */
async function succeeds(work: Promise<void>): Promise<boolean> {
  try {
    await work
    return true
  } catch (error) {
    if (!(error instanceof ToolscoutError)) throw error
    return false
  }
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
