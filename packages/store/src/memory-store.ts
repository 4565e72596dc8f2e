import {
  type AppendOptions,
  type CatalogChange,
  type CatalogItem,
  type CatalogRecord,
  type CatalogStore,
  type Checkpoint,
  compareIds,
  type JsonValue,
  StaleRevisionError,
  type StoreReport,
  type ToolSummary,
} from '@toolscout/model'
import {
  jsonEquals,
  readCatalogChange,
  type StoreFault,
  type StoreReadOptions,
  toToolSummary,
} from '@toolscout/model/internal'
import { checkAfter, checkCheckpoint } from './check-requests.ts'
import { createStoreLife } from './store-life.ts'

interface Entry {
  readonly record: CatalogRecord
  readonly summary: ToolSummary
}

/**
 * A {@link CatalogStore} that lives as long as the process does, for tests and for what is not worth keeping. It
 * ranks nothing by itself.
 */
export function createMemoryStore(): CatalogStore {
  const life = createStoreLife('memory')
  const entries = new Map<string, Entry>()
  const items = new Map<string, CatalogItem>()
  const vectors = new Map<string, Float32Array>()
  const checkpoints = new Map<string, Checkpoint>()
  /** The revision at which each id changed last, ids that are gone among them. */
  const changedAt = new Map<string, number>()
  let revision = 0

  const sorted = (): readonly Entry[] =>
    [...entries.values()].sort((a, b) => compareIds(a.record.tool.id, b.record.tool.id))
  const take = (change: CatalogChange): void => {
    switch (change.type) {
      case 'put': {
        const { record } = change
        entries.set(record.tool.id, { record, summary: toToolSummary(record.tool, record.backends) })
        changedAt.set(record.tool.id, revision)
        break
      }
      case 'delete':
        if (entries.delete(change.id)) changedAt.set(change.id, revision)
        break
      case 'putItem':
        items.set(itemKey(change.item.kind, change.item.key), change.item)
        break
      case 'deleteItem':
        items.delete(itemKey(change.kind, change.key))
        break
    }
  }
  const verify = (): StoreReport => {
    const faults = sorted().flatMap(({ record, summary }): StoreFault[] => {
      const { id } = record.tool
      // Both are JSON; interfaces without an index signature cannot say so.
      const fresh = toToolSummary(record.tool, record.backends) as unknown as JsonValue
      if (jsonEquals(fresh, summary as unknown as JsonValue)) return []
      return [{ code: 'SUMMARY_DIFFERS', id, message: `The summary of ${id} is not that of its record.` }]
    })
    return { revision, tools: entries.size, faults }
  }

  async function* load(options?: StoreReadOptions): AsyncGenerator<CatalogRecord> {
    for await (const { record } of loadEntries(options)) yield record
  }
  async function* loadSummaries(options?: StoreReadOptions): AsyncGenerator<ToolSummary> {
    for await (const { summary } of loadEntries(options)) yield summary
  }
  async function* loadEntries(options?: StoreReadOptions): AsyncGenerator<Entry> {
    life.check(options)
    for (const entry of sorted()) {
      life.check(options)
      yield entry
    }
  }
  async function* loadChanges(after: number, options?: StoreReadOptions) {
    life.check(options)
    checkAfter(after, { oldest: 0, latest: revision })
    const changed = [...changedAt].filter(([, at]) => at > after).sort(([a], [b]) => compareIds(a, b))
    const changes = changed.map(([id]) => {
      const entry = entries.get(id)
      return entry === undefined
        ? { type: 'delete' as const, id }
        : { type: 'put' as const, record: entry.record }
    })
    for (const change of changes) {
      life.check(options)
      yield change
    }
  }

  return Object.freeze({
    name: 'memory',
    revision: (options?: StoreReadOptions) => life.run(options, () => revision),
    append: (changes: readonly CatalogChange[], options: AppendOptions = {}) =>
      life.run(options, () => {
        const read = changes.map(readCatalogChange)
        const { expectedRevision = revision } = options
        if (expectedRevision !== revision) throw new StaleRevisionError(expectedRevision, revision)
        if (read.length > 0) revision += 1
        for (const change of read) take(change)
        return revision
      }),
    load,
    loadSummaries,
    loadChanges,
    get: (ids: readonly string[], options?: StoreReadOptions) =>
      life.run(options, () => ids.map((id) => entries.get(id)?.record)),
    items: (kind: string, options?: StoreReadOptions) =>
      life.run(options, () =>
        [...items.values()].filter((item) => item.kind === kind).sort((a, b) => compareIds(a.key, b.key)),
      ),
    saveCheckpoint: (name: string, checkpoint: Checkpoint, options?: StoreReadOptions) =>
      life.run(options, () => {
        checkCheckpoint(name, checkpoint, revision)
        checkpoints.set(name, { revision: checkpoint.revision, bytes: checkpoint.bytes.slice() })
      }),
    loadCheckpoint: (name: string, options?: StoreReadOptions) =>
      life.run(options, () => {
        const saved = checkpoints.get(name)
        return saved && { ...saved, bytes: saved.bytes.slice() }
      }),
    embeddings: Object.freeze({
      get: (keys: readonly string[]) =>
        life.run(undefined, () => keys.map((key) => vectors.get(key)?.slice())),
      set: (given: readonly (readonly [string, Float32Array])[]) =>
        life.run(undefined, () => {
          for (const [key, vector] of given) vectors.set(key, vector.slice())
        }),
    }),
    reader: Object.freeze({
      ids: () => {
        life.check()
        return sorted().map(({ record }) => record.tool.id)
      },
      summary: (id: string) => {
        life.check()
        return entries.get(id)?.summary
      },
      record: (id: string) => {
        life.check()
        return entries.get(id)?.record
      },
    }),
    verify: (options?: StoreReadOptions) => life.run(options, verify),
    repair: (options?: StoreReadOptions) =>
      life.run(options, () => {
        const { faults } = verify()
        for (const [id, { record }] of entries) {
          entries.set(id, { record, summary: toToolSummary(record.tool, record.backends) })
        }
        return { ...verify(), mended: faults, lost: [] }
      }),
    close: async () => {
      life.end()
    },
  } satisfies CatalogStore)
}

function itemKey(kind: string, key: string): string {
  return `${kind} ${key}`
}
