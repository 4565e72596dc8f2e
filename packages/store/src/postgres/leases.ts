import { systemClock } from '@toolscout/model/internal'
import type { Database, DatabaseSession } from './database.ts'

/** The transaction that leases are held in, and what keeps it from being idle. */
const LIMIT_IDLE = { text: `select set_config('idle_in_transaction_session_timeout', $1, false)` }
const BEGIN = { text: 'begin' }
const BEAT = { text: 'select 1' }

/** Locks of the session, so that they can be let go of one by one inside of the transaction. */
const TRY_LOCK = { text: `select pg_try_advisory_lock(hashtext($1), hashtext($2)) as taken` }
const UNLOCK = { text: `select pg_advisory_unlock(hashtext($1), hashtext($2))` }

/** Signs of life within the time after which a node counts as dead. */
const BEATS = 3

/** The right of one node to do something for all, such as listing a server. */
export interface Lease {
  readonly name: string
  /** Aborts when the lease is lost: the connection broke, or this process stood still for too long. */
  readonly lost: AbortSignal
  /** Lets others have it. Twice is once. */
  readonly release: () => Promise<void>
}

/** The connection that holds all leases of a node. */
interface Keeper {
  readonly session: DatabaseSession
  readonly lost: AbortSignal
}

/** The leases of a node. */
export interface Leases {
  /** The lease of a name, or `undefined` while somebody holds it. */
  readonly acquire: (name: string) => Promise<Lease | undefined>
  readonly close: () => Promise<void>
}

/**
 * Leases are advisory locks of one connection, so they end with it: at once when the process dies. A process that only
 * stands still keeps its connection, therefore it holds a transaction open and gives a sign of life in it now and then;
 * the server ends a connection whose transaction is idle for too long. Such a transaction sees nothing and writes
 * nothing, so it keeps nothing from being cleaned up.
 */
export function createLeases(
  { openSession }: Pick<Database, 'openSession'>,
  schema: string,
  timeoutMs: number,
): Leases {
  const held = new Set<string>()
  let keeper: Promise<Keeper> | undefined

  const open = async (): Promise<Keeper> => {
    const session = await openSession?.()
    if (session === undefined) throw new TypeError('This database has one connection, so it has no leases.')
    await session.ask(LIMIT_IDLE, [`${timeoutMs}ms`])
    await session.ask(BEGIN)
    const gone = new AbortController()
    const beat = (): void => {
      if (gone.signal.aborted) return
      const ask = (): void => void session.ask(BEAT).then(beat, () => undefined)
      systemClock.after(timeoutMs / BEATS, ask, { background: true })
    }
    beat()
    void session.ended.then(() => {
      keeper = undefined
      held.clear()
      gone.abort()
    })
    return { session, lost: gone.signal }
  }
  const take = async (name: string): Promise<Lease | undefined> => {
    keeper ??= open().catch((error: unknown) => {
      keeper = undefined
      throw error
    })
    const { session, lost } = await keeper
    const values = [schema, name]
    const [row] = await session.ask(TRY_LOCK, values)
    if (row?.taken !== true) return undefined
    let isReleased = false
    const release = async (): Promise<void> => {
      if (isReleased || lost.aborted) return
      isReleased = true
      // What cannot be let go of because the connection is gone went with it.
      await session.ask(UNLOCK, values).catch(() => undefined)
      held.delete(name)
    }
    return Object.freeze({ name, lost, release })
  }
  return {
    acquire: async (name) => {
      if (held.has(name)) return undefined
      held.add(name)
      let lease: Lease | undefined
      try {
        lease = await take(name)
        return lease
      } finally {
        if (lease === undefined) held.delete(name)
      }
    },
    close: async () => {
      const kept = await keeper?.catch(() => undefined)
      await kept?.session.end()
    },
  }
}
