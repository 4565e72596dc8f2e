/**
 * Settles as the work does, unless the signal aborts first: then it rejects with the signal's reason, even when the
 * work does not listen to the signal.
 */
export async function raceSignal<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  let stopListening = (): void => {}
  const aborted = new Promise<never>((_resolve, reject) => {
    const abort = (): void => reject(signal.reason)
    if (signal.aborted) abort()
    signal.addEventListener('abort', abort, { once: true })
    stopListening = () => signal.removeEventListener('abort', abort)
  })
  try {
    return await Promise.race([aborted, work])
  } finally {
    stopListening()
  }
}

/** A signal that aborts with the first of several; absent ones never do. */
export function anySignal(...signals: readonly (AbortSignal | undefined)[]): AbortSignal {
  return AbortSignal.any(signals.filter((signal) => signal !== undefined))
}
