import { systemClock } from '@toolscout/model/internal'

/** Least time between two listings of one source, in milliseconds: no catalog that people read changes faster. */
export const DEFAULT_RELIST_INTERVAL_MS = 1_000
/** What that time grows to for a source that never stops changing; once a minute costs next to nothing. */
const MAX_RELIST_INTERVAL_MS = 60_000

/** Lists a source again after it changed, and bounds how often. */
export interface Relister {
  /** The source may list something else now. */
  readonly changed: () => void
  /** Lists no more. */
  readonly stop: () => void
}

/**
 * Creates a relister. The first change is listed at once. After a listing the source rests for `intervalMs`; changes
 * that come meanwhile are one listing at the end of the rest, and the next rest is twice as long, up to a minute. A
 * rest without a change makes the interval short again. Nothing here keeps the process alive.
 *
 * @param relist lists the source; never rejects.
 */
export function createRelister(relist: () => Promise<void>, intervalMs: number): Relister {
  const longestMs = Math.max(intervalMs, MAX_RELIST_INTERVAL_MS)
  let isBusy = false
  let isStopped = false
  let hasChanged = false
  let restMs = intervalMs
  let stopResting = (): void => {}

  const list = async (): Promise<void> => {
    isBusy = true
    hasChanged = false
    await relist()
    if (!isStopped) stopResting = systemClock.after(restMs, endRest, { background: true })
  }
  const endRest = (): void => {
    isBusy = false
    restMs = hasChanged ? Math.min(Math.max(1, 2 * restMs), longestMs) : intervalMs
    if (hasChanged) void list()
  }
  return {
    changed: () => {
      hasChanged = true
      if (!isBusy && !isStopped) void list()
    },
    stop: () => {
      isStopped = true
      stopResting()
    },
  }
}
