import { StoreClosedError } from '@toolscout/model'
import type { StoreReadOptions } from '@toolscout/model/internal'

/** Whether a store is still open, and the work it has under way. */
export class StoreLife {
  readonly #name: string
  readonly #running = new Set<Promise<unknown>>()
  #isOver = false

  constructor(name: string) {
    this.#name = name
  }

  /** @throws StoreClosedError `STORE_CLOSED`, or the reason of an aborted signal. */
  check(options?: StoreReadOptions): void {
    if (this.#isOver) throw new StoreClosedError(this.#name)
    options?.signal?.throwIfAborted()
  }

  /** Does work without waiting. */
  atOnce<Result>(work: () => Result): Result {
    this.check()
    return work()
  }

  /** Begins work at once; what it throws is a rejection. */
  async run<Result>(options: StoreReadOptions | undefined, work: () => Result): Promise<Awaited<Result>> {
    this.check(options)
    const result = (async () => work())()
    const settled = result.catch(() => undefined)
    this.#running.add(settled)
    try {
      return await result
    } finally {
      this.#running.delete(settled)
    }
  }

  /** Checks before each value that the store is still open. */
  async *each<Value>(
    options: StoreReadOptions | undefined,
    values: () => AsyncIterable<Value> | Iterable<Value> | Promise<AsyncIterable<Value>>,
  ): AsyncGenerator<Value> {
    this.check(options)
    for await (const value of await values()) {
      this.check(options)
      yield value
    }
  }

  /** Ends the life; true the first time. */
  end(): boolean {
    const isFirst = !this.#isOver
    this.#isOver = true
    return isFirst
  }

  /** Resolves when no work is under way. */
  async settled(): Promise<void> {
    await Promise.all(this.#running)
  }
}
