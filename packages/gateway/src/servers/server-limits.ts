import { MAX_TIMEOUT_MS, quote, requireKnownMembers } from '@toolscout/model/internal'
import type { ServerLimits } from '../gateway-options.ts'

/** Limits with every default filled in. */
export type FullServerLimits = { readonly [Limit in keyof ServerLimits]-?: number }

/**
 * Half a second, so that a restart is hardly noticed; half a minute at most, so that a dead server costs nothing. Five
 * starts in five minutes is a process that cannot run; a remote server may come back whenever it likes. Clients of MCP wait 300 ms for more changes, and nobody should
 * wait more than 2 s for what did change.
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

const LEAST: FullServerLimits = {
  reconnectBaseMs: 1,
  reconnectMaxMs: 1,
  maxStarts: 1,
  maxFailures: 1,
  crashWindowMs: 1,
  listDebounceMs: 0,
  listMaxWaitMs: 0,
  healthCheckMs: 1,
  connectConcurrency: 1,
}

/** @throws RangeError for a number out of its range, TypeError for a limit there is not. */
export function checkServerLimits(limits: ServerLimits = {}): FullServerLimits {
  requireKnownMembers('the limits of servers', limits, Object.keys(LEAST))
  const full: Record<string, number> = {}
  for (const [name, least] of Object.entries(LEAST)) {
    const key = name as keyof ServerLimits
    const value = limits[key] ?? DEFAULT_SERVER_LIMITS[key]
    if (!Number.isInteger(value) || value < least || value > MAX_TIMEOUT_MS) {
      throw new RangeError(
        `${name} is ${quote(value)}; a whole number from ${least} to ${MAX_TIMEOUT_MS} is needed.`,
      )
    }
    full[name] = value
  }
  return Object.freeze(full) as FullServerLimits
}
