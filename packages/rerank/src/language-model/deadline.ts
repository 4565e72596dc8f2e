import { onAbort, systemClock, withTimeLimit } from '@toolscout/model/internal'

/** The time some work has. */
export interface Deadline {
  readonly timeoutMs: number
  /** The caller's signal to stop it. */
  readonly signal: AbortSignal | undefined
  /** What the work rejects with when its time is up. */
  readonly late: () => Error
}

/**
 * Settles as the work does, unless its time is up or the caller stops it first: then it rejects at once, whether the
 * work listens to its signal or not. The work receives a neutral abort reason, because it may pass it to a
 * third party that must not see the caller's own.
 */
export function withDeadline<T>(
  { timeoutMs, signal, late }: Deadline,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const limit = { clock: systemClock, timeoutMs, signal, onTimeout: late }
  return withTimeLimit((limited) => {
    const controller = new AbortController()
    onAbort(limited, () => {
      controller.abort(new DOMException('The work is not waited for any more.', 'AbortError'))
    })
    return work(controller.signal)
  }, limit)
}
