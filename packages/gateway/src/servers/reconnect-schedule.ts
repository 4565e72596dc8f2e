import { formatDuration, MAX_TIMEOUT_MS } from '@toolscout/model/internal'
import type { ServerLimits } from '../gateway-options.ts'

/** The limits with defaults filled in. */
export type FullServerLimits = { readonly [Limit in keyof ServerLimits]-?: number }

/**
 * Half a second, so that a restart is hardly noticed; half a minute at most, so that a dead server costs nothing. Five
 * starts in five minutes is a process that cannot run; a remote server may come back whenever it likes.
 */
export const DEFAULT_SERVER_LIMITS: FullServerLimits = Object.freeze({
  reconnectBaseMs: 500,
  reconnectMaxMs: 30_000,
  maxStarts: 5,
  maxFailures: MAX_TIMEOUT_MS,
})

/** The time in which starts of a process count together. */
export const CRASH_WINDOW_MS = 300_000

export function fillServerLimits(limits: ServerLimits = {}): FullServerLimits {
  const set = Object.entries(limits).filter(([, value]) => value !== undefined)
  return Object.freeze({ ...DEFAULT_SERVER_LIMITS, ...Object.fromEntries(set) })
}

/** What is to be done after a server was lost. */
export type ReconnectStep =
  | { readonly type: 'wait'; readonly ms: number }
  | { readonly type: 'giveUp'; readonly why: string; readonly mayPass: boolean }

/**
 * When a lost server is connected again: exponential pauses with full jitter (Brooker, "Exponential Backoff and Jitter",
 * 2015): a random part of `base · 2^failures`, at most `max`; at the most they are at least half of it, so that a server
 * that is gone for long is asked at most about once in that time. The pauses start over once a connection has lasted for
 * `reconnectMaxMs`: one that is lost at once is no success. A process that starts too often is given up.
 */
export class ReconnectSchedule {
  readonly #limits: FullServerLimits
  readonly #random: () => number
  #failures = 0
  #connectedAt: number | undefined
  #starts: readonly number[] = []

  constructor(limits: FullServerLimits, random: () => number = Math.random) {
    this.#limits = limits
    this.#random = random
  }

  /** An attempt begins. `isProcess` when it starts one. */
  began(now: number, isProcess: boolean): void {
    if (isProcess) this.#starts = [...this.#recentStarts(now), now]
  }

  /** It is connected. */
  succeeded(now: number): void {
    this.#connectedAt = now
  }

  /** An attempt failed, or the connection was lost. */
  next(now: number): ReconnectStep {
    const { reconnectBaseMs, reconnectMaxMs, maxStarts, maxFailures } = this.#limits
    if (this.#connectedAt !== undefined && now - this.#connectedAt >= reconnectMaxMs) this.#failures = 0
    this.#connectedAt = undefined
    const recent = this.#recentStarts(now).length
    if (recent >= maxStarts) {
      const why = `It was started ${recent} times within ${formatDuration(CRASH_WINDOW_MS)}, so it is not started again until you reconnect it.`
      return { type: 'giveUp', why, mayPass: false }
    }
    if (this.#failures + 1 >= maxFailures) {
      const why = `It failed ${this.#failures + 1} times in a row, so it is not retried until one of its tools is needed or you reconnect it.`
      return { type: 'giveUp', why, mayPass: true }
    }
    const longest = Math.min(reconnectBaseMs * 2 ** this.#failures, reconnectMaxMs)
    const least = longest === reconnectMaxMs ? longest / 2 : 0
    this.#failures += 1
    return { type: 'wait', ms: Math.round(least + this.#random() * (longest - least)) }
  }

  /** Forgives everything that happened, because somebody asked. */
  reset(): void {
    this.#failures = 0
    this.#starts = []
  }

  #recentStarts(now: number): readonly number[] {
    return this.#starts.filter((at) => now - at < CRASH_WINDOW_MS)
  }
}
