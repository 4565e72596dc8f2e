import { onAbort } from '@toolscout/model/internal'

/** The signal of one request, which aborts with another that lives longer. */
export interface OwnSignal {
  readonly signal: AbortSignal
  readonly abort: () => void
  /** Stops following, when the request has ended. */
  readonly release: () => void
}

/**
 * Creates a signal for one request. `fetch` never takes its listener off a signal, and `AbortSignal.any` keeps a trace of
 * every result on its sources: with the signal of a connection either grows with each request.
 */
export function createOwnSignal(followed: AbortSignal | null | undefined): OwnSignal {
  const controller = new AbortController()
  const release = followed ? onAbort(followed, () => controller.abort(followed.reason)) : (): void => {}
  return { signal: controller.signal, abort: () => controller.abort(), release }
}
