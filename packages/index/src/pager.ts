import { quote } from '@toolscout/model/internal'
import { InvalidCursorError, StaleCursorError } from './errors.ts'

/** A run of items and where the next one starts. */
export interface Slice<Item> {
  readonly items: readonly Item[]
  /** Position behind the last item; absent when nothing follows. */
  readonly next?: string
}

/** A sequence that is held still while it is read page by page. */
export interface PagedSequence<Item> {
  /** At most `limit` items from a position on; from the start without one. `undefined` for what is no position. */
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
   * @param question identifies what was asked (method, query, filter); its cursors answer no other.
   */
  readonly first: <Item>(question: string, sequence: PagedSequence<Item>, limit: number) => Page<Item>
  /**
   * The page behind a cursor, cut from the sequence its first page came from, whatever happened since.
   *
   * @throws InvalidCursorError `INVALID_CURSOR` when the text is no cursor, or one for another question.
   * @throws StaleCursorError `STALE_CURSOR` when its sequence is no longer held, or was held elsewhere.
   * @throws TypeError when the cursor is no text.
   */
  readonly next: <Item>(question: string, cursor: string, limit: number) => Page<Item>
}

/** Sequences held at most; the one that was used least recently goes first. */
export const MAX_HELD_SEQUENCES = 64
/** Items held at most over all sequences together; about 10 MB of hits. */
const MAX_HELD_WEIGHT = 100_000
const MAX_CURSOR_LENGTH = 1_024

interface Held {
  // Ties the sequence to whoever asked, and to the type of its items.
  readonly question: string
  readonly sequence: PagedSequence<unknown>
}

/**
 * Creates a pager.
 *
 * @param instance a text no other pager has, so that its cursors are told apart from those of an earlier life.
 */
export function createPager(instance: string): Pager {
  const heldByNumber = new Map<number, Held>()
  let lastNumber = 0

  const hold = (question: string, sequence: PagedSequence<unknown>): number => {
    lastNumber += 1
    heldByNumber.set(lastNumber, { question, sequence })
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
    first: (question, sequence, limit) => {
      const slice = sequence.slice(undefined, limit) ?? { items: [] }
      return toPage(slice.next === undefined ? 0 : hold(question, sequence), slice)
    },
    next: <Item>(question: string, cursor: string, limit: number): Page<Item> => {
      const { instance: from, number, position } = decodeCursor(cursor)
      const held = from === instance ? heldByNumber.get(number) : undefined
      if (held === undefined) throw new StaleCursorError(cursor)
      if (held.question !== question) {
        throw new InvalidCursorError('This cursor belongs to another query, filter or method.', cursor)
      }
      const slice = (held.sequence as PagedSequence<Item>).slice(position, limit)
      if (slice === undefined) throw noCursor(cursor)
      touch(number, held)
      return toPage(number, slice)
    },
  }
}

/** What a cursor holds. It grants nothing: whoever makes one up reads on in his own question, or not at all. */
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
    throw noCursor(cursor)
  }
  return { instance, number, position }
}

function noCursor(cursor: string): InvalidCursorError {
  return new InvalidCursorError('This is no cursor of this index.', cursor.slice(0, 80))
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
