import type { Clock } from '@toolscout/model'

/** Counts what is under way. */
export interface RunningRequests {
  readonly count: () => number
  /** Counts one more until what it gives back is called. */
  readonly begin: () => () => void
  /** Resolves as soon as nothing is under way. */
  readonly idle: () => Promise<void>
}

/** Begins to count. */
export function createRunningRequests(): RunningRequests {
  let count = 0
  let waiting: (() => void)[] = []
  return {
    count: () => count,
    begin: () => {
      count += 1
      let hasEnded = false
      return () => {
        if (hasEnded) return
        hasEnded = true
        count -= 1
        if (count > 0) return
        for (const tell of waiting) tell()
        waiting = []
      }
    },
    idle: () => (count === 0 ? Promise.resolve() : new Promise((resolve) => waiting.push(resolve))),
  }
}

/** Waits until nothing is under way, or the time is up. What `hurry` gives back resolves it at once. */
export async function drain(
  running: readonly RunningRequests[],
  {
    clock,
    drainMs,
    hurry,
  }: { readonly clock: Clock; readonly drainMs: number; readonly hurry: Promise<void> },
): Promise<void> {
  // What has just come in is not counted before its turn.
  await turn()
  let stop = (): void => {}
  const late = new Promise<void>((resolve) => {
    stop = clock.after(drainMs, resolve)
  })
  await Promise.race([Promise.all(running.map((requests) => requests.idle())), late, hurry])
  stop()
  // The last answers are still to be sent.
  await turn()
}

function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
