import { createToolIndex, type ToolIndex } from '@toolscout/index'
import type { CatalogRecord, CatalogStore, Searcher } from '@toolscout/model'
import { type CatalogReader, messageOf, toToolSummary } from '@toolscout/model/internal'
import { createToolDocStore } from '@toolscout/tooldoc'
import { buildDiscovery } from '../build-discovery.ts'
import { checkOpenOptions } from '../check-options.ts'
import type { Discovery, OpenDiscoveryOptions } from '../discovery.ts'
import { createRanking } from '../ranking.ts'
import type { StoreErrorHandler } from './durable-catalog.ts'
import { createKeptCatalog, type KeptCatalog } from './keep-catalog.ts'
import { applyAll, restoreWords } from './restore-ranking.ts'

/**
 * Opens a facade with everything that was registered before: tools, their documentation, and what ranks them. A store
 * that lies on disk is open before its definitions are read: those that somebody asks for are. Servers are to be
 * connected again; until then their tools are found, and calls say that nobody runs them. The same for functions.
 *
 * Rejects as the store does, with a TypeError for an option nobody reads, with a RangeError for a number out of range.
 */
export async function openDiscovery(options: OpenDiscoveryOptions): Promise<Discovery> {
  checkOpenOptions(options)
  const {
    store,
    onStoreError = warnOfStore,
    embedder,
    fusion,
    maxExamples,
    countTokens,
    selectBackend,
    onListenerError,
    ...facade
  } = options
  const revision = await store.revision()
  const reader = store.reader ?? (await readAll(store))
  const { words, from } = await restoreWords(store, reader, revision)
  const { searcher, embeddings, meaning } = createRanking({
    embedder,
    fusion,
    words,
    cache: store.embeddings,
    observer: options.observer,
  })
  const index = createToolIndex({
    searcher,
    stored: reader,
    selectBackend,
    onListenerError,
  })
  const toolDocs = createToolDocStore({
    getTool: (id) => index.get(id)?.tool,
    loadDoc: (id) => reader.record(id)?.toolDoc,
    maxExamples,
    countTokens,
  })
  const savedAt = from === 'checkpoint' ? revision : undefined
  const catalog = createKeptCatalog({
    index,
    toolDocs,
    store,
    words,
    revision,
    savedAt,
    onError: onStoreError,
    observer: options.observer,
  })
  const restored =
    meaning === undefined
      ? Promise.resolve()
      : restoreMeaning(meaning, { index, store, catalog, onStoreError })
  if (from !== 'checkpoint' && revision > 0) catalog.checkpointSoon()
  return buildDiscovery(
    { ...facade, index, toolDocs },
    { index, embeddings, catalog: { ...catalog, restored: () => restored } },
  )
}

/** Gives the searcher by meaning its tools in the background; what has changed since is newer than what lies there. */
function restoreMeaning(
  meaning: Searcher,
  {
    index,
    store,
    catalog,
    onStoreError,
  }: {
    readonly index: ToolIndex
    readonly store: CatalogStore
    readonly catalog: KeptCatalog
    readonly onStoreError: StoreErrorHandler
  },
): Promise<void> {
  const changed = new Set<string>()
  const ended = new AbortController()
  const { signal } = ended
  const stopFollowing = index.onChange(({ changes }) => {
    for (const change of changes) if ('id' in change) changed.add(change.id)
  })
  catalog.onClose(() => ended.abort())
  return applyAll(meaning, store, { isCurrent: (id) => !changed.has(id), signal })
    .catch((error: unknown) => {
      if (!signal.aborted) onStoreError(error)
    })
    .finally(stopFollowing)
}

/** Everything a store holds, in memory, for one that is not in reach of this process. */
async function readAll(store: CatalogStore): Promise<CatalogReader> {
  const records = new Map<string, CatalogRecord>()
  for await (const record of store.load()) records.set(record.tool.id, record)
  return {
    ids: () => [...records.keys()],
    record: (id) => records.get(id),
    summary: (id) => {
      const record = records.get(id)
      return record === undefined ? undefined : toToolSummary(record.tool, record.backends)
    },
  }
}

function warnOfStore(error: unknown): void {
  const message = `The store failed, and is tried again: ${messageOf(error)}`
  process.emitWarning(message, { type: 'ToolscoutWarning', code: 'TOOLSCOUT_STORE_FAILED' })
}
