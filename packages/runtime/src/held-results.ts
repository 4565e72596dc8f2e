import { randomBytes } from 'node:crypto'
import { type Clock, type JsonObject, ToolscoutError } from '@toolscout/model'
import { MAX_TIMEOUT_MS, pointerTokens, quote, valueAt } from '@toolscout/model/internal'
import { requireNumber } from './resilience/require-number.ts'
import { type ReadResultOptions, type ResultPage, takePage } from './result-page.ts'

/** How many results are held to be read on, and how long. 0 is a bound like any other. */
export interface HeldResultLimits {
  /** Most results. Default 32. Legal: integers 0 to 1,000,000. */
  readonly maxHeld?: number | undefined
  /** Most bytes of all of them together. Default 32 MiB. Legal: integers from 0. */
  readonly maxHeldBytes?: number | undefined
  /** How long one is held, in milliseconds. Default 600,000. Legal: 0 to 2,147,483,647. */
  readonly keepMs?: number | undefined
}

/** 32 results of up to 32 MiB for ten minutes: as many as one conversation reads on in, and little for a process. */
const DEFAULT_HELD_RESULT_LIMITS: { readonly [Limit in keyof HeldResultLimits]-?: number } = Object.freeze({
  maxHeld: 32,
  maxHeldBytes: 33_554_432,
  keepMs: 600_000,
})

/** `RESULT_NOT_FOUND`: no result is held for a handle (any more), or it has nothing at the path. */
export class ResultNotFoundError extends ToolscoutError<{ readonly handle: string; readonly path?: string }> {
  constructor(message: string, handle: string, path?: string) {
    super('RESULT_NOT_FOUND', message, { details: { handle, ...(path === undefined ? {} : { path }) } })
  }
}

/** Results that were too long to be handed on at once. */
export interface HeldResults {
  /**
   * Holds a result for its owner and gives its handle; `undefined` when there is no room for it. The oldest results of
   * the owner that holds most make room.
   */
  readonly hold: (owner: string, result: HeldText) => string | undefined
  /**
   * What is held for another than `principal` is not there.
   *
   * @throws ResultNotFoundError `RESULT_NOT_FOUND`; RangeError for numbers out of range.
   */
  readonly read: (handle: string, page: ReadResultOptions) => ResultPage
}

/** A whole result. */
export interface HeldText {
  readonly text: string
  readonly json: JsonObject | undefined
}

interface Held extends HeldText {
  readonly bytes: number
  readonly until: number
}

/** What is held for one owner, in the order of its ends. */
interface Shelf {
  readonly results: Map<string, Held>
  bytes: number
}

/** Random bytes of a handle, beyond what anybody guesses. */
const HANDLE_BYTES = 12

/**
 * Creates a store that holds nothing yet. `maxLength` bounds a page, in code points.
 *
 * @throws RangeError when a limit is outside its range.
 */
export function createHeldResults(
  clock: Clock,
  { maxLength, limits = {} }: { readonly maxLength: number; readonly limits?: HeldResultLimits | undefined },
): HeldResults {
  const { maxHeld, maxHeldBytes, keepMs } = checkLimits(limits)
  const shelves = new Map<string, Shelf>()
  const total = { count: 0, bytes: 0 }
  const forget = (owner: string, handle: string): void => {
    const shelf = shelves.get(owner)
    const bytes = shelf?.results.get(handle)?.bytes
    if (shelf === undefined || bytes === undefined) return
    shelf.results.delete(handle)
    shelf.bytes -= bytes
    total.count -= 1
    total.bytes -= bytes
    if (shelf.results.size === 0) shelves.delete(owner)
  }
  const forgetOld = (): void => {
    for (const [owner, { results }] of shelves) {
      for (const [handle, { until }] of results) {
        if (until > clock.now()) break
        forget(owner, handle)
      }
    }
  }
  /** Keeps an owner of many results from displacing the results of others. */
  const makeRoom = (comer: string, bytes: number): void => {
    for (;;) {
      const isFull = total.count >= maxHeld
      if (!isFull && total.bytes + bytes <= maxHeldBytes) return
      const sizeOf = ([owner, shelf]: [string, Shelf]): number => {
        const isComer = owner === comer
        return isFull ? shelf.results.size + (isComer ? 1 : 0) : shelf.bytes + (isComer ? bytes : 0)
      }
      const [owner, shelf] = [...shelves].reduce((most, next) => (sizeOf(next) > sizeOf(most) ? next : most))
      const [oldest = ''] = shelf.results.keys()
      forget(owner, oldest)
    }
  }
  return {
    hold: (owner, { text, json }) => {
      const bytes =
        Buffer.byteLength(text) + (json === undefined ? 0 : Buffer.byteLength(JSON.stringify(json)))
      if (maxHeld === 0 || keepMs === 0 || bytes > maxHeldBytes) return undefined
      forgetOld()
      makeRoom(owner, bytes)
      const handle = `r_${randomBytes(HANDLE_BYTES).toString('hex')}`
      const shelf = shelves.get(owner) ?? { results: new Map<string, Held>(), bytes: 0 }
      shelves.set(owner, shelf)
      shelf.results.set(handle, { text, json, bytes, until: clock.now() + keepMs })
      shelf.bytes += bytes
      total.count += 1
      total.bytes += bytes
      return handle
    },
    read: (handle, { principal = '', ...page }) => {
      forgetOld()
      const result = shelves.get(principal)?.results.get(handle)
      if (result === undefined) {
        throw new ResultNotFoundError(`No result is held for ${quote(handle)}; call the tool again.`, handle)
      }
      const { path } = page
      return takePage(path === undefined ? result.text : jsonText(result, handle, path), page, maxLength)
    },
  }
}

function jsonText({ json }: Held, handle: string, path: string): string {
  const value = json === undefined ? undefined : valueAt(json, pointerTokens(path))
  if (value !== undefined) return JSON.stringify(value, undefined, 1)
  const why = json === undefined ? 'it has no structured content' : `it has nothing at ${quote(path)}`
  throw new ResultNotFoundError(`The result ${quote(handle)} cannot be read so: ${why}.`, handle, path)
}

function checkLimits(given: HeldResultLimits): { readonly [Limit in keyof HeldResultLimits]-?: number } {
  const { maxHeld, maxHeldBytes, keepMs } = DEFAULT_HELD_RESULT_LIMITS
  const most = Number.MAX_SAFE_INTEGER
  return {
    maxHeld: requireNumber('maxHeld', given.maxHeld ?? maxHeld, { least: 0, most: 1_000_000, whole: true }),
    maxHeldBytes: requireNumber('maxHeldBytes', given.maxHeldBytes ?? maxHeldBytes, {
      least: 0,
      most,
      whole: true,
    }),
    keepMs: requireNumber('keepMs', given.keepMs ?? keepMs, { least: 0, most: MAX_TIMEOUT_MS }),
  }
}
