import type { Clock } from '@toolscout/model'
import type { Database, DatabaseSession } from './database.ts'
import { BEAT, BEGIN, LIMIT_IDLE, TRY_LOCK, UNLOCK } from './sql/sharing.ts'

/** The right of one node to do something for all, such as listing a server. */
export interface Lease {
  readonly name: string
  /** Aborts when the lease is lost: the connection broke, or this process stood still for too long. */
  readonly lost: AbortSignal
  /** Lets others have it. Twice is once. */
  readonly release: () => Promise<void>
}

/** What gives leases. */
export interface Leases {
  /** The lease of a name, or `undefined` while somebody holds it. */
  readonly acquire: (name: string) => Promise<Lease | undefined>
  readonly close: () => Promise<void>
}

/** What leases are made of. */
export interface LeaseOptions {
  readonly database: Pick<Database, 'openSession'>
  readonly schema: string
  readonly clock: Clock
  readonly leaseTimeoutMs: number
}

/** Signs of life within the time after which a node counts as dead. */
const BEATS = 3

/**
 * Leases are advisory locks of one connection, so they end with it: at once when the process dies. A process that only
 * stands still keeps its connection, therefore it holds a transaction open and gives a sign of life in it now and then;
 * the server ends a connection whose transaction is idle for too long. Such a transaction sees nothing and writes
 * nothing, so it keeps nothing from being cleaned up.
 */
export function createLeases({ database, schema, clock, leaseTimeoutMs }: LeaseOptions): Leases {
  const held = new Set<string>()
  let keeper: Promise<{ readonly session: DatabaseSession; readonly lost: AbortSignal }> | undefined

  const open = async (): Promise<{ readonly session: DatabaseSession; readonly lost: AbortSignal }> => {
    const session = await database.openSession?.({})
    if (session === undefined) throw new TypeError('This database has one connection, so it has no leases.')
    await session.ask({ ...LIMIT_IDLE, values: [`${leaseTimeoutMs}ms`] })
    await session.ask({ ...BEGIN, values: [] })
    const gone = new AbortController()
    keepAlive(session, { clock, everyMs: leaseTimeoutMs / BEATS, until: gone.signal })
    void session.ended.then(() => {
      keeper = undefined
      held.clear()
      gone.abort()
    })
    return { session, lost: gone.signal }
  }
  const kept = (): ReturnType<typeof open> => {
    keeper ??= open().catch((error: unknown) => {
      keeper = undefined
      throw error
    })
    return keeper
  }
  return {
    acquire: async (name) => {
      if (held.has(name)) return undefined
      held.add(name)
      try {
        const { session, lost } = await kept()
        const values = [schema, name]
        const [row] = await session.ask({ ...TRY_LOCK, values })
        if (row?.taken !== true) {
          held.delete(name)
          return undefined
        }
        let isReleased = false
        const release = async (): Promise<void> => {
          if (isReleased || lost.aborted) return
          isReleased = true
          // What cannot be let go of because the connection is gone went with it.
          await session.ask({ ...UNLOCK, values }).catch(() => undefined)
          held.delete(name)
        }
        return Object.freeze({ name, lost, release })
      } catch (error) {
        held.delete(name)
        throw error
      }
    },
    close: async () => {
      await (await keeper?.catch(() => undefined))?.session.end()
    },
  }
}

/** Asks for nothing at intervals, so that the server does not end a connection that is idle. */
function keepAlive(
  session: DatabaseSession,
  { clock, everyMs, until }: { readonly clock: Clock; readonly everyMs: number; readonly until: AbortSignal },
): void {
  const beat = (): void => {
    if (until.aborted) return
    const next = (): void => {
      session.ask({ ...BEAT, values: [] }).then(beat, () => undefined)
    }
    clock.after(everyMs, next, { background: true })
  }
  beat()
}
