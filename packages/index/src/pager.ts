import { sha256 } from '@toolscout/model'
import { InvalidCursorError, StaleCursorError } from './errors.ts'

/** A run of items and where the next one starts. */
export interface Slice<Item> {
  readonly items: readonly Item[]
  /** Position behind the last item; absent when nothing follows. */
  readonly next?: string
}

/** A sequence that is held still while it is read page by page. */
export interface PagedSequence<Item> {
  /** At most `limit` items from a position on; from the start without one. */
  readonly slice: (position: string | undefined, limit: number) => Slice<Item>
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
   * @throws InvalidCursorError `INVALID_CURSOR` when the cursor was not made here or for another question.
   * @throws StaleCursorError `STALE_CURSOR` when its sequence is no longer held.
   */
  readonly next: <Item>(question: string, cursor: string, limit: number) => Page<Item>
}

/** Sequences held at most; the one that was used least recently goes first. */
export const MAX_HELD_SEQUENCES = 64
/** Items held at most over all sequences together; about 10 MB of hits. */
const MAX_HELD_WEIGHT = 100_000
const MAX_CURSOR_LENGTH = 1_024

interface Held {
  // The question ties a sequence to the type of its items.
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

  const hold = (sequence: PagedSequence<unknown>): number => {
    lastNumber += 1
    heldByNumber.set(lastNumber, { sequence })
    let weight = [...heldByNumber.values()].reduce((sum, held) => sum + held.sequence.weight, 0)
    for (const [number, held] of heldByNumber) {
      const isWithin = heldByNumber.size <= MAX_HELD_SEQUENCES && weight <= MAX_HELD_WEIGHT
      if (isWithin || number === lastNumber) break
      heldByNumber.delete(number)
      weight -= held.sequence.weight
    }
    return lastNumber
  }
  const touch = (number: number): Held | undefined => {
    const held = heldByNumber.get(number)
    if (held === undefined) return undefined
    heldByNumber.delete(number)
    heldByNumber.set(number, held)
    return held
  }
  const toPage = <Item>(question: string, number: number, { items, next }: Slice<Item>): Page<Item> =>
    next === undefined
      ? { items }
      : { items, nextCursor: encodeCursor(question, { instance, number, position: next }) }

  return {
    first: (question, sequence, limit) => {
      const slice = sequence.slice(undefined, limit)
      return toPage(question, slice.next === undefined ? 0 : hold(sequence), slice)
    },
    next: <Item>(question: string, cursor: string, limit: number): Page<Item> => {
      const place = decodeCursor(question, cursor)
      const held = place.instance === instance ? touch(place.number) : undefined
      if (held === undefined) throw new StaleCursorError(cursor)
      const sequence = held.sequence as PagedSequence<Item>
      return toPage(question, place.number, sequence.slice(place.position, limit))
    },
  }
}

/** What a cursor holds. */
interface Place {
  readonly instance: string
  readonly number: number
  readonly position: string
}

/** A cursor is its place and a digest of place and question, so that it fits its question alone. */
function encodeCursor(question: string, { instance, number, position }: Place): string {
  const place = [instance, number, position]
  return Buffer.from(JSON.stringify([...place, digest(question, place)])).toString('base64url')
}

function decodeCursor(question: string, cursor: string): Place {
  const fields = readFields(cursor)
  const [instance, number, position, sealed] = fields ?? []
  if (typeof instance !== 'string' || typeof number !== 'number' || typeof position !== 'string') {
    throw new InvalidCursorError('This is no cursor of this index.', cursor.slice(0, 80))
  }
  if (sealed !== digest(question, [instance, number, position])) {
    throw new InvalidCursorError('This cursor belongs to another query, filter or method.', cursor)
  }
  return { instance, number, position }
}

function readFields(cursor: string): readonly unknown[] | undefined {
  if (typeof cursor !== 'string' || cursor.length > MAX_CURSOR_LENGTH) return undefined
  try {
    const fields: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    return Array.isArray(fields) ? fields : undefined
  } catch {
    return undefined
  }
}

function digest(question: string, place: readonly unknown[]): string {
  return sha256(JSON.stringify([question, ...place])).slice(0, 16)
}
