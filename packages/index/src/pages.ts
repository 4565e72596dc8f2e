import { compileFilter, type JsonValue, type SearchMode, type ToolFilter } from '@toolscout/model'
import { canonicalJson, checkOptions, checkWhole, quote, randomHex } from '@toolscout/model/internal'
import { InvalidCursorError, StaleCursorError } from './errors.ts'
import { NAMESPACES_OPTIONS, PAGE_OPTIONS } from './option-kinds.ts'
import type { RegisteredTool, Tools, ToolTree } from './registered-tools.ts'
import { DEFAULT_SEARCH_LIMIT, MAX_SEARCH_LIMIT, type Page, type PageOptions } from './tool-index.ts'
import { listTools } from './tool-snapshot.ts'

/** Consecutive items, and where the next ones start. */
export interface Slice<Item> {
  readonly items: readonly Item[]
  /** Position behind the last item; absent when nothing follows. */
  readonly next: string | undefined
}

/** A sequence that does not change while it is read page by page. */
export interface PagedSequence<Item> {
  /** At most `limit` items from a position on; from the start without one. `undefined` for an invalid position. */
  readonly slice: (position: string | undefined, limit: number) => Slice<Item> | undefined
  /** Roughly how many items are kept in memory for this sequence alone. */
  readonly weight: number
}

/** Most sequences that are held; the least recently used one goes first. */
export const MAX_HELD_SEQUENCES = 64
/** Most items that all held sequences have together; about 10 MB of hits. */
export const MAX_HELD_WEIGHT = 100_000
const MAX_CURSOR_LENGTH = 4_096

/** A sequence with the key that ties it to its query, and to the type of its items. */
interface Held {
  readonly key: string
  readonly sequence: PagedSequence<unknown>
}

/** Cuts sequences into pages and finds them again by cursor. */
export class Pager {
  readonly #instance = randomHex(8)
  readonly #held = new Map<number, Held>()
  #lastNumber = 0

  /**
   * The first page of a sequence, which is held as long as pages of it remain.
   *
   * @param key identifies the method, query and filter; its cursors answer no other.
   */
  first<Item>(key: string, sequence: PagedSequence<Item>, limit: number): Page<Item> {
    const slice = sequence.slice(undefined, limit) ?? { items: [], next: undefined }
    return this.#toPage(slice.next === undefined ? 0 : this.#hold({ key, sequence }), slice)
  }

  /**
   * The page behind a cursor, cut from the sequence its first page came from, whatever happened since.
   *
   * @throws InvalidCursorError `INVALID_CURSOR` when the text is not a cursor, or one for another key.
   * @throws StaleCursorError `STALE_CURSOR` when its sequence is no longer held, or was held elsewhere.
   * @throws TypeError when the cursor is no text.
   */
  next<Item>(key: string, cursor: string, limit: number): Page<Item> {
    const [instance, number, position] = readCursor(cursor)
    const held = instance === this.#instance ? this.#held.get(number) : undefined
    if (held === undefined) throw new StaleCursorError(cursor)
    if (held.key !== key) {
      throw new InvalidCursorError('This cursor belongs to another query, filter or method.', cursor)
    }
    const slice = (held.sequence as PagedSequence<Item>).slice(position, limit)
    if (slice === undefined) throw invalidCursor(cursor)
    // The map is in the order of use.
    this.#held.delete(number)
    this.#held.set(number, held)
    return this.#toPage(number, slice)
  }

  #hold(held: Held): number {
    this.#lastNumber += 1
    this.#held.set(this.#lastNumber, held)
    let weight = [...this.#held.values()].reduce((sum, { sequence }) => sum + sequence.weight, 0)
    for (const [number, { sequence }] of this.#held) {
      const isWithin = this.#held.size <= MAX_HELD_SEQUENCES && weight <= MAX_HELD_WEIGHT
      if (isWithin || number === this.#lastNumber) break
      this.#held.delete(number)
      weight -= sequence.weight
    }
    return this.#lastNumber
  }

  #toPage<Item>(number: number, { items, next }: Slice<Item>): Page<Item> {
    const page = { items: Object.freeze(items) }
    if (next === undefined) return Object.freeze(page)
    // It grants nothing: a forged one continues its own query, or none.
    const cursor = btoa(encodeURIComponent(JSON.stringify([this.#instance, number, next])))
    return Object.freeze({ ...page, nextCursor: cursor })
  }
}

function readCursor(cursor: string): readonly [instance: string, number: number, position: string] {
  if (typeof cursor !== 'string') throw new TypeError(`A cursor is a text, not ${quote(cursor)}.`)
  try {
    const fields: unknown = JSON.parse(decodeURIComponent(atob(cursor.slice(0, MAX_CURSOR_LENGTH))))
    const [instance, number, position] = fields as readonly unknown[]
    if (typeof instance === 'string' && typeof number === 'number' && typeof position === 'string')
      return [instance, number, position]
  } catch {
    // Not even a list in JSON.
  }
  throw invalidCursor(cursor)
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
      return { items: items.slice(Number(position), end), next: end < items.length ? String(end) : undefined }
    },
  }
}

/** The tools that pass, by their ids. */
export function toolSequence<Item>(
  tools: Tools,
  filter: ToolFilter | undefined,
  toItem: (tool: RegisteredTool) => Item,
): PagedSequence<Item> {
  return {
    weight: 1,
    slice: (after, limit) => {
      const found = listTools(tools, filter, { after, count: limit + 1 })
      const items = found.slice(0, limit)
      const next = found.length > limit ? items.at(-1)?.summary.id : undefined
      return { items: items.map(toItem), next }
    },
  }
}

/** A page of the tools that pass; the first page holds the tools as they are now. */
export function pageTools(tree: ToolTree, pager: Pager, options: PageOptions): Page<RegisteredTool> {
  checkOptions('the options of page', options, PAGE_OPTIONS)
  const { limit = DEFAULT_SEARCH_LIMIT, cursor, filter } = options
  const count = checkWhole('limit', limit, 1, MAX_SEARCH_LIMIT)
  const key = cursorKey({ method: 'list', filter })
  if (cursor !== undefined) return pager.next<RegisteredTool>(key, cursor, count)
  return pager.first(
    key,
    toolSequence(tree.copy(), filter, (tool) => tool),
    count,
  )
}

/** A page of the namespaces. */
export function pageNamespaces(
  namespaces: readonly string[],
  pager: Pager,
  options: Omit<PageOptions, 'filter'>,
): Page<string> {
  checkOptions('the options of namespacesPage', options, NAMESPACES_OPTIONS)
  const { limit = DEFAULT_SEARCH_LIMIT, cursor } = options
  const count = checkWhole('limit', limit, 1, MAX_SEARCH_LIMIT)
  if (cursor !== undefined) return pager.next<string>('namespaces', cursor, count)
  return pager.first('namespaces', sequenceOf(namespaces), count)
}

/** What identifies a listing or a search, so that a cursor answers no other; members that are `undefined` do not count. */
interface Asked {
  readonly method: 'list' | 'search'
  readonly queries?: readonly string[]
  readonly filter: ToolFilter | undefined
  readonly explain?: boolean
  readonly mode?: SearchMode | undefined
  readonly taskContext?: string | undefined
}

/** @throws TypeError for an invalid filter. */
export function cursorKey(asked: Asked): string {
  compileFilter(asked.filter)
  return canonicalJson(JSON.parse(JSON.stringify(asked)) as JsonValue)
}
