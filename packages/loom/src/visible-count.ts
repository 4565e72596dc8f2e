import type { Gateway } from '@toolscout/gateway'

/** How many tools exist for a principal. */
export interface VisibleCount {
  readonly of: (principal: string) => number
  /** Stops following changes. */
  readonly close: () => void
}

/** Counting asks a policy of every tool, so what was counted counts for so long; it may say otherwise in between. */
const FRESH_MS = 1_000
/** Principals that are remembered. */
const MAX_PRINCIPALS = 1_000

/** Counts the tools of a gateway, again when they change. */
export function createVisibleCount(gateway: Gateway, now: () => number): VisibleCount {
  const counted = new Map<string, { readonly count: number; readonly at: number }>()
  const stopFollowing = gateway.discovery.onChange(() => counted.clear())
  return {
    of: (principal) => {
      const known = counted.get(principal)
      const at = now()
      if (known !== undefined && at - known.at < FRESH_MS) return known.count
      const count = gateway.count({ principal })
      if (counted.size >= MAX_PRINCIPALS) counted.clear()
      counted.set(principal, { count, at })
      return count
    },
    close: stopFollowing,
  }
}
