import { setImmediate } from 'node:timers/promises'
import type { Clock } from '@toolscout/model'
import { createGate } from '../scheduling.ts'

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

/** `end` does the work; the `hurry` it is given resolves when there is no time to wait any more. */
export function createClosing(
  end: (drainMs: number, hurry: Promise<void>) => Promise<void>,
  { drainMs: usual, onFailure }: { readonly drainMs: number; readonly onFailure: (error: unknown) => void },
): Closing {
  const closed = createGate()
  const hurry = createGate()
  let hasBegun = false
  return {
    closed: closed.opened,
    close: ({ drainMs = usual } = {}) => {
      if (drainMs === 0) hurry.open()
      if (!hasBegun) {
        hasBegun = true
        end(drainMs, hurry.opened).catch(onFailure).then(closed.open)
      }
      return closed.opened
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

/** Counts what is under way. */
export class RunningRequests {
  #count = 0
  #idle = createGate()

  get count(): number {
    return this.#count
  }

  /** Counts one more until the function that it returns is called. */
  begin(): () => void {
    this.#count += 1
    let hasEnded = false
    return () => {
      if (hasEnded) return
      hasEnded = true
      this.#count -= 1
      if (this.#count > 0) return
      this.#idle.open()
      this.#idle = createGate()
    }
  }

  /** Resolves as soon as nothing is under way. */
  async idle(): Promise<void> {
    if (this.#count > 0) await this.#idle.opened
  }
}

/** Waits until nothing is under way, the time is up, or `hurry` resolves. */
export async function drain(
  running: readonly RunningRequests[],
  {
    clock,
    drainMs,
    hurry,
  }: { readonly clock: Clock; readonly drainMs: number; readonly hurry: Promise<void> },
): Promise<void> {
  // What has just come in is not counted before its turn.
  await setImmediate()
  const late = createGate()
  const stop = clock.after(drainMs, late.open)
  await Promise.race([Promise.all(running.map((requests) => requests.idle())), late.opened, hurry])
  stop()
  // The last answers are still to be sent.
  await setImmediate()
}
