import assert from 'node:assert/strict'
import {
  type CatalogChange,
  type CatalogRecord,
  type CatalogStore,
  type JsonValue,
  parseTool,
  type ToolDefinition,
} from '@toolscout/model'
import type { CatalogToolChange } from '@toolscout/model/internal'
import type { Checks, Create } from '../obligation.ts'

/** Somewhere a store can lie, empty at first. */
export interface StorePlace {
  /** Opens the store that lies there. One that is never closed must not keep another check from running. */
  readonly open: () => Promise<CatalogStore>
  /** Takes everything away again; called when the check is done, whatever became of it. */
  readonly dispose?: (() => Promise<void>) | undefined
  /** Has a store forget what changed so far, by as many batches as it takes. Default: that is not checked. */
  readonly forget?: ((store: CatalogStore) => Promise<void>) | undefined
  /** Turns what lies there into a format from the future. Default: that it is refused is not checked. */
  readonly makeNewer?: (() => Promise<void>) | undefined
}

/** What the suite may rely on in the stores it is given. */
export interface CatalogStoreSuiteOptions {
  /** Whether a store that was closed can be opened again with all it had. Default true. */
  readonly durable?: boolean | undefined
}

/** What a check at a place is given. */
export interface PlaceBench {
  readonly place: StorePlace
  readonly durable: boolean
}

/** What a check of a store is given. */
export interface StoreBench extends PlaceBench {
  readonly store: CatalogStore
  /** The store after it was closed and opened again; the same one where it would be empty then. */
  readonly reopened: () => Promise<CatalogStore>
  /** Runs another check on a store of its own. */
  readonly fresh: (check: (bench: StoreBench) => Promise<void>) => Promise<void>
}

/** Obligations that are checked at a place. */
export type PlaceChecks = Checks<PlaceBench>
/** Obligations that are checked on a store of their own. */
export type StoreChecks = Checks<StoreBench>

/** Runs a check at a place of its own, and takes everything away again. */
export async function atPlace(
  create: Create<StorePlace>,
  { durable = true }: CatalogStoreSuiteOptions,
  check: (bench: PlaceBench) => Promise<void>,
): Promise<void> {
  const place = await create()
  try {
    await check({ place, durable })
  } finally {
    await place.dispose?.()
  }
}

/** Runs a check on a store of its own, and verifies what it leaves. */
export function onStore(
  create: Create<StorePlace>,
  options: CatalogStoreSuiteOptions,
  check: (bench: StoreBench) => Promise<void>,
): Promise<void> {
  return atPlace(create, options, async ({ place, durable }) => {
    let store = await place.open()
    const reopened = async (): Promise<CatalogStore> => {
      if (!durable) return store
      await store.close()
      store = await place.open()
      return store
    }
    try {
      await check({ place, durable, store, reopened, fresh: (other) => onStore(create, options, other) })
      assert.deepEqual((await store.verify()).faults, [])
    } finally {
      await store.close()
    }
  })
}

/** A record for tests; its id is `name`, or `namespace:name`. */
export function sketchRecord(
  name: string,
  more: Partial<ToolDefinition> & Partial<Omit<CatalogRecord, 'tool'>> = {},
): CatalogRecord {
  const { backends = [{ kind: 'local', handler: name }], notes = '', toolDoc, ...definition } = more
  const { tool } = parseTool({ name, inputSchema: { type: 'object' }, ...definition })
  return { tool, backends, notes, ...(toolDoc === undefined ? {} : { toolDoc }) }
}

export function put(name: string, more?: Parameters<typeof sketchRecord>[1]): CatalogChange {
  return { type: 'put', record: sketchRecord(name, more) }
}

export async function collect<T>(values: AsyncIterable<T> | Iterable<T>): Promise<T[]> {
  const all: T[] = []
  for await (const value of values) all.push(value)
  return all
}

export async function idsIn(store: CatalogStore): Promise<string[]> {
  return (await collect(store.load())).map(({ tool }) => tool.id)
}

/** All that can be read of a store, to see whether something changed. */
export async function contentsOf(store: CatalogStore): Promise<JsonValue> {
  const records = await collect(store.load())
  const items = await store.items('source')
  return JSON.parse(JSON.stringify({ records, items, revision: await store.revision() }))
}

/** The code of what a promise is rejected with. */
export async function codeOf(promise: Promise<unknown>): Promise<unknown> {
  try {
    await promise
  } catch (error) {
    return error instanceof Error ? (Reflect.get(error, 'code') ?? error.name) : error
  }
  return 'resolved'
}

/** All records of a store by id. */
export async function stateOf(store: CatalogStore): Promise<Map<string, CatalogRecord>> {
  return new Map((await collect(store.load())).map((record) => [record.tool.id, record]))
}

/** The id of the tool that a change is about. */
export function idOf(change: CatalogToolChange): string {
  return change.type === 'put' ? change.record.tool.id : change.id
}

/** The records after these changes. */
export function changed(
  state: ReadonlyMap<string, CatalogRecord>,
  changes: readonly CatalogToolChange[],
): Map<string, CatalogRecord> {
  const after = new Map(state)
  for (const change of changes) {
    if (change.type === 'put') after.set(change.record.tool.id, change.record)
    else after.delete(change.id)
  }
  return after
}
