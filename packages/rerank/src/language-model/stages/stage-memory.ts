/** Remembers what stages found out, and has one work serve all who ask the same at the same time. */
export interface StageMemory<T> {
  /**
   * What is remembered under a key, else what the work gives. The work stops when no caller waits for it any more;
   * one that fails is not remembered.
   */
  readonly recall: (
    key: string,
    signal: AbortSignal | undefined,
    work: (signal: AbortSignal) => Promise<T>,
  ) => Promise<T>
}

interface Flight<T> {
  readonly result: Promise<T>
  readonly controller: AbortController
  waiting: number
}

/** Creates a memory of at most `size` results; the one that was asked for least recently goes first. */
export function createStageMemory<T>(size: number): StageMemory<T> {
  const results = new Map<string, { readonly value: T }>()
  const flights = new Map<string, Flight<T>>()

  const remember = (key: string, value: T): void => {
    results.delete(key)
    results.set(key, { value })
    for (const [oldest] of results) {
      if (results.size <= size) break
      results.delete(oldest)
    }
  }
  const start = (key: string, work: (signal: AbortSignal) => Promise<T>): Flight<T> => {
    const controller = new AbortController()
    const result = work(controller.signal)
    const flight = { result, controller, waiting: 0 }
    flights.set(key, flight)
    const land = (): void => {
      if (flights.get(key) === flight) flights.delete(key)
    }
    result.then((value) => {
      land()
      remember(key, value)
    }, land)
    return flight
  }
  return {
    recall: async (key, signal, work) => {
      signal?.throwIfAborted()
      const known = results.get(key)
      if (known !== undefined) {
        remember(key, known.value)
        return known.value
      }
      const flight = flights.get(key) ?? start(key, work)
      flight.waiting += 1
      let leave = (): void => {}
      const left = new Promise<never>((_resolve, reject) => {
        const stop = (): void => reject(signal?.reason)
        signal?.addEventListener('abort', stop, { once: true })
        leave = () => signal?.removeEventListener('abort', stop)
      })
      try {
        return await Promise.race([flight.result, left])
      } finally {
        leave()
        flight.waiting -= 1
        if (flight.waiting === 0 && flights.get(key) === flight) {
          flights.delete(key)
          flight.controller.abort(new DOMException('Nobody waits for it any more.', 'AbortError'))
        }
      }
    },
  }
}
