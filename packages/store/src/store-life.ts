import { StoreClosedError } from '@toolscout/model'
import type { StoreReadOptions } from '@toolscout/model/internal'

/** Whether a store may still be asked, and its work one after another. */
export interface StoreLife {
  /** @throws StoreClosedError `STORE_CLOSED`, or the reason of an aborted signal. */
  readonly check: (options?: StoreReadOptions) => void
  /** Does work that does not wait; what it throws is a rejection. */
  readonly run: <Result>(options: StoreReadOptions | undefined, work: () => Result) => Promise<Result>
  /** Ends the life; true the first time. */
  readonly end: () => boolean
}

/** The life of a store under a name that errors tell. */
export function createStoreLife(name: string): StoreLife {
  let isOver = false
  const check = (options?: StoreReadOptions): void => {
    if (isOver) throw new StoreClosedError(name)
    options?.signal?.throwIfAborted()
  }
  return {
    check,
    run: async (options, work) => {
      check(options)
      return work()
    },
    end: () => {
      const isFirst = !isOver
      isOver = true
      return isFirst
    },
  }
}
