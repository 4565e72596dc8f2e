import type { Clock } from '@toolscout/model'

/** Something that happens once, and can be waited for. */
export interface Gate {
  readonly opened: Promise<void>
  /** The second time changes nothing. */
  readonly open: () => void
}

/** Creates a gate that is shut. */
export function createGate(): Gate {
  let open = (): void => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { opened, open }
}

/**
 * Runs work one at a time. A call while it runs gets one run that begins after it, shared by all such calls: the run under
 * way may already have passed what the caller wants to be seen.
 */
export function createCoalescingRunner(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined
  let following: Promise<void> | undefined
  const begin = (): Promise<void> => {
    following = undefined
    running = work().finally(() => {
      if (following === undefined) running = undefined
    })
    return running
  }
  return () => {
    if (running === undefined) return begin()
    following ??= running.then(begin, begin)
    return following
  }
}

/** Makes one call of many. */
export interface Debounce {
  readonly trigger: () => void
  /** Forgets what was triggered. */
  readonly cancel: () => void
}

/**
 * Calls back once it was quiet for `quietMs`, and after `maxWaitMs` even if it never is. Keeps no process alive.
 *
 * @param call must not throw.
 */
export function createDebounce(
  call: () => void,
  {
    clock,
    quietMs,
    maxWaitMs,
  }: { readonly clock: Clock; readonly quietMs: number; readonly maxWaitMs: number },
): Debounce {
  let first: number | undefined
  let last = 0
  let stop = (): void => {}
  /** A flood only moves the time of the last trigger; the timer looks when it ends. */
  const wait = (since: number): void => {
    const restMs = Math.min(last + quietMs, since + maxWaitMs) - clock.now()
    if (restMs > 0) {
      stop = clock.after(Math.ceil(restMs), () => wait(since), { background: true })
      return
    }
    first = undefined
    call()
  }
  return {
    trigger: () => {
      last = clock.now()
      if (first !== undefined) return
      first = last
      wait(first)
    },
    cancel: () => {
      first = undefined
      stop()
    },
  }
}
