import { quote } from '@toolscout/model/internal'
import { InvalidCursorError, StaleCursorError } from './errors.ts'

/** Consecutive items, and where the next ones start. */
export interface Slice<Item> {
  readonly items: readonly Item[]
  /** Position behind the last item; absent when nothing follows. */
  readonly next?: string
}

/** A sequence that does not change while it is read page by page. */
export interface PagedSequence<Item> {
  /** At most `limit` items from a position on; from the start without one. `undefined` for an invalid position. */
  readonly slice: (position: string | undefined, limit: number) => Slice<Item> | undefined
  /** Roughly how many items are kept in memory for this sequence alone. */
  readonly weight: number
}

/** One page of a sequence. */
export interface Page<Item> {
  readonly items: readonly Item[]
  /** Asks for the next page; absent on the last one. */
  readonly nextCursor?: string
}

/** Cuts sequences into pages and finds them again by cursor. */
export interface Pager {
  /**
   * The first page of a sequence, which is held as long as pages of it remain.
   *
   * @param key identifies the method, query and filter; its cursors answer no other.
   */
  readonly first: <Item>(key: string, sequence: PagedSequence<Item>, limit: number) => Page<Item>
  /**
   * The page behind a cursor, cut from the sequence its first page came from, whatever happened since.
   *
   * @throws InvalidCursorError `INVALID_CURSOR` when the text is not a cursor, or one for another key.
   * @throws StaleCursorError `STALE_CURSOR` when its sequence is no longer held, or was held elsewhere.
   * @throws TypeError when the cursor is no text.
   */
  readonly next: <Item>(key: string, cursor: string, limit: number) => Page<Item>
}

/** Most sequences that are held; the least recently used one goes first. */
export const MAX_HELD_SEQUENCES = 64
/** Most items that all held sequences have together; about 10 MB of hits. */
export const MAX_HELD_WEIGHT = 100_000
const MAX_CURSOR_LENGTH = 1_024

interface Held {
  // Ties the sequence to its query, and to the type of its items.
  readonly key: string
  readonly sequence: PagedSequence<unknown>
}

/**
 * Creates a pager.
 *
 * @param instance a text that no other pager has, so that cursors of an earlier process are refused.
 */
export function createPager(instance: string): Pager {
  const heldByNumber = new Map<number, Held>()
  let lastNumber = 0

  const hold = (key: string, sequence: PagedSequence<unknown>): number => {
    lastNumber += 1
    heldByNumber.set(lastNumber, { key, sequence })
    let weight = [...heldByNumber.values()].reduce((sum, held) => sum + held.sequence.weight, 0)
    for (const [number, held] of heldByNumber) {
      const isWithin = heldByNumber.size <= MAX_HELD_SEQUENCES && weight <= MAX_HELD_WEIGHT
      if (isWithin || number === lastNumber) break
      heldByNumber.delete(number)
      weight -= held.sequence.weight
    }
    return lastNumber
  }
  const touch = (number: number, held: Held): void => {
    heldByNumber.delete(number)
    heldByNumber.set(number, held)
  }
  const toPage = <Item>(number: number, { items, next }: Slice<Item>): Page<Item> =>
    Object.freeze({
      items: Object.freeze(items),
      ...(next === undefined ? {} : { nextCursor: encodeCursor({ instance, number, position: next }) }),
    })

  return {
    first: (key, sequence, limit) => {
      const slice = sequence.slice(undefined, limit) ?? { items: [] }
      return toPage(slice.next === undefined ? 0 : hold(key, sequence), slice)
    },
    next: <Item>(key: string, cursor: string, limit: number): Page<Item> => {
      const { instance: from, number, position } = decodeCursor(cursor)
      const held = from === instance ? heldByNumber.get(number) : undefined
      if (held === undefined) throw new StaleCursorError(cursor)
      if (held.key !== key) {
        throw new InvalidCursorError('This cursor belongs to another query, filter or method.', cursor)
      }
      const slice = (held.sequence as PagedSequence<Item>).slice(position, limit)
      if (slice === undefined) throw invalidCursor(cursor)
      touch(number, held)
      return toPage(number, slice)
    },
  }
}

/** What a cursor holds. It grants nothing: a forged one continues its own query, or none. */
interface Place {
  readonly instance: string
  readonly number: number
  readonly position: string
}

function encodeCursor({ instance, number, position }: Place): string {
  return Buffer.from(JSON.stringify([instance, number, position])).toString('base64url')
}

function decodeCursor(cursor: string): Place {
  if (typeof cursor !== 'string') throw new TypeError(`A cursor is a text, not ${quote(cursor)}.`)
  const [instance, number, position] = readFields(cursor) ?? []
  if (typeof instance !== 'string' || typeof number !== 'number' || typeof position !== 'string') {
    throw invalidCursor(cursor)
  }
  return { instance, number, position }
}

function invalidCursor(cursor: string): InvalidCursorError {
  return new InvalidCursorError('This is not a cursor of this index.', cursor.slice(0, 80))
}

/** The items of a list by their positions, `0` on. */
export function sequenceOf<Item>(items: readonly Item[]): PagedSequence<Item> {
  return {
    weight: items.length,
    slice: (position = '0', limit) => {
      if (!/^(0|[1-9][0-9]{0,9})$/.test(position)) return undefined
      const end = Number(position) + limit
      const slice = items.slice(Number(position), end)
      return end < items.length ? { items: slice, next: String(end) } : { items: slice }
    },
  }
}

function readFields(cursor: string): readonly unknown[] | undefined {
  if (cursor.length > MAX_CURSOR_LENGTH) return undefined
  try {
    const fields: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    return Array.isArray(fields) ? fields : undefined
  } catch {
    return undefined
  }
}
