import { MAX_TIMEOUT_MS, quote, requireKnownMembers } from '@toolscout/model/internal'
import type { ServerLimits } from '../gateway-options.ts'

/** The limits an operator sets, and those that are constants. */
export type FullServerLimits = { readonly [Limit in keyof ServerLimits]-?: number } & {
  /** The time in which starts of a process count together. */
  readonly crashWindowMs: number
  /** Quiet time after `list_changed` before the tools are listed again. */
  readonly listDebounceMs: number
  /** Longest time a server that keeps changing is waited for. */
  readonly listMaxWaitMs: number
  /** Time between health checks of a silent server. */
  readonly healthCheckMs: number
  /** Servers that are connected at the same time. */
  readonly connectConcurrency: number
}

/**
 * Half a second, so that a restart is hardly noticed; half a minute at most, so that a dead server costs nothing. Five
 * starts in five minutes is a process that cannot run; a remote server may come back whenever it likes. Clients of MCP wait 300 ms
 * for more changes, and no client should wait more than 2 s for a change.
 */
export const DEFAULT_SERVER_LIMITS: FullServerLimits = Object.freeze({
  reconnectBaseMs: 500,
  reconnectMaxMs: 30_000,
  maxStarts: 5,
  maxFailures: MAX_TIMEOUT_MS,
  crashWindowMs: 300_000,
  listDebounceMs: 300,
  listMaxWaitMs: 2_000,
  healthCheckMs: 30_000,
  connectConcurrency: 16,
})

const OPTIONS = Object.keys({
  reconnectBaseMs: true,
  reconnectMaxMs: true,
  maxStarts: true,
  maxFailures: true,
} satisfies { [Limit in keyof ServerLimits]-?: true })

/** @throws RangeError for a number out of its range, TypeError for an unknown limit. */
export function checkServerLimits(limits: ServerLimits = {}): FullServerLimits {
  requireKnownMembers('the limits of servers', limits, OPTIONS)
  const full: Record<string, number> = { ...DEFAULT_SERVER_LIMITS }
  for (const [name, value] of Object.entries(limits)) {
    if (value === undefined) continue
    if (!Number.isInteger(value) || value < 1 || value > MAX_TIMEOUT_MS) {
      throw new RangeError(
        `${name} is ${quote(value)}; a whole number from 1 to ${MAX_TIMEOUT_MS} is needed.`,
      )
    }
    full[name] = value
  }
  return Object.freeze(full) as FullServerLimits
}
