/** How something that serves is ended. */
export interface CloseOptions {
  /** How long calls under way may go on, in milliseconds; 0 gives them up at once. Default: what was said when it began. */
  readonly drainMs?: number | undefined
}

/** The end of something that serves: begun once; a later caller with less patience shortens it. */
export interface Closing {
  readonly close: (options?: CloseOptions) => Promise<void>
  /** Resolves when it has ended, however that began; never rejects. */
  readonly closed: Promise<void>
}

/** `end` does the work; what `hurry` it is given resolves when there is no time to wait any more. */
export function createClosing(
  end: (drainMs: number, hurry: Promise<void>) => Promise<void>,
  { drainMs: usual, onFailure }: { readonly drainMs: number; readonly onFailure: (error: unknown) => void },
): Closing {
  let markClosed = (): void => {}
  const closed = new Promise<void>((resolve) => {
    markClosed = resolve
  })
  let tellHurry = (): void => {}
  const hurry = new Promise<void>((resolve) => {
    tellHurry = resolve
  })
  let hasBegun = false
  return {
    closed,
    close: ({ drainMs = usual } = {}) => {
      if (drainMs === 0) tellHurry()
      if (!hasBegun) {
        hasBegun = true
        end(drainMs, hurry).catch(onFailure).then(markClosed)
      }
      return closed
    },
  }
}

const SIGNALS = ['SIGINT', 'SIGTERM'] as const

/** Closes on the first SIGINT or SIGTERM. A second one has no listener, and ends the process. */
export function closeOnSignals({ close, closed }: Closing): void {
  const onSignal = (): void => {
    stop()
    void close()
  }
  const stop = (): void => {
    for (const signal of SIGNALS) process.off(signal, onSignal)
  }
  for (const signal of SIGNALS) process.once(signal, onSignal)
  void closed.then(stop)
}
