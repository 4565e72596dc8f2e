import { onAbort, pause, systemClock } from '@toolscout/model/internal'
import type { Database, DatabaseSession } from './database.ts'

/** Names the schema. A lost notification costs a moment, never a change. */
const NOTIFY = { text: `select pg_notify('toolscout', $1)` }
const LISTEN = { text: 'listen toolscout' }

/**
 * Notices in the same transaction as the writes would make commits wait for one another (a sixth of the writes were
 * left in our trial), so they are sent afterwards, at most one in this time.
 */
const QUIET_MS = 50

/** Notifies nodes that there may be something new, and listens from the first wait on. Only a hint: every node also polls. */
export class Notifier {
  readonly #database: Pick<Database, 'ask' | 'openSession'>
  readonly #schema: string
  /** How long a node waits for a notification, in milliseconds. */
  readonly pollIntervalMs: number
  readonly #waiting = new Set<() => void>()
  #session: Promise<DatabaseSession | undefined> | undefined
  #isQuiet = false
  #isDue = false
  #isClosed = false

  constructor(database: Pick<Database, 'ask' | 'openSession'>, schema: string, pollIntervalMs: number) {
    this.#database = database
    this.#schema = schema
    this.pollIntervalMs = pollIntervalMs
  }

  /** Something was appended. Never throws and never waits. */
  notify(): void {
    this.#isDue = true
    if (this.#isQuiet || this.#isClosed) return
    this.#isDue = false
    this.#isQuiet = true
    this.#wake()
    void this.#database.ask(NOTIFY, [this.#schema]).catch(() => undefined)
    const end = (): void => {
      this.#isQuiet = false
      if (this.#isDue) this.notify()
    }
    systemClock.after(QUIET_MS, end, { background: true })
  }

  /** Resolves when something may be new, after the poll interval at the latest, or when the signal aborts. */
  async heard(signal: AbortSignal): Promise<void> {
    if (this.#isClosed || signal.aborted) return
    if (this.#session === undefined) {
      this.#session = this.#listen()
      // What came before anybody listened is looked for at once.
      await this.#session
      return
    }
    const ended = new AbortController()
    const end = (): void => ended.abort()
    const stopListening = onAbort(signal, end)
    this.#waiting.add(end)
    // Between half of the interval and one and a half, so that nodes do not all look at once.
    const waitMs = this.pollIntervalMs * (0.5 + Math.random())
    await pause(systemClock, waitMs, ended.signal).catch(() => undefined)
    this.#waiting.delete(end)
    stopListening()
  }

  async close(): Promise<void> {
    this.#isClosed = true
    this.#wake()
    await (await this.#session)?.end()
  }

  #wake(): void {
    for (const end of this.#waiting) end()
    this.#waiting.clear()
  }

  /** A session that ends is opened again at the next wait. */
  async #listen(): Promise<DatabaseSession | undefined> {
    try {
      const session = await this.#database.openSession?.((payload) => {
        if (payload === this.#schema) this.#wake()
      })
      await session?.ask(LISTEN)
      void session?.ended.then(() => {
        this.#session = undefined
      })
      return session
    } catch {
      this.#session = undefined
      return undefined
    }
  }
}
