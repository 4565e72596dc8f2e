import type { Clock } from '@toolscout/model'
import { createSlices, warnOfListener } from '@toolscout/model/internal'

/** Something that happens once, and can be waited for. */
export interface Gate {
  readonly opened: Promise<void>
  /** The second time changes nothing. */
  readonly open: () => void
}

/** Creates a gate that is shut. */
export function createGate(): Gate {
  let open = (): void => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { opened, open }
}

/**
 * Runs work one at a time. A call while it runs gets one run that begins after it, shared by all such calls: the run under
 * way may already have passed what the caller wants to be seen.
 */
export function createCoalescingRunner(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined
  let following: Promise<void> | undefined
  const begin = (): Promise<void> => {
    following = undefined
    running = work().finally(() => {
      if (following === undefined) running = undefined
    })
    return running
  }
  return () => {
    if (running === undefined) return begin()
    following ??= running.then(begin, begin)
    return following
  }
}

/** Makes one call of many. */
export interface Debounce {
  readonly trigger: () => void
  /** Forgets what was triggered. */
  readonly cancel: () => void
}

/**
 * Calls back once it was quiet for `quietMs`, and after `maxWaitMs` even if it never is. Keeps no process alive.
 *
 * @param call must not throw.
 */
export function createDebounce(
  call: () => void,
  {
    clock,
    quietMs,
    maxWaitMs,
  }: { readonly clock: Clock; readonly quietMs: number; readonly maxWaitMs: number },
): Debounce {
  let first: number | undefined
  let last = 0
  let stop = (): void => {}
  /** A flood only moves the time of the last trigger; the timer looks when it ends. */
  const wait = (since: number): void => {
    const restMs = Math.min(last + quietMs, since + maxWaitMs) - clock.now()
    if (restMs > 0) {
      stop = clock.after(Math.ceil(restMs), () => wait(since), { background: true })
      return
    }
    first = undefined
    call()
  }
  return {
    trigger: () => {
      last = clock.now()
      if (first !== undefined) return
      first = last
      wait(first)
    },
    cancel: () => {
      first = undefined
      stop()
    },
  }
}

/** What a {@link SlicedQueue} does with its entries. */
export interface SlicedQueueDeps<Value> {
  /** Called in a slice of its own before many are looked at. */
  readonly prepare: () => void
  /** Looks at an entry; says whether it counts as found. */
  readonly look: (key: string, value: Value | undefined) => boolean
  /** Called with what was found when none is left. */
  readonly onEnd: (found: readonly string[]) => void
}

/** Entries that are looked at one by one: few at once, which takes no longer than a slice, many in slices. */
export class SlicedQueue<Value> {
  readonly waiting: Map<string, Value> = new Map()
  /** What is being looked at in slices; `undefined` when nothing is. */
  underWay: Promise<void> | undefined
  readonly #deps: SlicedQueueDeps<Value>
  #found: string[] = []

  constructor(deps: SlicedQueueDeps<Value>) {
    this.#deps = deps
  }

  /** Looks at an entry now; one that does not wait is never found. */
  take(key: string): void {
    const value = this.waiting.get(key)
    const isWaiting = this.waiting.delete(key)
    if (this.#deps.look(key, value) && isWaiting) this.#found.push(key)
  }

  /** Looks at all that wait, those that come meanwhile included. */
  run(): void {
    if (this.underWay !== undefined) return
    const isLong = this.waiting.size > AT_ONCE
    if (isLong) this.underWay = this.#runInSlices().catch((error: unknown) => warnOfListener(error))
    else {
      for (const key of this.waiting.keys()) this.take(key)
      this.#end()
    }
  }

  async #runInSlices(): Promise<void> {
    const slices = createSlices()
    try {
      // What made them wait, such as a registration that shows its tools, has its own slice.
      await slices.next()
      this.#deps.prepare()
      await slices.next()
      for (const key of this.waiting.keys()) {
        this.take(key)
        if (slices.isOver()) await slices.next()
      }
    } finally {
      this.underWay = undefined
      this.#end()
    }
  }

  #end(): void {
    const found = this.#found
    this.#found = []
    this.#deps.onEnd(Object.freeze(found))
  }
}

const AT_ONCE = 64
