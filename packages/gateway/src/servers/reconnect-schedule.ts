import type { FullServerLimits } from './server-limits.ts'

/** What is to be done after a server was lost. */
export type ReconnectStep =
  | { readonly type: 'wait'; readonly ms: number }
  | { readonly type: 'giveUp'; readonly why: string; readonly mayPass: boolean }

/** When a lost server is connected again. */
export interface ReconnectSchedule {
  /** An attempt begins. `isProcess` when it starts one. */
  readonly began: (now: number, isProcess: boolean) => void
  /** It is connected. */
  readonly succeeded: (now: number) => void
  /** An attempt failed, or the connection was lost. */
  readonly next: (now: number) => ReconnectStep
  /** Everything that happened is forgiven, because somebody asked. */
  readonly reset: () => void
}

/**
 * Exponential pauses with full jitter (Brooker, "Exponential Backoff and Jitter", 2015): a random part of
 * `base · 2^failures`, at most `max`; at the most they are at least half of it, so that a server that is gone for long
 * is asked at most about once in that time. The pauses start over once a connection has lasted for `reconnectMaxMs`: one
 * that is lost at once is no success. A process that starts too often is given up.
 */
export function createReconnectSchedule(limits: FullServerLimits, random: () => number): ReconnectSchedule {
  let failures = 0
  let connectedAt: number | undefined
  let starts: readonly number[] = []
  return {
    began: (now, isProcess) => {
      if (isProcess) starts = [...starts.filter((at) => now - at < limits.crashWindowMs), now]
    },
    succeeded: (now) => {
      connectedAt = now
    },
    next: (now) => {
      if (connectedAt !== undefined && now - connectedAt >= limits.reconnectMaxMs) failures = 0
      connectedAt = undefined
      const recent = starts.filter((at) => now - at < limits.crashWindowMs).length
      if (recent >= limits.maxStarts) {
        const why = `It was started ${recent} times within ${Math.round(limits.crashWindowMs / 1_000)} s and is left alone until it is asked to reconnect.`
        return { type: 'giveUp', why, mayPass: false }
      }
      if (failures + 1 >= limits.maxFailures) {
        const why = `It failed ${failures + 1} times in a row and is left alone until somebody asks for its tools, or for it.`
        return { type: 'giveUp', why, mayPass: true }
      }
      const longest = Math.min(limits.reconnectBaseMs * 2 ** failures, limits.reconnectMaxMs)
      const least = longest === limits.reconnectMaxMs ? longest / 2 : 0
      failures += 1
      return { type: 'wait', ms: Math.round(least + random() * (longest - least)) }
    },
    reset: () => {
      failures = 0
      starts = []
    },
  }
}
