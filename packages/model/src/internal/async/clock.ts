import { onAbort } from './on-abort.ts'

/** Time as this package sees it, so that tests need not wait for any. */
export interface Clock {
  /** Milliseconds since the epoch. */
  readonly now: () => number
  /**
   * Calls back once after so many milliseconds, and gives back the way to stop that. What is done in the background
   * does not keep the process alive.
   */
  readonly after: (
    ms: number,
    callback: () => void,
    options?: { readonly background?: boolean },
  ) => () => void
}

/** The platform's own. */
export const systemClock: Clock = Object.freeze({
  now: () => performance.timeOrigin + performance.now(),
  after: (ms, callback, { background = false } = {}) => {
    const timer = setTimeout(callback, ms)
    if (background) timer.unref()
    return () => clearTimeout(timer)
  },
} satisfies Clock)

/** Resolves after so many milliseconds, or rejects with the signal's reason. */
export function pause(clock: Clock, ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    let stopClock = (): void => {}
    const stopListening = onAbort(signal, () => {
      stopClock()
      reject(signal.reason)
    })
    if (signal.aborted) return
    stopClock = clock.after(ms, () => {
      stopListening()
      resolve()
    })
  })
}

/** The time some work has. */
export interface TimeLimit {
  readonly clock: Clock
  readonly timeoutMs: number
  /** The caller's wish to stop. */
  readonly signal?: AbortSignal | undefined
  /** What the work rejects with when the time is up. */
  readonly onTimeout: () => unknown
  /** Whether nobody waits for it. Default false. */
  readonly background?: boolean
}

/**
 * Runs work for as long as it may take, and leaves it then, whether or not it looks at the signal it is given: rejects
 * with what `onTimeout` gives, or with the reason of the caller's signal.
 */
export async function withTimeLimit<T>(
  work: (signal: AbortSignal) => Promise<T>,
  limit: TimeLimit,
): Promise<T> {
  const { clock, timeoutMs, signal, onTimeout, background = false } = limit
  signal?.throwIfAborted()
  const controller = new AbortController()
  const stopClock = clock.after(timeoutMs, () => controller.abort(onTimeout()), { background })
  const stopListening =
    signal === undefined ? () => {} : onAbort(signal, () => controller.abort(signal.reason))
  try {
    return await new Promise<T>((resolve, reject) => {
      onAbort(controller.signal, () => reject(controller.signal.reason))
      work(controller.signal).then(resolve, (error) =>
        reject(controller.signal.aborted ? controller.signal.reason : error),
      )
    })
  } finally {
    stopClock()
    stopListening()
  }
}
