import { onAbort } from '@toolscout/model/internal'

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
