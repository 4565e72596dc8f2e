import type { Clock } from '@toolscout/model'
import { onAbort, pause } from '@toolscout/model/internal'
import type { Database, DatabaseSession } from './database.ts'
import { LISTEN, NOTIFY } from './sql/sharing.ts'

/** Notifies nodes that there may be something new. Only a hint: every node also polls. */
export interface Doorbell {
  /** Something was appended. Never throws and never waits. */
  readonly ring: () => void
  /** Resolves when something may be new, after the poll interval at the latest, or when the signal aborts. */
  readonly heard: (signal: AbortSignal) => Promise<void>
  readonly close: () => Promise<void>
}

/** Options of the notifier. */
export interface DoorbellOptions {
  readonly database: Pick<Database, 'ask' | 'openSession'>
  readonly schema: string
  readonly clock: Clock
  readonly pollIntervalMs: number
  /** From 0 to 1, so that nodes do not all look at once. */
  readonly random: () => number
}

/**
 * Notices in the same transaction as the writes would make commits wait for one another (a sixth of the writes were
 * left in our trial), so they are sent afterwards, at most one in this time.
 */
const QUIET_MS = 50

/** Creates a notifier, which listens from the first wait on. */
export function createDoorbell({
  database,
  schema,
  clock,
  pollIntervalMs,
  random,
}: DoorbellOptions): Doorbell {
  const waiting = new Set<() => void>()
  let session: Promise<DatabaseSession | undefined> | undefined
  let isQuiet = false
  let isRung = false
  let isClosed = false

  const wake = (): void => {
    for (const tell of waiting) tell()
    waiting.clear()
  }
  const ring = (): void => {
    isRung = true
    if (isQuiet || isClosed) return
    isRung = false
    isQuiet = true
    wake()
    void database.ask({ ...NOTIFY, values: [schema] }).catch(() => undefined)
    clock.after(
      QUIET_MS,
      () => {
        isQuiet = false
        if (isRung) ring()
      },
      { background: true },
    )
  }
  /** A session that ends is opened again at the next wait. */
  const listen = async (): Promise<DatabaseSession | undefined> => {
    try {
      const opened = await database.openSession?.({
        onNotice: (payload) => {
          if (payload === schema) wake()
        },
      })
      await opened?.ask({ ...LISTEN, values: [] })
      void opened?.ended.then(() => {
        session = undefined
      })
      return opened
    } catch {
      session = undefined
      return undefined
    }
  }
  return {
    ring,
    heard: async (signal) => {
      if (isClosed || signal.aborted) return
      if (session === undefined) {
        session = listen()
        // What came before anybody listened is looked for at once.
        await session
        return
      }
      const stop = new AbortController()
      const stopListening = onAbort(signal, () => stop.abort())
      const end = (): void => stop.abort()
      waiting.add(end)
      // Between half of the interval and one and a half, so that nodes spread.
      await pause(clock, pollIntervalMs * (0.5 + random()), stop.signal).catch(() => undefined)
      waiting.delete(end)
      stopListening()
    },
    close: async () => {
      isClosed = true
      wake()
      await (await session)?.end()
    },
  }
}
