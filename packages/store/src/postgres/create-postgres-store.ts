import type { CatalogChange } from '@toolscout/model'
import { type AppendOptions, type StoreReadOptions, systemClock } from '@toolscout/model/internal'
import { checkAfter } from '../check-requests.ts'
import { createStoreLife, type StoreLife } from '../store-life.ts'
import { createAppend } from './appending.ts'
import { followChanges } from './change-feed.ts'
import type { Database } from './database.ts'
import { createDoorbell } from './doorbell.ts'
import { createEmbeddings } from './embeddings.ts'
import { STORE, toStoreError } from './failures.ts'
import { createLeases } from './leases.ts'
import { type PostgresStoreOptions, readNumbers, readSchema } from './postgres-options.ts'
import type { PostgresStore } from './postgres-store.ts'
import { prepareSchema } from './prepare-schema.ts'
import { createReads } from './reads.ts'
import { changesBetween, recordsAt, summariesAt } from './records.ts'
import { repairStore } from './repair.ts'
import { withStoreErrors } from './store-database.ts'
import { verifyStore } from './verify.ts'

/** The store over any database that fits the seam; closing it closes the database. */
export async function createPostgresStore(
  driver: Database,
  options: Omit<PostgresStoreOptions, 'connection'>,
): Promise<PostgresStore> {
  const { history, pollIntervalMs, leaseTimeoutMs } = readNumbers(options)
  const schema = readSchema(options.schema)
  const clock = systemClock
  const database = withStoreErrors(driver)
  await prepareSchema(database)

  const life = createStoreLife(STORE)
  const { run, live, settled } = createRunner(life)
  const doorbell = createDoorbell({ database, schema, clock, pollIntervalMs, random: Math.random })
  const leases = createLeases({ database, schema, clock, leaseTimeoutMs })
  const reads = createReads(database.ask)
  const append = createAppend({ database: driver, history, onAppended: doorbell.ring })
  const embeddings = createEmbeddings(database.ask)
  let closing: Promise<void> | undefined

  return Object.freeze({
    name: STORE,
    revision: (options) => run(options, reads.revision),
    append: (changes: readonly CatalogChange[], options?: AppendOptions) =>
      run(options, () => append(changes, options)),
    load: (options) => live(options, async () => recordsAt(database.ask, await reads.revision())),
    loadSummaries: (options) => live(options, async () => summariesAt(database.ask, await reads.revision())),
    loadChanges: (after, options) =>
      live(options, async () => {
        const { latest, oldest } = await reads.range()
        checkAfter(after, { latest, oldest })
        return changesBetween(database.ask, after, latest)
      }),
    get: (ids, options) => run(options, () => reads.get(ids)),
    items: (kind, options) => run(options, () => reads.items(kind)),
    saveCheckpoint: (name, checkpoint, options) => run(options, () => reads.saveCheckpoint(name, checkpoint)),
    loadCheckpoint: (name, options) => run(options, () => reads.loadCheckpoint(name)),
    embeddings: Object.freeze({
      get: (keys: readonly string[]) => run(undefined, () => embeddings.get(keys)),
      set: (entries: Parameters<typeof embeddings.set>[0]) => run(undefined, () => embeddings.set(entries)),
    }),
    changes: (options) =>
      live(undefined, async () =>
        followChanges({ ask: database.ask, doorbell, clock, pollIntervalMs }, options),
      ),
    acquireLease: (name) =>
      run(undefined, async () => {
        try {
          return await leases.acquire(name)
        } catch (error) {
          throw error instanceof TypeError ? error : toStoreError(error)
        }
      }),
    verify: (options) => run(options, () => database.transact('repeatable read', verifyStore)),
    repair: (options) => run(options, () => database.transact('read committed', repairStore)),
    close: () => {
      closing ??= (async () => {
        life.end()
        await settled()
        await Promise.all([doorbell.close(), leases.close()])
        await database.close()
      })()
      return closing
    },
  } satisfies PostgresStore)
}

/** Work of a store: refused when it is closed, and waited for by closing. */
function createRunner(life: StoreLife): {
  readonly run: <Result>(
    options: StoreReadOptions | undefined,
    work: () => Promise<Result>,
  ) => Promise<Result>
  /** Looks before each value whether the store is still open. */
  readonly live: <Value>(
    options: StoreReadOptions | undefined,
    values: () => Promise<AsyncIterable<Value>>,
  ) => AsyncGenerator<Value>
  readonly settled: () => Promise<unknown>
} {
  const running = new Set<Promise<unknown>>()
  return {
    run: async (options, work) => {
      life.check(options)
      const result = work()
      const settled = result.catch(() => undefined)
      running.add(settled)
      try {
        return await result
      } finally {
        running.delete(settled)
        options?.signal?.throwIfAborted()
      }
    },
    live: async function* (options, values) {
      life.check(options)
      for await (const value of await values()) {
        life.check(options)
        yield value
      }
    },
    settled: () => Promise.all(running),
  }
}
