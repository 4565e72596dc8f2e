import { randomBytes } from 'node:crypto'
import type { Clock } from '@toolscout/model'
import type { ClientChannel } from '../client-channel.ts'
import type { RunningRequests } from '../running-requests.ts'

/** A session that HTTP requests belong to. */
export interface HttpSession<Channel extends ClientChannel = ClientChannel> {
  readonly id: string
  readonly principal: string
  readonly channel: Channel
  /** Requests that are being answered. */
  readonly running: RunningRequests
  /** Exchanges of HTTP that are open, such as streams. */
  readonly open: RunningRequests
}

/** The sessions of a server. */
export interface SessionTable<Session extends HttpSession> {
  readonly size: () => number
  readonly list: () => readonly Session[]
  /** The session, if it belongs to this principal; a stolen id finds nothing. */
  readonly use: (id: string, principal: string) => Session | undefined
  /** Adds a session. The one that was used least recently ends for it where there are too many; false when all are busy. */
  readonly makeRoom: () => boolean
  readonly add: (session: Session) => void
  readonly remove: (id: string) => void
  /** Stops looking for unused sessions. */
  readonly stop: () => void
}

/** 128 random bits. */
export function createSessionId(): string {
  return randomBytes(16).toString('base64url')
}

/** How often sessions are looked through, in milliseconds, at least. */
const SWEEP_MS = 60_000

/** Creates an empty table. */
export function createSessionTable<Session extends HttpSession>({
  maxSessions,
  idleMs,
  clock,
}: {
  readonly maxSessions: number
  readonly idleMs: number
  readonly clock: Clock
}): SessionTable<Session> {
  // In order of use, the one used last at the end.
  const sessions = new Map<string, { readonly session: Session; usedAt: number }>()
  const isBusy = ({ running, open }: Session): boolean => running.count() > 0 || open.count() > 0
  const end = (session: Session): void => {
    sessions.delete(session.id)
    void session.channel.close()
  }
  const touch = (session: Session): void => {
    sessions.delete(session.id)
    sessions.set(session.id, { session, usedAt: clock.now() })
  }
  const sweep = (): void => {
    for (const { session, usedAt } of [...sessions.values()]) {
      if (isBusy(session)) touch(session)
      else if (clock.now() - usedAt >= idleMs) end(session)
    }
    stopClock = schedule()
  }
  const schedule = (): (() => void) => clock.after(Math.min(idleMs, SWEEP_MS), sweep, { background: true })
  let stopClock = schedule()
  return {
    size: () => sessions.size,
    list: () => [...sessions.values()].map(({ session }) => session),
    use: (id, principal) => {
      const session = sessions.get(id)?.session
      if (session === undefined || session.principal !== principal) return undefined
      touch(session)
      return session
    },
    makeRoom: () => {
      if (sessions.size < maxSessions) return true
      const oldest = [...sessions.values()].find(({ session }) => !isBusy(session))
      if (oldest !== undefined) end(oldest.session)
      return oldest !== undefined
    },
    add: touch,
    remove: (id) => void sessions.delete(id),
    stop: () => stopClock(),
  }
}
