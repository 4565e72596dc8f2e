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

/**
 * The leases of a node: advisory locks of one connection, so they end with it, at once when the process dies. A process
 * that only stands still keeps its connection, therefore it holds a transaction open and gives a sign of life in it now and
 * then; the server ends a connection whose transaction is idle for too long. Such a transaction sees nothing and writes
 * nothing, so it keeps nothing from being cleaned up.
 */
export class Leases {
  readonly #openSession: Database['openSession']
  readonly #schema: string
  readonly #timeoutMs: number
  readonly #held = new Set<string>()
  #keeper: Promise<Keeper> | undefined

  constructor({ openSession }: Pick<Database, 'openSession'>, schema: string, timeoutMs: number) {
    this.#openSession = openSession
    this.#schema = schema
    this.#timeoutMs = timeoutMs
  }

  /** The lease of a name, or `undefined` while somebody holds it. */
  async acquire(name: string): Promise<Lease | undefined> {
    if (this.#held.has(name)) return undefined
    this.#held.add(name)
    let lease: Lease | undefined
    try {
      lease = await this.#take(name)
      return lease
    } finally {
      if (lease === undefined) this.#held.delete(name)
    }
  }

  async close(): Promise<void> {
    const kept = await this.#keeper?.catch(() => undefined)
    await kept?.session.end()
  }

  async #take(name: string): Promise<Lease | undefined> {
    this.#keeper ??= this.#open().catch((error: unknown) => {
      this.#keeper = undefined
      throw error
    })
    const { session, lost } = await this.#keeper
    const values = [this.#schema, name]
    const [row] = await session.ask(TRY_LOCK, values)
    if (row?.taken !== true) return undefined
    let isReleased = false
    const release = async (): Promise<void> => {
      if (isReleased || lost.aborted) return
      isReleased = true
      // What cannot be let go of because the connection is gone went with it.
      await session.ask(UNLOCK, values).catch(() => undefined)
      this.#held.delete(name)
    }
    return Object.freeze({ name, lost, release })
  }

  async #open(): Promise<Keeper> {
    const session = await this.#openSession?.()
    if (session === undefined) throw new TypeError('This database has one connection, so it has no leases.')
    await session.ask(LIMIT_IDLE, [`${this.#timeoutMs}ms`])
    await session.ask(BEGIN)
    const gone = new AbortController()
    this.#beat(session, gone.signal)
    void session.ended.then(() => {
      this.#keeper = undefined
      this.#held.clear()
      gone.abort()
    })
    return { session, lost: gone.signal }
  }

  #beat(session: DatabaseSession, gone: AbortSignal): void {
    if (gone.aborted) return
    const again = (): void => this.#beat(session, gone)
    const ask = (): void => void session.ask(BEAT).then(again, () => undefined)
    systemClock.after(this.#timeoutMs / BEATS, ask, { background: true })
  }
}
