import { type Clock, ToolscoutError } from '@toolscout/model'
import { onAbort, quote, systemClock } from '@toolscout/model/internal'
import { IDEMPOTENCY_LIMITS, readLimits } from './limits.ts'

/** How long and how many results are kept for calls that come again. */
export interface IdempotencyLimits {
  /** How long a result answers calls with the same key, in milliseconds; 0 keeps none. Default 600,000. Legal: 0 to 2,147,483,647. */
  readonly keepMs?: number | undefined
  /** Most results that are kept; the oldest go first. Default 256. Legal: integers 0 to 1,000,000. */
  readonly maxKept?: number | undefined
}

/** `IDEMPOTENCY_CONFLICT`: a key was used again for another call. Nothing was run. */
class IdempotencyConflictError extends ToolscoutError<{
  readonly key: string
  readonly outcome: 'notRun'
}> {
  constructor(key: string) {
    const message = `The idempotency key ${quote(key)} stands for a call with other arguments; use a new key.`
    super('IDEMPOTENCY_CONFLICT', message, { details: { key, outcome: 'notRun' } })
  }
}

/** One call by its key. */
export interface KeyedCall {
  /** Chosen by the caller; the same for a call that is repeated. */
  readonly key: string
  /** Whose key it is; keys of others are other keys. */
  readonly owner: string
  /** What is called with what, such as a hash; has to be the same for the same key. */
  readonly content: string
  readonly signal?: AbortSignal | undefined
}

/** Runs a call once for each key. */
export interface Idempotency<T> {
  /**
   * Joins the call under way, gives the result that is kept, or runs.
   *
   * @throws IdempotencyConflictError `IDEMPOTENCY_CONFLICT` when the key stands for another content.
   */
  readonly run: (call: KeyedCall, work: (signal: AbortSignal) => Promise<T>) => Promise<T>
}

/** Options of {@link createIdempotency}. */
export interface IdempotencyOptions<T> extends IdempotencyLimits {
  /** Whether a result is kept. Default: every one. */
  readonly keeps?: ((result: T) => boolean) | undefined
  /** Default: the clock of the platform. */
  readonly clock?: Clock | undefined
}

/**
 * Creates an {@link Idempotency} that remembers nothing yet.
 *
 * @throws RangeError when a limit is outside its range.
 */
export function createIdempotency<T>(options: IdempotencyOptions<T> = {}): Idempotency<T> {
  const { keeps = () => true, clock = systemClock } = options
  const { keepMs, maxKept } = readLimits(IDEMPOTENCY_LIMITS, options)
  const flights = createSingleFlight<T>()
  const contents = new Map<string, string>()
  const kept = new Map<string, { readonly content: string; readonly result: T; readonly until: number }>()
  const forgetOld = (): void => {
    // They are in the order of their ends, so the first that is not over ends the search.
    for (const [id, { until }] of kept) {
      if (until > clock.now() && kept.size <= maxKept) break
      kept.delete(id)
    }
  }
  return Object.freeze({
    run: async ({ key, owner, content, signal }, work) => {
      const id = JSON.stringify([owner, key])
      forgetOld()
      const known = kept.get(id)
      if ((contents.get(id) ?? known?.content ?? content) !== content) throw new IdempotencyConflictError(key)
      if (known !== undefined) return known.result
      const run = async (both: AbortSignal): Promise<T> => {
        contents.set(id, content)
        try {
          const result = await work(both)
          if (keeps(result) && keepMs > 0) kept.set(id, { content, result, until: clock.now() + keepMs })
          forgetOld()
          return result
        } finally {
          contents.delete(id)
        }
      }
      return flights.run(id, run, { signal })
    },
  } satisfies Idempotency<T>)
}

/** Does what several want at the same time once. */
export interface SingleFlight<T> {
  /**
   * Joins the work under way for this key, or starts it. The signal of one caller ends only his own waiting; the
   * work's signal aborts when no caller waits any more. Rejects as the work does, or with the signal's reason.
   */
  readonly run: (
    key: string,
    work: (signal: AbortSignal) => Promise<T>,
    options?: { readonly signal?: AbortSignal | undefined },
  ) => Promise<T>
  /** Keys whose work is under way. */
  readonly size: () => number
}

/** Work under way, and how many wait for it. */
interface Flight<T> {
  readonly result: Promise<T>
  readonly controller: AbortController
  waiting: number
}

/** Creates a {@link SingleFlight} with nothing under way. */
export function createSingleFlight<T>(): SingleFlight<T> {
  const flights = new Map<string, Flight<T>>()
  const start = (key: string, work: (signal: AbortSignal) => Promise<T>): Flight<T> => {
    const controller = new AbortController()
    const result = (async () => work(controller.signal))()
    const flight = { result, controller, waiting: 0 }
    flights.set(key, flight)
    const land = (): void => {
      if (flights.get(key) === flight) flights.delete(key)
    }
    result.then(land, land)
    return flight
  }
  return Object.freeze({
    size: () => flights.size,
    run: (key, work, { signal } = {}) =>
      new Promise<T>((resolve, reject) => {
        if (signal?.aborted === true) {
          reject(signal.reason)
          return
        }
        const flight = flights.get(key) ?? start(key, work)
        flight.waiting += 1
        let stopListening = (): void => {}
        if (signal !== undefined) {
          stopListening = onAbort(signal, () => {
            reject(signal.reason)
            flight.waiting -= 1
            if (flight.waiting > 0) return
            // The next caller starts new work.
            if (flights.get(key) === flight) flights.delete(key)
            flight.controller.abort(signal.reason)
          })
        }
        flight.result.then(resolve, reject).finally(stopListening)
      }),
  } satisfies SingleFlight<T>)
}
