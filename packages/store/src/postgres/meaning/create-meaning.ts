import type { Clock, Embedder, ToolSummary } from '@toolscout/model'
import type { Fusion, HybridRetriever } from '@toolscout/semantic'
import { createQueryVectors, DEFAULT_QUERY_TIMEOUT_MS } from '@toolscout/semantic'
import type { Database } from '../database.ts'
import type { Leases } from '../leases.ts'
import type { FoundTools, PostgresSearchRequest } from '../search.ts'
import { embedMissing } from './embed-missing.ts'
import { createHybridSearch } from './hybrid-search.ts'
import { nearestTools } from './nearest-tools.ts'
import { createStatements, PROBE, progressStatement, type VectorTable, vectorTable } from './vector-table.ts'

/** How many tools there are, and how many of them have no vector yet. */
export interface MeaningProgress {
  readonly total: number
  readonly pending: number
  /** Whether pgvector finds what is near; else the signs of vectors are compared. */
  readonly pgvector: boolean
}

/** Vectors of a catalog, and searches by them. */
export interface Meaning {
  readonly search: (request: PostgresSearchRequest) => Promise<FoundTools>
  /** Embeds what has no vector, unless another node is at it. Rejects as the embedder does. */
  readonly embed: (signal?: AbortSignal) => Promise<MeaningProgress>
  readonly progress: () => Promise<MeaningProgress>
  /** Tools changed; they are embedded in the background soon. Never throws and never waits. */
  readonly touched: () => void
  /** Waits for what is being done. */
  readonly close: () => Promise<void>
}

/** What meaning is made of. */
export interface MeaningParts {
  readonly database: Database
  readonly leases: Pick<Leases, 'acquire'>
  readonly embedder: Embedder
  readonly fusion: Fusion | undefined
  readonly arm: Omit<HybridRetriever, 'searcher'> | undefined
  readonly groupsOf: ((tool: ToolSummary) => readonly string[]) | undefined
  readonly words: (request: PostgresSearchRequest) => Promise<FoundTools>
  readonly clock: Clock
  readonly random: () => number
}

/** Who changes tools often changes more; and what failed is tried again after a while. */
const DELAY_MS = 500
const AGAIN_MS = 60_000
/** Vectors of questions that are kept. */
const MAX_QUERIES = 1_000

/** Makes the table of an embedder's vectors where there is none. */
export async function createMeaning(parts: MeaningParts): Promise<Meaning> {
  const { database, leases, embedder, groupsOf, clock } = parts
  const { model, dimensions } = embedder
  const [probed] = await database.ask({ text: PROBE, values: [] })
  const table: VectorTable = vectorTable(
    { model, dimensions },
    { version: Number(probed?.version), pgvector: (probed?.pgvector ?? undefined) as string | undefined },
  )
  await database.transact('read committed', async (ask) => {
    for (const text of createStatements(table)) await ask({ text, values: [] })
  })
  const vectors = createQueryVectors({
    embedder,
    clock,
    random: parts.random,
    queryTimeoutMs: DEFAULT_QUERY_TIMEOUT_MS,
    maxQueries: MAX_QUERIES,
  })
  const progress = async (): Promise<MeaningProgress> => {
    const [row] = await database.ask({ text: progressStatement(table), values: [] })
    return {
      total: Number(row?.total),
      pending: Number(row?.pending),
      pgvector: table.pgvector !== undefined,
    }
  }
  const ended = new AbortController()
  let stopClock: (() => void) | undefined
  let work: Promise<unknown> = Promise.resolve()
  /** Works one after the other: what is asked for must not find this node itself at it. */
  const inTurn = (signal: AbortSignal): Promise<MeaningProgress> => {
    const done = work.then(() => embed(signal))
    work = done.catch(() => undefined)
    return done
  }
  const embed = async (signal: AbortSignal): Promise<MeaningProgress> => {
    const lease =
      database.openSession === undefined ? undefined : await leases.acquire(`vectors ${table.name}`)
    if (lease !== undefined || database.openSession === undefined) {
      const wanted = lease === undefined ? signal : AbortSignal.any([signal, lease.lost])
      const embedding = { ask: database.ask, table, embedder, groupsOf: groupsOf ?? (() => []), clock }
      try {
        await embedMissing(embedding, wanted)
      } finally {
        await lease?.release()
      }
    }
    return progress()
  }
  const later = (ms: number): void => {
    if (ended.signal.aborted) return
    stopClock ??= clock.after(ms, inBackground, { background: true })
  }
  const inBackground = (): void => {
    stopClock = undefined
    inTurn(ended.signal)
      .then(({ pending }) => {
        // Another node is at it; should it go away, somebody has to go on.
        if (pending > 0) later(AGAIN_MS)
      })
      .catch(() => later(AGAIN_MS))
  }
  later(DELAY_MS)

  return {
    search: createHybridSearch({
      words: parts.words,
      vectors,
      nearest: ({ limit, filter, signal }, query) =>
        nearestTools(database, table, { query, limit, filter, signal, hasGroups: groupsOf !== undefined }),
      fusion: parts.fusion,
      arm: parts.arm,
    }),
    embed: (signal) => inTurn(signal === undefined ? ended.signal : AbortSignal.any([signal, ended.signal])),
    progress,
    touched: () => later(DELAY_MS),
    close: async () => {
      ended.abort()
      stopClock?.()
      await work
    },
  }
}
