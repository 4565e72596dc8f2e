import { checkWhole } from '../options.ts'
import { nextTurn } from '../platform.ts'

/** Time as this package sees it, so that tests need not wait for any. */
export interface Clock {
  /** Milliseconds since the epoch. */
  readonly now: () => number
  /**
   * Calls back once after the delay in milliseconds, and returns a function that cancels it. What is done in the background
   * does not keep the process alive.
   */
  readonly after: (
    ms: number,
    callback: () => void,
    options?: { readonly background?: boolean },
  ) => () => void
}

/** The platform's own. */
export const systemClock: Clock = Object.freeze({
  now: () => performance.timeOrigin + performance.now(),
  after: (ms, callback, { background = false } = {}) => {
    const timer = setTimeout(callback, ms)
    // A number in browsers, where nothing is kept alive.
    if (background) (timer as Partial<NodeJS.Timeout>).unref?.()
    return () => clearTimeout(timer)
  },
} satisfies Clock)

/** Resolves after the delay in milliseconds, or rejects with the signal's reason. */
export function pause(clock: Clock, ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    let stopClock = (): void => {}
    const stopListening = onAbort(signal, () => {
      stopClock()
      reject(signal.reason)
    })
    if (signal.aborted) return
    stopClock = clock.after(ms, () => {
      stopListening()
      resolve()
    })
  })
}

/** The time some work has. */
export interface TimeLimit {
  readonly clock: Clock
  readonly timeoutMs: number
  /** The caller's signal; aborting it ends the wait. */
  readonly signal?: AbortSignal | undefined
  /** What the work rejects with when the time is up. */
  readonly onTimeout: () => unknown
  /** Whether it is background work, whose caller does not wait for it. Default false. */
  readonly background?: boolean
}

/**
 * Runs work for as long as it may take, and leaves it then, whether or not it looks at the signal it is given: rejects
 * with what `onTimeout` gives, or with the reason of the caller's signal.
 */
export async function withTimeLimit<T>(
  work: (signal: AbortSignal) => Promise<T>,
  limit: TimeLimit,
): Promise<T> {
  const { clock, timeoutMs, signal, onTimeout, background = false } = limit
  signal?.throwIfAborted()
  const controller = new AbortController()
  const stopClock = clock.after(timeoutMs, () => controller.abort(onTimeout()), { background })
  const stopListening =
    signal === undefined ? () => {} : onAbort(signal, () => controller.abort(signal.reason))
  try {
    return await raceSignal(work(controller.signal), controller.signal)
  } finally {
    stopClock()
    stopListening()
  }
}

/** The longest deadline, in milliseconds: what a timer of the platform can wait, about 25 days. */
export const MAX_TIMEOUT_MS = 2_147_483_647

/** Whether a value can be a deadline: a whole number of milliseconds from 1 to {@link MAX_TIMEOUT_MS}. */
export function isTimeoutMs(value: unknown): value is number {
  return Number.isInteger(value) && (value as number) >= 1 && (value as number) <= MAX_TIMEOUT_MS
}

/**
 * Gives a deadline back when it is one, see {@link isTimeoutMs}. `name` is what the caller called it.
 *
 * @throws RangeError otherwise.
 */
export function checkTimeoutMs(name: string, value: unknown): number {
  return checkWhole(name, value, 1, MAX_TIMEOUT_MS)
}

/** Longest wait, in milliseconds: a day. Longer ones are as good as never. */
const MAX_WAIT_MS = 86_400_000

/**
 * How many milliseconds the value of a `Retry-After` header asks to wait (RFC 9110, section 10.2.3): a number of
 * seconds, or a date. At most a day.
 *
 * @param now milliseconds since the epoch on the clock that wrote the date.
 * @returns `undefined` when it asks for nothing that can be read.
 */
export function parseRetryAfter(header: string | null | undefined, now: number): number | undefined {
  const value = header?.trim() ?? ''
  if (/^\d{1,9}(\.\d{1,6})?$/.test(value)) return Math.min(Number(value) * 1_000, MAX_WAIT_MS)
  // Numbers that are no seconds, such as -1, would be read as years.
  const date = /[a-z]/i.test(value) ? Date.parse(value) : Number.NaN
  return Number.isNaN(date) ? undefined : Math.min(Math.max(0, date - now), MAX_WAIT_MS)
}

/** What listens to a signal for all who wait for it. */
interface Waiting {
  readonly callbacks: Set<() => void>
  readonly tell: () => void
}

/** A signal without listeners can be garbage-collected with its set. */
const waitingFor = new WeakMap<AbortSignal, Waiting>()

/**
 * Calls back when a signal aborts, at once when it has. Gives back the way to stop that.
 *
 * However many wait for one signal, it has one listener: a program with a hundred servers hands all of them the same
 * signal, and the platform takes more than ten listeners for a leak.
 */
export function onAbort(signal: AbortSignal, callback: () => void): () => void {
  if (signal.aborted) {
    callback()
    return () => {}
  }
  // A function of its own, so that the same callback may wait twice.
  const entry = (): void => callback()
  const { callbacks, tell } = waitingFor.get(signal) ?? startWaiting(signal)
  callbacks.add(entry)
  return () => {
    if (!callbacks.delete(entry) || callbacks.size > 0) return
    signal.removeEventListener('abort', tell)
    waitingFor.delete(signal)
  }
}

function startWaiting(signal: AbortSignal): Waiting {
  const callbacks = new Set<() => void>()
  const tell = (): void => [...callbacks].forEach((callback) => void callback())
  const waiting = { callbacks, tell }
  waitingFor.set(signal, waiting)
  signal.addEventListener('abort', tell, { once: true })
  return waiting
}

/**
 * A signal that aborts with the first of several; absent ones never do. A single one is returned as it is, because the
 * platform frees a composite signal only in a later macrotask.
 */
export function anySignal(...signals: readonly (AbortSignal | undefined)[]): AbortSignal {
  const given = signals.filter((signal) => signal !== undefined)
  const [only] = given
  return only !== undefined && given.length === 1 ? only : AbortSignal.any(given)
}

/** Settles as `work` does, or rejects with the signal's reason as soon as that aborts, whichever is first. */
export function raceSignal<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = onAbort(signal, () => reject(signal.reason))
    work.then(resolve, reject).finally(stop)
  })
}

/** Runs work when everything that was given before has ended, however it did. */
export type Turns = <T>(work: () => Promise<T>) => Promise<T>

/** Creates an empty queue of turns; work that fails harms no other. */
export function createTurns(): Turns {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const run = last.then(work)
    last = run.catch(() => {})
    return run
  }
}

/** Work of any length, in slices between which everything else has its turn. */
export interface Slices {
  /** Whether the slice is used up, and the next is to be waited for. */
  readonly isOver: () => boolean
  /** Resolves when the next slice begins, in a later turn. Rejects with the signal's reason. */
  readonly next: () => Promise<void>
  /** Throws the signal's reason once that aborts. */
  readonly check: () => void
}

/** What {@link createSlices} works with. */
export interface SlicesOptions {
  /** Ends the work: the next slice does not begin. Default: nothing does. */
  readonly signal?: AbortSignal | undefined
  /** Milliseconds since any moment. Default: the platform's. */
  readonly now?: () => number
  /** Resolves when all else that is due has run. Default: the platform's. */
  readonly turn?: () => Promise<void>
}

/** Milliseconds of a slice: turns between such slices cost next to nothing, and no one notices the wait. */
const SLICE_MS = 8

/** Begins the first slice. */
export function createSlices({
  signal,
  now = () => performance.now(),
  turn = nextTurn,
}: SlicesOptions = {}): Slices {
  let end = now() + SLICE_MS
  const check = (): void => signal?.throwIfAborted()
  return {
    isOver: () => now() >= end,
    next: async () => {
      await turn()
      check()
      end = now() + SLICE_MS
    },
    check,
  }
}

/** Takes the steps of some work, with a break wherever a slice is used up. */
export async function stepByStep<Result>(steps: Generator<void, Result>, slices: Slices): Promise<Result> {
  let step = steps.next()
  for (; step.done !== true; step = steps.next()) if (slices.isOver()) await slices.next()
  return step.value
}

/** Takes the steps of some work without a break. */
export function atOnce<Result>(steps: Generator<void, Result>): Result {
  let step = steps.next()
  while (step.done !== true) step = steps.next()
  return step.value
}
