import { systemClock } from './clock.ts'

/**
 * A signal that aborts after a delay in milliseconds. In place of `AbortSignal.timeout`, which Node 20 collects where only
 * `AbortSignal.any` has it: then it never aborts.
 */
export function timeoutSignal(ms: number): AbortSignal {
  const controller = new AbortController()
  const expire = (): void => controller.abort(new DOMException('The time is up.', 'TimeoutError'))
  systemClock.after(ms, expire, { background: true })
  return controller.signal
}
