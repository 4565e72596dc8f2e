import type { Clock } from '@toolscout/model'

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

  const fire = (): void => {
    first = undefined
    call()
  }
  /** A flood only moves the time of the last one; the timer looks when it ends. */
  const wait = (since: number): void => {
    const end = Math.min(last + quietMs, since + maxWaitMs)
    const restMs = end - clock.now()
    if (restMs <= 0) fire()
    else stop = clock.after(Math.ceil(restMs), () => wait(since), { background: true })
  }
  return {
    trigger: () => {
      last = clock.now()
      if (first !== undefined) return
      first = last
      stop = clock.after(Math.min(quietMs, maxWaitMs), () => wait(first ?? last), { background: true })
    },
    cancel: () => {
      first = undefined
      stop()
    },
  }
}
