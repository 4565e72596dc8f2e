/** What really happened behind all servers of a farm, regardless of what their clients saw. */
export interface Ledger {
  /** A tool did what cannot be undone, on behalf of a call. */
  readonly record: (nonce: string) => void
  /** A tool was asked to run. */
  readonly recordBegin: (nonce: string) => void
  /** A tool received a cancellation. */
  readonly recordAbort: (nonce: string) => void
  /** How often the call had its effect. */
  readonly runsOf: (nonce: string) => number
  /** Calls that had an effect, in the order of the first. */
  readonly nonces: () => readonly string[]
  /** Calls that had it more than once. */
  readonly duplicates: () => readonly string[]
  readonly began: (nonce: string) => boolean
  readonly aborted: (nonce: string) => boolean
  /** Resolves when the tool that runs for a call has received a cancellation. */
  readonly whenAborted: (nonce: string) => Promise<void>
}

/** Creates a ledger in which nothing stands. */
export function createLedger(): Ledger {
  const runs = new Map<string, number>()
  const begun = new Set<string>()
  const aborted = new Set<string>()
  const watchers = new Map<string, () => void>()
  return Object.freeze({
    record: (nonce: string) => void runs.set(nonce, (runs.get(nonce) ?? 0) + 1),
    recordBegin: (nonce: string) => void begun.add(nonce),
    recordAbort: (nonce: string) => {
      aborted.add(nonce)
      watchers.get(nonce)?.()
    },
    runsOf: (nonce: string) => runs.get(nonce) ?? 0,
    nonces: () => [...runs.keys()],
    duplicates: () => [...runs].filter(([, times]) => times > 1).map(([nonce]) => nonce),
    began: (nonce: string) => begun.has(nonce),
    aborted: (nonce: string) => aborted.has(nonce),
    whenAborted: (nonce: string) =>
      new Promise<void>((resolve) => {
        if (aborted.has(nonce)) resolve()
        else watchers.set(nonce, resolve)
      }),
  } satisfies Ledger)
}
