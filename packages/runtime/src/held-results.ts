import type { Clock, JsonObject } from '@toolscout/model'
import { randomHex, utf8Length } from '@toolscout/model/internal'
import { resultNotHeld } from './failure-result.ts'
import { HELD_RESULT_LIMITS, readLimits } from './resilience/limits.ts'

/** How many results are held to be read on, and how long. 0 is a bound like any other. */
export interface HeldResultLimits {
  /** Most results. Default 32. Legal: integers 0 to 1,000,000. */
  readonly maxHeld?: number | undefined
  /** Most bytes of all of them together. Default 32 MiB. Legal: integers from 0. */
  readonly maxHeldBytes?: number | undefined
  /** How long one is held, in milliseconds. Default 600,000. Legal: 0 to 2,147,483,647. */
  readonly keepMs?: number | undefined
}

/** Which part of a held result is read. */
export interface ResultPageOptions {
  /** What `from` and `count` count. Default `lines`. */
  readonly unit?: 'lines' | 'bytes' | undefined
  /** The first one, counted from 0. Default 0. Legal: integers from 0. */
  readonly from?: number | undefined
  /** How many. Default 200 lines or 16,384 bytes. Legal: integers from 1. */
  readonly count?: number | undefined
  /** A JSON pointer into the structured content, whose value is read in the place of the text. Default: the text. */
  readonly path?: string | undefined
}

/** Which part is read, and on whose behalf. */
export interface ReadResultOptions extends ResultPageOptions {
  /** The principal whose call produced the result; others cannot find it. Default: no principal. */
  readonly principal?: string | undefined
}

/** A part of a held result. */
export interface ResultPage {
  readonly text: string
  readonly unit: 'lines' | 'bytes'
  /** What the part begins with, and the first one after it. */
  readonly from: number
  readonly to: number
  readonly total: number
  /** Where the next part begins; absent at the end. */
  readonly next?: number
  /** True when a single line was longer than a part may be; read it by bytes. */
  readonly isCut?: boolean
}

/** A whole result, and what reads a part of it: that comes with the first call, and nothing is held before. */
export interface HeldText {
  readonly text: string
  readonly json: JsonObject | undefined
  readonly pageOf: (
    held: Omit<HeldText, 'pageOf'>,
    place: { readonly handle: string; readonly page: ResultPageOptions; readonly maxLength: number },
  ) => ResultPage
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
  { maxLength, limits }: { readonly maxLength: number; readonly limits?: HeldResultLimits | undefined },
): HeldResults {
  const { maxHeld, maxHeldBytes, keepMs } = readLimits(HELD_RESULT_LIMITS, limits)
  const shelves = new Shelves(clock, maxHeld, maxHeldBytes)
  return {
    hold: (owner, { text, json, pageOf }) => {
      const bytes = utf8Length(text) + (json === undefined ? 0 : utf8Length(JSON.stringify(json)))
      if (maxHeld === 0 || keepMs === 0 || bytes > maxHeldBytes) return undefined
      const handle = `r_${randomHex(HANDLE_BYTES)}`
      shelves.add(owner, handle, { text, json, pageOf, bytes, until: clock.now() + keepMs })
      return handle
    },
    read: (handle, { principal = '', ...page }) => {
      const result = shelves.get(principal, handle)
      if (result === undefined) throw resultNotHeld(handle)
      return result.pageOf(result, { handle, page, maxLength })
    },
  }
}

/** A shelf for each owner, all together within bounds. */
class Shelves {
  readonly #shelves = new Map<string, Shelf>()
  readonly #clock: Clock
  readonly #maxHeld: number
  readonly #maxHeldBytes: number
  #count = 0
  #bytes = 0

  constructor(clock: Clock, maxHeld: number, maxHeldBytes: number) {
    this.#clock = clock
    this.#maxHeld = maxHeld
    this.#maxHeldBytes = maxHeldBytes
  }

  get(owner: string, handle: string): Held | undefined {
    this.#forgetOld()
    return this.#shelves.get(owner)?.results.get(handle)
  }

  add(owner: string, handle: string, held: Held): void {
    this.#forgetOld()
    this.#makeRoom(owner, held.bytes)
    const shelf = this.#shelves.get(owner) ?? { results: new Map<string, Held>(), bytes: 0 }
    this.#shelves.set(owner, shelf)
    shelf.results.set(handle, held)
    shelf.bytes += held.bytes
    this.#count += 1
    this.#bytes += held.bytes
  }

  /** Keeps an owner of many results from displacing the results of others. */
  #makeRoom(comer: string, bytes: number): void {
    for (;;) {
      const isFull = this.#count >= this.#maxHeld
      if (!isFull && this.#bytes + bytes <= this.#maxHeldBytes) return
      const sizeOf = ([owner, shelf]: [string, Shelf]): number => {
        const isComer = owner === comer
        return isFull ? shelf.results.size + (isComer ? 1 : 0) : shelf.bytes + (isComer ? bytes : 0)
      }
      const largest = [...this.#shelves].reduce((most, next) => (sizeOf(next) > sizeOf(most) ? next : most))
      const [owner, shelf] = largest
      const [oldest = ''] = shelf.results.keys()
      this.#forget(owner, oldest)
    }
  }

  #forgetOld(): void {
    for (const [owner, { results }] of this.#shelves) {
      for (const [handle, { until }] of results) {
        if (until > this.#clock.now()) break
        this.#forget(owner, handle)
      }
    }
  }

  #forget(owner: string, handle: string): void {
    const shelf = this.#shelves.get(owner)
    const bytes = shelf?.results.get(handle)?.bytes
    if (shelf === undefined || bytes === undefined) return
    shelf.results.delete(handle)
    shelf.bytes -= bytes
    this.#count -= 1
    this.#bytes -= bytes
    if (shelf.results.size === 0) this.#shelves.delete(owner)
  }
}
