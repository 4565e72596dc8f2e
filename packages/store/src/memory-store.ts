import {
  type CatalogChange,
  type CatalogItem,
  type CatalogRecord,
  type CatalogStore,
  type Checkpoint,
  compareIds,
  StaleRevisionError,
} from '@toolscout/model'
import {
  type AppendOptions,
  type CatalogToolChange,
  type StoreReport,
  toToolSummary,
} from '@toolscout/model/internal'
import { checkAfter, checkCheckpoint } from './check-requests.ts'
import { foldBatch } from './fold-batch.ts'
import { APPEND_OPTIONS, StoreLife } from './store-life.ts'

/** What a memory store holds, all of one revision. */
class MemoryCatalog {
  revision = 0
  readonly records = new Map<string, CatalogRecord>()
  readonly #items = new Map<string, CatalogItem>()
  /** The revision at which each id changed last, deleted ids included. */
  readonly #changedAt = new Map<string, number>()

  sorted(): readonly CatalogRecord[] {
    return [...this.records.values()].sort((a, b) => compareIds(a.tool.id, b.tool.id))
  }

  items(kind: string): readonly CatalogItem[] {
    return [...this.#items.values()]
      .filter((item) => item.kind === kind)
      .sort((a, b) => compareIds(a.key, b.key))
  }

  append(changes: readonly CatalogChange[], { expectedRevision = this.revision }: AppendOptions): number {
    const { tools, items } = foldBatch(changes)
    if (expectedRevision !== this.revision) throw new StaleRevisionError(expectedRevision, this.revision)
    if (changes.length > 0) this.revision += 1
    for (const [id, record] of tools) {
      const isChange = this.records.delete(id) || record !== undefined
      if (record !== undefined) this.records.set(id, record)
      if (isChange) this.#changedAt.set(id, this.revision)
    }
    for (const { kind, key, value } of items) {
      if (value === undefined) this.#items.delete(`${kind} ${key}`)
      else this.#items.set(`${kind} ${key}`, { kind, key, value })
    }
    return this.revision
  }

  changesSince(after: number): readonly CatalogToolChange[] {
    checkAfter(after, { oldest: 0, latest: this.revision })
    const changed = [...this.#changedAt].filter(([, at]) => at > after).sort(([a], [b]) => compareIds(a, b))
    return changed.map(([id]) => {
      const record = this.records.get(id)
      return record === undefined ? { type: 'delete', id } : { type: 'put', record }
    })
  }

  /** Objects in memory are not damaged. */
  report(): StoreReport {
    return { revision: this.revision, tools: this.records.size, faults: [] }
  }
}

/** A {@link CatalogStore} that lives as long as the process does, for tests and for catalogs that need not last. */
export function createMemoryStore(): CatalogStore {
  const life = new StoreLife('memory')
  const catalog = new MemoryCatalog()
  const checkpoints = new Map<string, Checkpoint>()
  const vectors = new Map<string, Float32Array>()
  return Object.freeze({
    name: 'memory',
    revision: (options) => life.run(options, () => catalog.revision),
    append: (changes, options = {}) =>
      life.run(options, () => catalog.append(changes, options), APPEND_OPTIONS),
    load: (options) => life.each(options, () => catalog.sorted()),
    loadChanges: (after, options) => life.each(options, () => catalog.changesSince(after)),
    get: (ids, options) => life.run(options, () => ids.map((id) => catalog.records.get(id))),
    items: (kind, options) => life.run(options, () => catalog.items(kind)),
    saveCheckpoint: (name, checkpoint, options) =>
      life.run(options, () => {
        checkCheckpoint(name, checkpoint, catalog.revision)
        checkpoints.set(name, { revision: checkpoint.revision, bytes: checkpoint.bytes.slice() })
      }),
    loadCheckpoint: (name, options) =>
      life.run(options, () => {
        const saved = checkpoints.get(name)
        return saved && { ...saved, bytes: saved.bytes.slice() }
      }),
    embeddings: {
      get: (keys) => life.run(undefined, () => keys.map((key) => vectors.get(key)?.slice())),
      set: (given) =>
        life.run(undefined, () => {
          for (const [key, vector] of given) vectors.set(key, vector.slice())
        }),
    },
    reader: {
      ids: () => life.atOnce(() => catalog.sorted().map(({ tool }) => tool.id)),
      summary: (id) =>
        life.atOnce(() => {
          const record = catalog.records.get(id)
          return record && toToolSummary(record.tool, record.backends)
        }),
      record: (id) => life.atOnce(() => catalog.records.get(id)),
    },
    verify: (options) => life.run(options, () => catalog.report()),
    repair: (options) => life.run(options, () => ({ ...catalog.report(), mended: [], lost: [] })),
    close: async () => {
      life.end()
    },
  } satisfies CatalogStore)
}
