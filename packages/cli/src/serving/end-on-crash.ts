import type { EventEmitter } from 'node:events'

/** Watches for errors that nothing caught while something is served. */
export interface CrashWatch {
  /** Stops watching. @throws The first error that nothing caught, when there was one. */
  readonly stop: () => void
}

/**
 * Ends what is served when an error was caught by nothing, instead of leaving children and half-written files behind.
 * Serving on is not safe: the state of the process is unknown from then on.
 */
export function endOnCrash(
  close: () => Promise<void>,
  source: Pick<EventEmitter, 'on' | 'off'> = process,
): CrashWatch {
  let crash: { readonly error: unknown } | undefined
  const onCrash = (error: unknown): void => {
    if (crash !== undefined) return
    crash = { error }
    // What cannot be closed either ends with the process.
    close().catch(() => {})
  }
  source.on('uncaughtException', onCrash)
  return {
    stop: () => {
      source.off('uncaughtException', onCrash)
      if (crash !== undefined) throw crash.error
    },
  }
}
