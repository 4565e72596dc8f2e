/** The time some work has. */
export interface Deadline {
  readonly timeoutMs: number
  /** The caller's wish to stop it. */
  readonly signal: AbortSignal | undefined
  /** What the work rejects with when its time is up. */
  readonly late: () => Error
}

/**
 * Settles as the work does, unless its time is up or the caller stops it first: then it rejects at once, whether the
 * work listens to its signal or not. The work receives a neutral abort reason, because it may pass it to a
 * third party that must not see the caller's own.
 */
export async function withDeadline<T>(
  { timeoutMs, signal, late }: Deadline,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  signal?.throwIfAborted()
  const controller = new AbortController()
  let end = (): void => {}
  const ended = new Promise<never>((_resolve, reject) => {
    const stop = (name: string, reason: unknown): void => {
      reject(reason)
      controller.abort(new DOMException('The work is not waited for any more.', name))
    }
    const forward = (): void => stop('AbortError', signal?.reason)
    const timer = setTimeout(() => stop('TimeoutError', late()), timeoutMs)
    signal?.addEventListener('abort', forward, { once: true })
    end = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', forward)
    }
  })
  try {
    return await Promise.race([ended, work(controller.signal)])
  } finally {
    end()
  }
}
