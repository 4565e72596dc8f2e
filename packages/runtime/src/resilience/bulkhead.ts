import { type Clock, ToolscoutError } from '@toolscout/model'
import { MAX_TIMEOUT_MS, onAbort, quote, systemClock } from '@toolscout/model/internal'
import { requireNumber } from './require-number.ts'

/** How much may be under way at once. */
export interface BulkheadLimits {
  /** Most that run at once. Default 16. Legal: integers 1 to 1,000,000. */
  readonly maxRunning?: number | undefined
  /** Most calls that wait for their turn; 0 disables waiting. Default 64. Legal: integers 0 to 1,000,000. */
  readonly maxWaiting?: number | undefined
  /** Longest wait in milliseconds; 0 disables waiting. Default 2,000. Legal: 0 to 2,147,483,647. */
  readonly maxWaitMs?: number | undefined
}

/** 16 at once is what servers bear; four times as many wait, for 2 s, so that a flood is refused and not stored. */
const DEFAULT_BULKHEAD_LIMITS: { readonly [Limit in keyof BulkheadLimits]-?: number } = Object.freeze({
  maxRunning: 16,
  maxWaiting: 64,
  maxWaitMs: 2_000,
})

/** Options of a bulkhead. */
export interface BulkheadOptions extends BulkheadLimits {
  /** What is behind it, for errors. */
  readonly name: string
  /** Default: the clock of the platform. */
  readonly clock?: Clock | undefined
}

/** `OVERLOADED`: too much is under way. Nothing was run. */
export class OverloadedError extends ToolscoutError<{
  readonly backend: string
  readonly failure: 'busy'
  readonly outcome: 'notRun'
  /** `full`: the queue is full. `waited`: the turn did not come in time. */
  readonly reason: 'full' | 'waited'
  readonly running: number
  readonly waiting: number
}> {
  constructor(backend: string, reason: 'full' | 'waited', running: number, waiting: number) {
    const counts = `${running} run and ${waiting} wait`
    super('OVERLOADED', `${quote(backend)} is overloaded: ${counts}. Try again later.`, {
      details: { backend, failure: 'busy', outcome: 'notRun', reason, running, waiting },
    })
  }
}

/** How one piece of work is let in. */
export interface EntryOptions {
  /** Gives up the place in the queue. The caller aborts running work itself. */
  readonly signal?: AbortSignal | undefined
  /** On whose behalf; each gets a turn before anybody gets a second. Default: all are one. */
  readonly principal?: string | undefined
}

/** Bounds how much runs at once. */
export interface Bulkhead {
  readonly running: () => number
  readonly waiting: () => number
  /**
   * Runs work when its turn comes: first come, first served for each principal, and principals by turns.
   *
   * @throws OverloadedError `OVERLOADED` when it may not wait, or waited too long; the signal's reason while it waits.
   */
  readonly run: <T>(work: () => Promise<T>, options?: EntryOptions) => Promise<T>
}

/**
 * Creates a bulkhead with nothing under way.
 *
 * @throws RangeError when a limit is outside its range.
 */
export function createBulkhead(options: BulkheadOptions): Bulkhead {
  const { name, clock = systemClock } = options
  const maxRunning = limitOf(options, 'maxRunning', 1)
  const maxWaiting = limitOf(options, 'maxWaiting', 0)
  const maxWaitMs = requireNumber('maxWaitMs', options.maxWaitMs ?? DEFAULT_BULKHEAD_LIMITS.maxWaitMs, {
    least: 0,
    most: MAX_TIMEOUT_MS,
  })
  /** Principals in the order of their turns, and who waits on behalf of each. */
  const queues = new Map<string, Set<() => void>>()
  let running = 0
  let waiting = 0

  const leave = (principal: string, start: () => void): void => {
    const queue = queues.get(principal)
    if (queue?.delete(start) !== true) return
    waiting -= 1
    if (queue.size === 0) queues.delete(principal)
  }
  const release = (): void => {
    running -= 1
    const [turn] = queues
    if (turn === undefined) return
    const [principal, queue] = turn
    const [start] = queue as ReadonlySet<() => void>
    if (start === undefined) return
    leave(principal, start)
    // A principal that had a turn goes to the end of the queue.
    if (queues.delete(principal)) queues.set(principal, queue)
    running += 1
    start()
  }
  const takeTurn = (principal: string, signal: AbortSignal | undefined): Promise<void> =>
    new Promise((resolve, reject) => {
      let stopClock = (): void => {}
      let stopListening = (): void => {}
      const done = (): void => {
        stopClock()
        stopListening()
      }
      const start = (): void => {
        done()
        resolve()
      }
      const giveUp = (reason: unknown): void => {
        done()
        leave(principal, start)
        reject(reason)
      }
      const queue = queues.get(principal) ?? new Set()
      queues.set(principal, queue.add(start))
      waiting += 1
      const onTime = (): void => giveUp(new OverloadedError(name, 'waited', running, waiting))
      stopClock = clock.after(maxWaitMs, onTime)
      if (signal !== undefined) stopListening = onAbort(signal, () => giveUp(signal.reason))
    })
  return Object.freeze({
    running: () => running,
    waiting: () => waiting,
    run: async <T>(work: () => Promise<T>, { signal, principal = '' }: EntryOptions = {}): Promise<T> => {
      signal?.throwIfAborted()
      if (running < maxRunning) running += 1
      else if (waiting >= maxWaiting || maxWaitMs === 0)
        throw new OverloadedError(name, 'full', running, waiting)
      else await takeTurn(principal, signal)
      try {
        return await work()
      } finally {
        release()
      }
    },
  })
}

function limitOf(given: BulkheadLimits, name: 'maxRunning' | 'maxWaiting', least: number): number {
  return requireNumber(name, given[name] ?? DEFAULT_BULKHEAD_LIMITS[name], {
    least,
    most: 1_000_000,
    whole: true,
  })
}
