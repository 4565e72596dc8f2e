import type { Clock } from '@toolscout/model'
import { checkTimeoutMs, onAbort, systemClock } from '@toolscout/model/internal'

/** The time an operation and everything below it has. */
export interface Deadline {
  /** Aborts when the time is up, or with the reason of the caller's signal or of the deadline above. */
  readonly signal: AbortSignal
  /** Milliseconds that are left; 0 when there are none. */
  readonly remainingMs: () => number
  /** Whether the time was up before anything else ended the operation. */
  readonly isOver: () => boolean
  /** Stops the clock, and gives back the way to let it go on with the time that was left. */
  readonly pause: () => () => void
  /** Ends the deadline; to be called whatever came of the operation. */
  readonly stop: () => void
}

/** What a deadline is started with. */
export interface DeadlineOptions {
  /** Default: the clock of the platform. */
  readonly clock?: Clock | undefined
  /** The caller's wish to stop. Default: none. */
  readonly signal?: AbortSignal | undefined
  /** The deadline above, which this one never outlasts. Default: none. */
  readonly parent?: Deadline | undefined
  /** The reason of the signal when the time is up. */
  readonly onTimeout: () => unknown
}

/**
 * Starts the clock.
 *
 * @throws RangeError when the time is no whole number of milliseconds from 1 to 2,147,483,647.
 */
export function startDeadline(
  timeoutMs: number,
  { clock = systemClock, signal, parent, onTimeout }: DeadlineOptions,
): Deadline {
  checkTimeoutMs('timeoutMs', timeoutMs)
  const controller = new AbortController()
  let end = clock.now() + Math.min(timeoutMs, parent?.remainingMs() ?? timeoutMs)
  let over = false
  const startClock = (): (() => void) =>
    clock.after(end - clock.now(), () => {
      over = !controller.signal.aborted
      controller.abort(onTimeout())
    })
  let stopClock = startClock()
  const follow = (other: AbortSignal | undefined): (() => void) =>
    other === undefined ? () => {} : onAbort(other, () => controller.abort(other.reason))
  const stopCaller = follow(signal)
  const stopParent = follow(parent?.signal)
  return Object.freeze({
    signal: controller.signal,
    remainingMs: () => Math.max(0, end - clock.now()),
    isOver: () => over,
    pause: () => {
      stopClock()
      const since = clock.now()
      return () => {
        end += clock.now() - since
        stopClock = startClock()
      }
    },
    stop: () => {
      stopClock()
      stopCaller()
      stopParent()
    },
  })
}
