import { onAbort } from '@toolscout/model/internal'

/** The time one operation has, and the caller's wish to stop it, as one signal. */
export interface Deadline {
  /** Aborts when the time is up or the caller's signal aborts. */
  readonly signal: AbortSignal
  /** Whether the time was up before anything else ended the operation. */
  readonly isOver: () => boolean
  /** Ends the deadline; to be called whatever came of the operation. */
  readonly stop: () => void
}

/**
 * Starts the clock. The signal's reason is a neutral one whoever aborts, because
 * the protocol tells it to the server, which the caller's own reason is no business of.
 */
export function startDeadline(timeoutMs: number, callerSignal: AbortSignal | undefined): Deadline {
  const controller = new AbortController()
  let over = false
  const expire = (): void => {
    over = !controller.signal.aborted
    controller.abort(new DOMException('The deadline has passed.', 'TimeoutError'))
  }
  const forward = (): void => controller.abort(new DOMException('The caller has stopped.', 'AbortError'))
  const stopForwarding = callerSignal === undefined ? () => {} : onAbort(callerSignal, forward)
  const timer = setTimeout(expire, timeoutMs)
  return {
    signal: controller.signal,
    isOver: () => over,
    stop: () => {
      clearTimeout(timer)
      stopForwarding()
    },
  }
}
