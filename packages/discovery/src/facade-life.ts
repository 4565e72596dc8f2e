import { anySignal } from '@toolscout/model/internal'
import { DiscoveryClosedError } from './errors.ts'

/** Whether a facade is open, and what is under way in it. */
export interface FacadeLife {
  /**
   * Runs work whose signal aborts when the facade is closed.
   *
   * @param operation what to call it in errors, such as `connecting`.
   * @param signal the caller's own.
   * @param work gets a signal that aborts with either; has to settle soon after.
   * @throws DiscoveryClosedError `DISCOVERY_CLOSED` when the facade is closed before, or meanwhile.
   */
  readonly run: <T>(
    operation: string,
    signal: AbortSignal | undefined,
    work: (signal: AbortSignal) => Promise<T>,
  ) => Promise<T>
  /** As `run`, for work that changes nothing durable and reads the caller's signal itself. */
  readonly call: <T>(signal: AbortSignal | undefined, work: (signal: AbortSignal) => Promise<T>) => Promise<T>
  /** Ends all work, waits until it has cleaned up, then finishes; the second time waits for the first. */
  readonly close: (finish: () => Promise<void>) => Promise<void>
}

interface Work {
  readonly operation: string
  readonly stop: AbortController
  readonly running: Promise<unknown>
}

/**
 * Begins the life of a facade.
 *
 * @param keep makes what work has changed durable, before it counts as done. Default: nothing is kept.
 */
export function createFacadeLife(keep: () => Promise<void> = async () => {}): FacadeLife {
  const underWay = new Set<Work>()
  let closing: Promise<void> | undefined

  const end = async (finish: () => Promise<void>): Promise<void> => {
    const ending = [...underWay]
    for (const { operation, stop } of ending) stop.abort(new DiscoveryClosedError(operation))
    await Promise.allSettled(ending.map(({ running }) => running))
    await finish()
  }
  const track: FacadeLife['run'] = async (operation, signal, work) => {
    if (closing !== undefined) throw new DiscoveryClosedError(operation)
    const stop = new AbortController()
    const own = { operation, stop, running: work(anySignal(signal, stop.signal)) }
    underWay.add(own)
    try {
      return await own.running
    } finally {
      underWay.delete(own)
    }
  }
  return {
    run: async (operation, signal, work) => {
      signal?.throwIfAborted()
      return track(operation, signal, async (both) => {
        const result = await work(both)
        await keep()
        return result
      })
    },
    call: (signal, work) => track('calling', signal, work),
    close: (finish) => {
      // Marks the facade as closing before it notifies listeners, which may close or start something themselves.
      closing ??= Promise.resolve().then(() => end(finish))
      return closing
    },
  }
}
