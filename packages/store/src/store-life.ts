import { StoreClosedError } from '@toolscout/model'
import {
  type AppendOptions,
  checkOptions,
  type OptionKind,
  type StoreReadOptions,
} from '@toolscout/model/internal'

/** What the options of a read may have, and those of an append. */
const READ_OPTIONS: OptionKinds<StoreReadOptions> = Object.freeze({ signal: 'object' })
export const APPEND_OPTIONS: OptionKinds<AppendOptions> = Object.freeze({
  ...READ_OPTIONS,
  expectedRevision: { least: 0, whole: true },
})

type OptionKinds<Options> = { readonly [Option in keyof Options]-?: OptionKind }

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

  /**
   * Checks the options of an operation that begins, then as {@link check}.
   *
   * @throws TypeError for an unknown option or one of another type, RangeError for a number out of range.
   */
  begin(
    options: StoreReadOptions | undefined,
    kinds: Readonly<Record<string, OptionKind>> = READ_OPTIONS,
  ): void {
    if (options !== undefined) checkOptions('the options of a store', options, kinds)
    this.check(options)
  }

  /** Begins work at once; what it throws is a rejection. Without `kinds` the options are those of a read. */
  async run<Result>(
    options: StoreReadOptions | undefined,
    work: () => Result,
    kinds?: Readonly<Record<string, OptionKind>>,
  ): Promise<Awaited<Result>> {
    this.begin(options, kinds)
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
    this.begin(options)
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
