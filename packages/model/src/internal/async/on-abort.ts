/** The listeners of each signal. A signal without listeners can be garbage-collected with its set. */
const waiting = new WeakMap<AbortSignal, { readonly callbacks: Set<() => void>; readonly tell: () => void }>()

/**
 * Calls back when a signal aborts, at once when it has. Gives back the way to stop that.
 *
 * However many wait for one signal, it has one listener: a program with a hundred servers hands all of them the same
 * signal, and the platform takes more than ten listeners for a leak.
 */
export function onAbort(signal: AbortSignal, callback: () => void): () => void {
  if (signal.aborted) {
    callback()
    return () => {}
  }
  // A function of its own, so that the same callback may wait twice.
  const entry = (): void => callback()
  const { callbacks, tell } = waiting.get(signal) ?? startWaiting(signal)
  callbacks.add(entry)
  return () => {
    if (!callbacks.delete(entry) || callbacks.size > 0) return
    signal.removeEventListener('abort', tell)
    waiting.delete(signal)
  }
}

function startWaiting(signal: AbortSignal): {
  readonly callbacks: Set<() => void>
  readonly tell: () => void
} {
  const callbacks = new Set<() => void>()
  const tell = (): void => {
    for (const callback of [...callbacks]) callback()
  }
  const waiters = { callbacks, tell }
  waiting.set(signal, waiters)
  signal.addEventListener('abort', tell, { once: true })
  return waiters
}

/**
 * A signal that aborts with the first of several; absent ones never do. A single one is returned as it is, because the
 * platform frees a composite signal only in a later macrotask.
 */
export function anySignal(...signals: readonly (AbortSignal | undefined)[]): AbortSignal {
  const given = signals.filter((signal) => signal !== undefined)
  const [only] = given
  return only !== undefined && given.length === 1 ? only : AbortSignal.any(given)
}

/** Settles as `work` does, or rejects with the signal's reason as soon as that aborts, whichever is first. */
export function raceSignal<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = onAbort(signal, () => reject(signal.reason))
    work.then(resolve, reject).finally(stop)
  })
}
