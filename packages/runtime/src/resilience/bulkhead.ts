import { type Clock, ToolscoutError } from '@toolscout/model'
import { onAbort, quote, systemClock } from '@toolscout/model/internal'
import { BULKHEAD_LIMITS, readLimits } from './limits.ts'

/** How much may be under way at once. */
export interface BulkheadLimits {
  /** Most that run at once. Default 16. Legal: integers 1 to 1,000,000. */
  readonly maxRunning?: number | undefined
  /** Most calls that wait for their turn; 0 disables waiting. Default 64. Legal: integers 0 to 1,000,000. */
  readonly maxWaiting?: number | undefined
  /** Longest wait in milliseconds; 0 disables waiting. Default 2,000. Legal: 0 to 2,147,483,647. */
  readonly maxWaitMs?: number | undefined
}

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
  const queue = new TurnQueue(options)
  return Object.freeze({
    running: () => queue.running,
    waiting: () => queue.waiting,
    run: async <T>(work: () => Promise<T>, { signal, principal = '' }: EntryOptions = {}): Promise<T> => {
      signal?.throwIfAborted()
      const turn = queue.enter(principal, signal)
      if (turn !== undefined) await turn
      try {
        return await work()
      } finally {
        queue.leave()
      }
    },
  })
}

/** Who runs, and who waits for a turn. */
class TurnQueue {
  running = 0
  waiting = 0
  readonly #name: string
  readonly #clock: Clock
  readonly #limits: ReturnType<typeof readLimits<keyof typeof BULKHEAD_LIMITS>>
  /** Principals in the order of their turns, and who waits on behalf of each. */
  readonly #queues = new Map<string, Set<() => void>>()

  constructor(options: BulkheadOptions) {
    this.#name = options.name
    this.#clock = options.clock ?? systemClock
    this.#limits = readLimits(BULKHEAD_LIMITS, options)
  }

  /** Takes a place: at once (`undefined`), or when the turn comes. */
  enter(principal: string, signal: AbortSignal | undefined): Promise<void> | undefined {
    const { maxRunning, maxWaiting, maxWaitMs } = this.#limits
    if (this.running < maxRunning) {
      this.running += 1
      return undefined
    }
    if (this.waiting >= maxWaiting || maxWaitMs === 0) throw this.#overloaded('full')
    return this.#wait(principal, signal, maxWaitMs)
  }

  /** Hands the place on: a principal that had a turn goes to the end of the queue. */
  leave(): void {
    this.running -= 1
    const [turn] = this.#queues
    if (turn === undefined) return
    const [principal, queue] = turn
    const [start] = queue as ReadonlySet<() => void>
    if (start === undefined) return
    this.#remove(principal, start)
    if (this.#queues.delete(principal)) this.#queues.set(principal, queue)
    this.running += 1
    start()
  }

  #wait(principal: string, signal: AbortSignal | undefined, maxWaitMs: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const stops: (() => void)[] = []
      const start = (): void => {
        for (const stop of stops) stop()
        resolve()
      }
      const giveUp = (reason: unknown): void => {
        for (const stop of stops) stop()
        this.#remove(principal, start)
        reject(reason)
      }
      const queue = this.#queues.get(principal) ?? new Set()
      this.#queues.set(principal, queue.add(start))
      this.waiting += 1
      stops.push(this.#clock.after(maxWaitMs, () => giveUp(this.#overloaded('waited'))))
      if (signal !== undefined) stops.push(onAbort(signal, () => giveUp(signal.reason)))
    })
  }

  #remove(principal: string, start: () => void): void {
    const queue = this.#queues.get(principal)
    if (queue?.delete(start) !== true) return
    this.waiting -= 1
    if (queue.size === 0) this.#queues.delete(principal)
  }

  #overloaded(reason: 'full' | 'waited'): OverloadedError {
    return new OverloadedError(this.#name, reason, this.running, this.waiting)
  }
}
