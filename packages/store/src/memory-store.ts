import {
  type CatalogChange,
  type CatalogItem,
  type CatalogRecord,
  type CatalogStore,
  type Checkpoint,
  compareIds,
  type EmbeddingCache,
  type JsonValue,
  StaleRevisionError,
  type ToolSummary,
} from '@toolscout/model'
import {
  type AppendOptions,
  type CatalogReader,
  type CatalogToolChange,
  jsonEquals,
  type RepairReport,
  readCatalogChange,
  type StoreFault,
  type StoreReadOptions,
  type StoreReport,
  toToolSummary,
} from '@toolscout/model/internal'
import { checkAfter, checkCheckpoint } from './check-requests.ts'
import { createStoreLife, type StoreLife } from './store-life.ts'

interface Entry {
  readonly record: CatalogRecord
  readonly summary: ToolSummary
}

/** What a memory store holds, all of one revision. */
class MemoryCatalog {
  revision = 0
  readonly entries = new Map<string, Entry>()
  readonly items = new Map<string, CatalogItem>()
  /** The revision at which each id changed last, deleted ids included. */
  readonly #changedAt = new Map<string, number>()

  sorted(): readonly Entry[] {
    return [...this.entries.values()].sort((a, b) => compareIds(a.record.tool.id, b.record.tool.id))
  }

  append(changes: readonly CatalogChange[], { expectedRevision = this.revision }: AppendOptions): number {
    const read = changes.map(readCatalogChange)
    if (expectedRevision !== this.revision) throw new StaleRevisionError(expectedRevision, this.revision)
    if (read.length > 0) this.revision += 1
    for (const change of read) this.#take(change)
    return this.revision
  }

  #take(change: CatalogChange): void {
    switch (change.type) {
      case 'put': {
        const { id } = change.record.tool
        this.entries.set(id, toEntry(change.record))
        this.#changedAt.set(id, this.revision)
        break
      }
      case 'delete':
        if (this.entries.delete(change.id)) this.#changedAt.set(change.id, this.revision)
        break
      case 'putItem':
        this.items.set(itemKey(change.item.kind, change.item.key), change.item)
        break
      case 'deleteItem':
        this.items.delete(itemKey(change.kind, change.key))
        break
    }
  }

  changesSince(after: number): readonly CatalogToolChange[] {
    checkAfter(after, { oldest: 0, latest: this.revision })
    const changed = [...this.#changedAt].filter(([, at]) => at > after).sort(([a], [b]) => compareIds(a, b))
    return changed.map(([id]) => {
      const entry = this.entries.get(id)
      return entry === undefined ? { type: 'delete', id } : { type: 'put', record: entry.record }
    })
  }

  verify(): StoreReport {
    const faults = this.sorted().flatMap(({ record, summary }): StoreFault[] => {
      const { id } = record.tool
      // Both are JSON; interfaces without an index signature cannot say so.
      const fresh = toEntry(record).summary as unknown as JsonValue
      if (jsonEquals(fresh, summary as unknown as JsonValue)) return []
      return [{ code: 'SUMMARY_DIFFERS', id, message: `The summary of ${id} does not match its record.` }]
    })
    return { revision: this.revision, tools: this.entries.size, faults }
  }

  repair(): RepairReport {
    const { faults } = this.verify()
    for (const [id, { record }] of this.entries) this.entries.set(id, toEntry(record))
    return { ...this.verify(), mended: faults, lost: [] }
  }
}

/** A {@link CatalogStore} that lives as long as the process does, for tests and for catalogs that need not last. */
export function createMemoryStore(): CatalogStore {
  const life = createStoreLife('memory')
  const catalog = new MemoryCatalog()
  const checkpoints = new Map<string, Checkpoint>()
  /** Looks before each value whether the store is still open. */
  async function* each<Value>(
    options: StoreReadOptions | undefined,
    values: () => readonly Value[],
  ): AsyncGenerator<Value> {
    life.check(options)
    for (const value of values()) {
      life.check(options)
      yield value
    }
  }
  return Object.freeze({
    name: 'memory',
    revision: (options) => life.run(options, () => catalog.revision),
    append: (changes, options = {}) => life.run(options, () => catalog.append(changes, options)),
    load: (options) => each(options, () => catalog.sorted().map(({ record }) => record)),
    loadSummaries: (options) => each(options, () => catalog.sorted().map(({ summary }) => summary)),
    loadChanges: (after, options) => each(options, () => catalog.changesSince(after)),
    get: (ids, options) => life.run(options, () => ids.map((id) => catalog.entries.get(id)?.record)),
    items: (kind, options) =>
      life.run(options, () => {
        const items = [...catalog.items.values()].filter((item) => item.kind === kind)
        return items.sort((a, b) => compareIds(a.key, b.key))
      }),
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
    embeddings: createMemoryEmbeddings(life),
    reader: createMemoryReader(life, catalog),
    verify: (options) => life.run(options, () => catalog.verify()),
    repair: (options) => life.run(options, () => catalog.repair()),
    close: async () => {
      life.end()
    },
  } satisfies CatalogStore)
}

function createMemoryEmbeddings(life: StoreLife): EmbeddingCache {
  const vectors = new Map<string, Float32Array>()
  return Object.freeze({
    get: (keys) => life.run(undefined, () => keys.map((key) => vectors.get(key)?.slice())),
    set: (given) =>
      life.run(undefined, () => {
        for (const [key, vector] of given) vectors.set(key, vector.slice())
      }),
  } satisfies EmbeddingCache)
}

function createMemoryReader(life: StoreLife, catalog: MemoryCatalog): CatalogReader {
  const atOnce = <Result>(work: () => Result): Result => {
    life.check()
    return work()
  }
  return Object.freeze({
    ids: () => atOnce(() => catalog.sorted().map(({ record }) => record.tool.id)),
    summary: (id: string) => atOnce(() => catalog.entries.get(id)?.summary),
    record: (id: string) => atOnce(() => catalog.entries.get(id)?.record),
  })
}

function toEntry(record: CatalogRecord): Entry {
  return { record, summary: toToolSummary(record.tool, record.backends) }
}

function itemKey(kind: string, key: string): string {
  return `${kind} ${key}`
}
