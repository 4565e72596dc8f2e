import { createToolIndex, type ToolIndex } from '@toolscout/index'
import { inSlices, RememberedTools } from '@toolscout/index/internal'
import type { CatalogChange, CatalogRecord, CatalogStore, Degradation, ToolSummary } from '@toolscout/model'
import {
  type CatalogCopy,
  createSlices,
  isLocalEmbedder,
  type ToolFacts,
  toToolSummary,
} from '@toolscout/model/internal'
import { snapshotsOf } from '@toolscout/search/internal'
import { useManyRows } from '@toolscout/semantic/internal'
import { createToolDocStore } from '@toolscout/tooldoc/internal'
import { buildDiscovery } from '../build-discovery.ts'
import { checkOpenOptions } from '../check-options.ts'
import type { Discovery, OpenDiscoveryOptions } from '../discovery.ts'
import { warnOfProblem } from '../discovery-problem.ts'
import { createRanking } from '../ranking.ts'
import type { Ranking } from '../ranking-by-words.ts'
import { createKeptCatalog, type KeptCatalog } from './keep-catalog.ts'
import { applyAll, type RestoredRanking, restoreRanking } from './restore-ranking.ts'

/**
 * Opens a facade with everything that was registered before: tools, their documentation, and what ranks them. A store
 * on disk is open before its definitions are read; each is read when it is asked for. Servers have to be connected
 * again; until then their tools are found, and calls say that their source is missing. The same holds for functions. On a
 * store that is only read, everything that would change the catalog rejects with `STORE_READ_ONLY`.
 *
 * Rejects as the store does, with a TypeError for an unknown option, with a RangeError for a number out of range; the store
 * is closed then, so that one that was opened for this call leaves no lock.
 */
export async function openDiscovery(options: OpenDiscoveryOptions): Promise<Discovery> {
  const opened: Opened = { close: async () => options?.store?.close?.() }
  try {
    checkOpenOptions(options)
    return await openOn(options, opened)
  } catch (error) {
    // The first failure says why.
    await opened.close().catch(() => undefined)
    throw error
  }
}

/** What is to be closed where opening fails. */
type Opened = { close: () => Promise<void> }

async function openOn(options: OpenDiscoveryOptions, opened: Opened): Promise<Discovery> {
  const { store, onError = warnOfProblem, observer, countTokens, searcher: given, embedder } = options
  const onStoreError = (error: unknown): void => onError({ kind: 'store', error })
  const revision = await store.revision()
  const copy = store.reader === undefined ? await (store.openCopy?.() ?? loadAll(store)) : undefined
  const reader = store.reader ?? (copy as CatalogCopy)
  const isOwn = given !== undefined && typeof given !== 'function'
  let isRestoring = false
  let index: ToolIndex | undefined
  const summaryOf = (id: string): ToolSummary => {
    const summary = index === undefined ? reader.summary(id) : index.get(id)?.summary
    if (summary === undefined) throw new RangeError(`The catalog has no tool ${id}.`)
    return summary
  }
  const factsOf = (id: string): ToolFacts => (index && inSlices(index).factsOf?.(id)) ?? summaryOf(id)
  const cache =
    store.embeddings && store.isReadOnly ? { ...store.embeddings, set: async () => {} } : store.embeddings
  useManyRows()
  let onLost = onStoreError
  const deps = {
    ...options,
    cache,
    stored: { summaryOf, factsOf },
    isRestoring: () => isRestoring,
    onLost: (error: unknown) => onLost(error),
  }
  const ranking: Ranking & Partial<RestoredRanking> = isOwn
    ? createRanking(options)
    : await restoreRanking(store, revision, deps)
  const { searcher, embeddings, hasMeaning } = ranking
  // A searcher without a checkpoint has to hold the tools before the first search.
  if (isOwn) await applyAll(searcher, store)
  const onListenerError = (error: unknown): void => onError({ kind: 'listener', error })
  const parts = [ranking.words, ranking.meaning].flatMap((part) => (part ? snapshotsOf(part).part : []))
  const tools = new RememberedTools({ ...reader, ids: () => [] }, (id, facts) => {
    for (const { learn } of parts) learn?.(id, facts)
  })
  const restored = createToolIndex({ searcher, stored: tools, onListenerError })
  const [{ hold }, slices] = [inSlices(restored), createSlices()]
  for (const id of reader.ids()) {
    hold(id)
    if (slices.isOver()) await slices.next()
  }
  index = restored
  const toolDocs = createToolDocStore({
    getTool: (id) => index.get(id)?.tool,
    loadDoc: (id) => reader.record(id)?.toolDoc,
    countTokens,
  })
  const catalog = createKeptCatalog({
    index,
    toolDocs,
    store,
    copy,
    ranking,
    revision,
    observer,
    onError: onStoreError,
  })
  opened.close = catalog.close
  const apply: typeof searcher.apply = (changes) => {
    isRestoring = true
    try {
      searcher.apply(changes)
    } finally {
      isRestoring = false
    }
  }
  const isWhole = given === undefined && (embeddings === undefined || hasMeaning === true)
  const isRead = isWhole && (embedder === undefined || embedder === false || isLocalEmbedder(embedder))
  const restoring: RestoredCatalog = { index, store, catalog, onStoreError, isWhole }
  let rest: RestoredRest =
    isOwn || isRead ? { done: Promise.resolve(), problems: () => [] } : restoreRest(apply, restoring)
  let isClosing = false
  catalog.onClose(() => {
    isClosing = true
  })
  onLost = (error) => {
    onStoreError(error)
    catalog.vectorsLost()
    if (isClosing) return
    rest = restoreRest(apply, { ...restoring, isWhole: false })
    void rest.done.then(catalog.checkpointSoon)
  }
  if (revision > 0) void rest.done.then(catalog.checkpointSoon)
  const problems = (): readonly Degradation[] => [...catalog.problems(), ...rest.problems()]
  const kept = { ...catalog, problems, restored: () => rest.done }
  return buildDiscovery(options, { index, embeddings, toolDocs, catalog: kept })
}

/** What a catalog was restored from, and into. */
interface RestoredCatalog {
  readonly index: ToolIndex
  readonly store: CatalogStore
  readonly catalog: KeptCatalog
  readonly onStoreError: (error: unknown) => void
  /** Whether answers are whole before all tools are given. */
  readonly isWhole: boolean
}

/** What the searchers around the restored one still lack. */
interface RestoredRest {
  readonly done: Promise<void>
  readonly problems: () => readonly Degradation[]
}

/**
 * Gives all tools in the background to every searcher but those that hold them. What has changed since is newer than what
 * the store holds.
 */
function restoreRest(
  apply: Parameters<typeof applyAll>[0]['apply'],
  { index, store, catalog, onStoreError, isWhole }: RestoredCatalog,
): RestoredRest {
  const changed = new Set<string>()
  const ended = new AbortController()
  const { signal } = ended
  const total = index.size
  let given = 0
  let failure = ''
  const stopFollowing = index.onChange(({ changes }) => {
    for (const change of changes) if ('id' in change) changed.add(change.id)
  })
  catalog.onClose(() => ended.abort())
  const counted: typeof apply = (changes) => {
    apply(changes)
    // What is remembered of answers is about less.
    index.takeRecords([])
    given += changes.upserts.length
  }
  const done = applyAll({ apply: counted }, store, { isCurrent: (id) => !changed.has(id), signal })
    .then(() => {
      given = total
    })
    .catch((error: unknown) => {
      if (signal.aborted) return
      failure = ' and the store failed'
      onStoreError(error)
    })
    .finally(stopFollowing)
  return {
    done,
    problems: () => {
      if (isWhole || given >= total) return []
      const reason = `Restored tools are ranked by words alone so far: ${given} of ${total} are read in full${failure}.`
      return [Object.freeze({ part: 'catalog', reason })]
    },
  }
}

/** Everything that a store holds which gives no copy of its own. */
async function loadAll(store: CatalogStore): Promise<CatalogCopy> {
  const records = new Map<string, CatalogRecord>()
  const take = (change: CatalogChange): void => {
    if (change.type === 'put') records.set(change.record.tool.id, change.record)
    else if (change.type === 'delete') records.delete(change.id)
  }
  for await (const record of store.load()) take({ type: 'put', record })
  return {
    ids: () => [...records.keys()],
    record: (id) => records.get(id),
    summary: (id) => {
      const record = records.get(id)
      return record === undefined ? undefined : toToolSummary(record.tool, record.backends)
    },
    take: async (changes) => changes.forEach(take),
  }
}
