import { raceSignal } from '@toolscout/model/internal'

interface Flight<T> {
  readonly result: Promise<T>
  readonly controller: AbortController
  waiting: number
}

/**
 * Remembers what stages found out, at most `size` results of which the one that was asked for least recently goes first,
 * and has one work serve all who ask the same at the same time.
 */
export class StageMemory<T> {
  readonly #size: number
  readonly #results = new Map<string, { readonly value: T }>()
  readonly #flights = new Map<string, Flight<T>>()

  constructor(size: number) {
    this.#size = size
  }

  /**
   * What is remembered under a key, else what the work gives. The work stops when no caller waits for it any more;
   * one that fails is not remembered.
   */
  async recall(
    key: string,
    signal: AbortSignal | undefined,
    work: (signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    signal?.throwIfAborted()
    const known = this.#results.get(key)
    if (known !== undefined) return this.#remember(key, known.value)
    const flight = this.#flights.get(key) ?? this.#start(key, work)
    flight.waiting += 1
    try {
      return await (signal === undefined ? flight.result : raceSignal(flight.result, signal))
    } finally {
      flight.waiting -= 1
      if (flight.waiting === 0 && this.#flights.get(key) === flight) {
        this.#flights.delete(key)
        flight.controller.abort(new DOMException('Nobody waits for it any more.', 'AbortError'))
      }
    }
  }

  #remember(key: string, value: T): T {
    this.#results.delete(key)
    this.#results.set(key, { value })
    const [oldest] = this.#results.keys()
    if (this.#results.size > this.#size && oldest !== undefined) this.#results.delete(oldest)
    return value
  }

  #start(key: string, work: (signal: AbortSignal) => Promise<T>): Flight<T> {
    const controller = new AbortController()
    const result = work(controller.signal)
    const flight = { result, controller, waiting: 0 }
    this.#flights.set(key, flight)
    const land = (): void => {
      if (this.#flights.get(key) === flight) this.#flights.delete(key)
    }
    result.then((value) => {
      land()
      this.#remember(key, value)
    }, land)
    return flight
  }
}
