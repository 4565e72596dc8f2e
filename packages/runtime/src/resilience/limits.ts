import { checkNumber, MAX_TIMEOUT_MS, type NumberRange } from '@toolscout/model/internal'

/** The range and the default of a limit. */
export interface Limit extends NumberRange {
  readonly fallback: number
}

/** Limits by their names. */
export type LimitTable<Name extends string> = Readonly<Record<Name, Limit>>

/** A count, at least `least` and at most a million. */
function countLimit(fallback: number, least: 0 | 1 = 0): Limit {
  return { fallback, least, most: 1_000_000, whole: true }
}

/** A size, of which there may be any. */
function sizeLimit(fallback: number, least: number): Limit {
  return { fallback, least, most: Number.MAX_SAFE_INTEGER, whole: true }
}

/** A time in milliseconds. */
export function timeLimit(fallback: number): Limit {
  return { fallback, least: 0, most: MAX_TIMEOUT_MS }
}

/** 16 at once is what servers bear; four times as many wait, for 2 s, so that a flood is refused and not stored. */
export const BULKHEAD_LIMITS: LimitTable<'maxRunning' | 'maxWaiting' | 'maxWaitMs'> = Object.freeze({
  maxRunning: countLimit(16, 1),
  maxWaiting: countLimit(64),
  maxWaitMs: timeLimit(2_000),
})
/** Ten minutes: longer than any client goes on repeating a call whose answer it lost. */
export const IDEMPOTENCY_LIMITS: LimitTable<'keepMs' | 'maxKept'> = Object.freeze({
  keepMs: timeLimit(600_000),
  maxKept: countLimit(256),
})
/** 32 results of up to 32 MiB for ten minutes: as many as one conversation reads on in, and little for a process. */
export const HELD_RESULT_LIMITS: LimitTable<'maxHeld' | 'maxHeldBytes' | 'keepMs'> = Object.freeze({
  maxHeld: countLimit(32),
  maxHeldBytes: sizeLimit(33_554_432, 0),
  keepMs: timeLimit(600_000),
})

/** Most text of a result, in code points: about 8,000 tokens, which leaves room for the rest of a conversation. */
const DEFAULT_MAX_RESULT_LENGTH = 32_000
/** Most bytes of a result that are handed on, as UTF-8: far beyond any context window, little for a process. */
export const DEFAULT_MAX_RESULT_BYTES = 4_194_304
/** A result that was cut has to hold the sentence that says so, and something worth reading. */
export const LEAST_MAX_RESULT_BYTES = 1_024
/** Ten minutes: a person who has not answered by then does something else; clients without a session are waited for as long. */
const DEFAULT_MAX_PERSON_MS = 600_000
/** An hour: servers that make tasks of long work keep them about as long. */
const DEFAULT_MAX_TASK_MS = 3_600_000
/** The least text of a result has to be worth reading, and say that it was cut. */
export const CALL_LIMITS: LimitTable<'maxPersonMs' | 'maxTaskMs' | 'maxResultLength' | 'maxResultBytes'> =
  Object.freeze({
    maxPersonMs: timeLimit(DEFAULT_MAX_PERSON_MS),
    maxTaskMs: timeLimit(DEFAULT_MAX_TASK_MS),
    maxResultLength: sizeLimit(DEFAULT_MAX_RESULT_LENGTH, 1_000),
    maxResultBytes: sizeLimit(DEFAULT_MAX_RESULT_BYTES, LEAST_MAX_RESULT_BYTES),
  })

/** Reads limits by a table. @throws RangeError when one is outside its range. */
export function readLimits<Name extends string>(
  table: LimitTable<Name>,
  given: { readonly [Limit in NoInfer<Name>]?: number | undefined } = {},
): { readonly [Limit in Name]: number } {
  const names = Object.keys(table) as Name[]
  const read = names.map((name) => [
    name,
    checkNumber(name, given[name] ?? table[name].fallback, table[name]),
  ])
  return Object.fromEntries(read) as { readonly [Limit in Name]: number }
}
