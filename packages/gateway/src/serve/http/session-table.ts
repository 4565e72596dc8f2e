import { randomBytes } from 'node:crypto'
import type { Clock } from '@toolscout/model'
import type { RunningRequests } from '../closing.ts'
import type { HttpChannel } from '../sdk-server.ts'

/** A session that HTTP requests belong to. */
export interface HttpSession {
  readonly id: string
  readonly principal: string
  readonly channel: HttpChannel
  /** Requests that are being answered. */
  readonly running: RunningRequests
  /** Exchanges of HTTP that are open, such as streams. */
  readonly open: RunningRequests
}

/** 128 random bits. */
export function createSessionId(): string {
  return randomBytes(16).toString('base64url')
}

/** How often sessions are looked through, in milliseconds, at least. */
const SWEEP_MS = 60_000

/** The sessions of a server; unused ones end by themselves. */
export class SessionTable {
  // In order of use, the one used last at the end.
  readonly #sessions = new Map<string, { readonly session: HttpSession; usedAt: number }>()
  readonly #limits: { readonly maxSessions: number; readonly sessionIdleMs: number }
  readonly #clock: Clock
  #stopClock = (): void => {}

  constructor(limits: { readonly maxSessions: number; readonly sessionIdleMs: number }, clock: Clock) {
    this.#limits = limits
    this.#clock = clock
    this.#scheduleSweep()
  }

  get size(): number {
    return this.#sessions.size
  }

  list(): readonly HttpSession[] {
    return [...this.#sessions.values()].map(({ session }) => session)
  }

  /** The session, if it belongs to this principal; a stolen id finds nothing. */
  use(id: string, principal: string): HttpSession | undefined {
    const session = this.#sessions.get(id)?.session
    if (session?.principal !== principal) return undefined
    this.add(session)
    return session
  }

  /**
   * Ends a session where there are too many, so that a principal may begin one: of the principals that would have no
   * fewer than this one, the one with most gives up what it used least recently. False when all those are busy.
   */
  makeRoom(principal: string): boolean {
    if (this.#sessions.size < this.#limits.maxSessions) return true
    // The one to begin counts, and between equals a principal gives up its own.
    const counts = new Map([[principal, 1.5]])
    const countOf = (owner: string): number => counts.get(owner) ?? 0
    for (const { principal: owner } of this.list()) counts.set(owner, countOf(owner) + 1)
    const idle = this.list().filter((session) => !isBusy(session))
    const most = Math.max(
      Math.floor(countOf(principal)),
      ...idle.map((session) => countOf(session.principal)),
    )
    const oldest = idle.find((session) => countOf(session.principal) === most)
    if (oldest !== undefined) this.#end(oldest)
    return oldest !== undefined
  }

  /** Adds a session, or counts it as just used. */
  add(session: HttpSession): void {
    this.#sessions.delete(session.id)
    this.#sessions.set(session.id, { session, usedAt: this.#clock.now() })
  }

  remove(id: string): void {
    this.#sessions.delete(id)
  }

  /** Stops looking for unused sessions. */
  stop(): void {
    this.#stopClock()
  }

  #end(session: HttpSession): void {
    this.#sessions.delete(session.id)
    void session.channel.close()
  }

  #scheduleSweep(): void {
    const everyMs = Math.min(this.#limits.sessionIdleMs, SWEEP_MS)
    this.#stopClock = this.#clock.after(everyMs, () => this.#sweep(), { background: true })
  }

  #sweep(): void {
    for (const { session, usedAt } of [...this.#sessions.values()]) {
      if (isBusy(session)) this.add(session)
      else if (this.#clock.now() - usedAt >= this.#limits.sessionIdleMs) this.#end(session)
    }
    this.#scheduleSweep()
  }
}

function isBusy({ running, open }: HttpSession): boolean {
  return running.count > 0 || open.count > 0
}
