import type { AppendOptions, CatalogChange } from '@toolscout/model'
import { type StoreReadOptions, systemClock } from '@toolscout/model/internal'
import { createAnalyzer, resolveBm25f } from '@toolscout/search'
import { checkAfter } from '../check-requests.ts'
import { createStoreLife } from '../store-life.ts'
import { createAppend } from './appending.ts'
import { followChanges } from './change-feed.ts'
import type { Database } from './database.ts'
import { createDoorbell } from './doorbell.ts'
import { createEmbeddings } from './embeddings.ts'
import { STORE, toStoreError } from './failures.ts'
import { repairStore } from './health/rebuild.ts'
import { verifyStore } from './health/verify.ts'
import { createLeases } from './leases.ts'
import { createMeaning } from './meaning/create-meaning.ts'
import { type PostgresStoreOptions, readNumbers, readSchema } from './postgres-options.ts'
import type { PostgresStore } from './postgres-store.ts'
import { prepareSchema } from './prepare-schema.ts'
import { createViewKeeper } from './ranking/index-view.ts'
import { createPageCache } from './ranking/page-cache.ts'
import { createReads } from './reads.ts'
import { changesBetween, recordsAt, summariesAt } from './records.ts'
import { rememberAnswers } from './remembered-answers.ts'
import { createSearch } from './search.ts'
import { createSearchRowMaker } from './search-row.ts'
import { withStoreErrors } from './store-database.ts'
import { DEFAULT_UPKEEP, type UpkeepPolicy } from './upkeep/merge-policy.ts'
import { createUpkeep } from './upkeep/upkeep.ts'

/** The store over any database that fits the seam; closing it closes the database. */
export async function createPostgresStore(
  driver: Database,
  options: Omit<PostgresStoreOptions, 'connection'>,
  policy: UpkeepPolicy = DEFAULT_UPKEEP,
): Promise<PostgresStore> {
  const { analyzer = createAnalyzer(), groupsOf, clock = systemClock, random = Math.random } = options
  const { history, maxPostings, cacheBytes, pollIntervalMs, leaseTimeoutMs } = readNumbers(options)
  const schema = readSchema(options.schema)
  const parameters = resolveBm25f(options.bm25f)
  const analysis = analysisOf(analyzer.fingerprint, parameters)
  const maker = createSearchRowMaker(analyzer, parameters, groupsOf ?? (() => []))
  const database = withStoreErrors(driver)
  const isIndexNew = await prepareSchema(database, { analysis, maker, reindex: options.reindex ?? false })

  const life = createStoreLife(STORE)
  const running = new Set<Promise<unknown>>()
  /** Work that closing waits for. */
  const run = async <Result>(
    options: StoreReadOptions | undefined,
    work: () => Promise<Result>,
  ): Promise<Result> => {
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
  }
  /** Looks before each value whether the store is still open. */
  async function* live<Value>(
    options: StoreReadOptions | undefined,
    values: () => Promise<AsyncIterable<Value>>,
  ): AsyncGenerator<Value> {
    life.check(options)
    for await (const value of await values()) {
      life.check(options)
      yield value
    }
  }
  const doorbell = createDoorbell({ database, schema, clock, pollIntervalMs, random })
  const leases = createLeases({ database, schema, clock, leaseTimeoutMs })
  const upkeep = createUpkeep({ database, clock, policy })
  if (isIndexNew) upkeep.begin()
  const reads = createReads(database.ask)
  const append = createAppend({
    database: driver,
    maker,
    analysis,
    history,
    relief: upkeep.relief,
    onAppended: (unsealed) => {
      doorbell.ring()
      meaning?.touched()
      if (unsealed !== undefined) upkeep.noteUnsealed(unsealed)
    },
  })
  const words = createSearch({
    database,
    keeper: createViewKeeper(database),
    cache: createPageCache(cacheBytes),
    analyzer,
    parameters,
    maxPostings,
    hasGroups: groupsOf !== undefined,
  })
  const { embedder, fusion, meaningArm: arm } = options
  const meaning =
    embedder === undefined
      ? undefined
      : await createMeaning({ database, leases, embedder, fusion, arm, groupsOf, words, clock, random })
  const search = rememberAnswers(meaning?.search ?? words, clock)
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
    search: (request) => run(request, () => search(request)),
    changes: (options) =>
      live(undefined, async () =>
        followChanges({ ask: database.ask, doorbell, clock, pollIntervalMs }, options),
      ),
    ...(meaning === undefined
      ? {}
      : {
          meaning: Object.freeze({
            embed: (options?: StoreReadOptions) => run(options, () => meaning.embed(options?.signal)),
            progress: (options?: StoreReadOptions) => run(options, meaning.progress),
          }),
        }),
    acquireLease: (name) =>
      run(undefined, async () => {
        try {
          return await leases.acquire(name)
        } catch (error) {
          throw error instanceof TypeError ? error : toStoreError(error)
        }
      }),
    optimize: (options) => run(options, upkeep.optimize),
    verify: (options) =>
      run(options, () => database.transact('repeatable read', (ask) => verifyStore(ask, maker))),
    repair: (options) =>
      run(options, async () => {
        const report = await database.transact('read committed', (ask) => repairStore(ask, maker, analysis))
        if (report.mended.length > 0) upkeep.begin()
        return report
      }),
    close: () => {
      closing ??= (async () => {
        life.end()
        await Promise.all([...running, meaning?.close()])
        await upkeep.close()
        await Promise.all([doorbell.close(), leases.close()])
        await database.close()
      })()
      return closing
    },
  } satisfies PostgresStore)
}

/** What texts are indexed by; rows of another analysis would be found by other words. */
function analysisOf(fingerprint: string | undefined, parameters: object): string {
  if (fingerprint === undefined) {
    throw new TypeError(
      'The analyzer has no fingerprint; give one, such as { ...analyzer, fingerprint: "mine-1" }.',
    )
  }
  return JSON.stringify([fingerprint, parameters])
}
