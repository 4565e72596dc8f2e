import { invalidParams } from './request-error.ts'

/** How much of a listing one page holds. */
export interface PageLimits {
  readonly maxItems: number
  /** Most bytes of JSON; a single item may have more. */
  readonly maxBytes: number
}

/** One page of a listing. */
export interface Page<Item> {
  readonly items: readonly Item[]
  readonly nextCursor?: string
}

/** Items are listed again and again, and never change. */
const sizes = new WeakMap<object, number>()

/**
 * One page of a listing; `key` identifies its items. Cursors hold the last item sent, so that pages fit together
 * whatever was added or removed elsewhere.
 *
 * @throws RequestRefusedError `REQUEST_REFUSED` for a cursor that is none of ours, or whose item is gone.
 */
export function listPage<Item extends object>(
  all: readonly Item[],
  key: (item: Item) => unknown,
  cursor: unknown,
  limits: PageLimits,
): Page<Item> {
  const start = cursor === undefined ? 0 : startAfter(all.map(key), cursor)
  let end = start
  let bytes = 0
  while (end < all.length && end - start < limits.maxItems) {
    bytes += jsonSize(all[end] as Item)
    if (bytes > limits.maxBytes && end > start) break
    end += 1
  }
  const items = all.slice(start, end)
  const last = items.at(-1)
  return end < all.length && last !== undefined
    ? { items, nextCursor: encodeCursor(end, String(key(last))) }
    : { items }
}

function jsonSize(item: object): number {
  const known = sizes.get(item)
  if (known !== undefined) return known
  const size = Buffer.byteLength(JSON.stringify(item))
  sizes.set(item, size)
  return size
}

function encodeCursor(position: number, key: string): string {
  return Buffer.from(JSON.stringify([position, key])).toString('base64url')
}

function startAfter(keys: readonly unknown[], cursor: unknown): number {
  const [position, key] = decodeCursor(cursor)
  const index = keys[position - 1] === key ? position - 1 : keys.indexOf(key)
  if (index === -1)
    throw invalidParams('The list has changed since this cursor was issued; start again without a cursor.')
  return index + 1
}

function decodeCursor(cursor: unknown): readonly [number, string] {
  try {
    if (typeof cursor === 'string') {
      const [position, key]: unknown[] = JSON.parse(Buffer.from(cursor, 'base64url').toString())
      if (Number.isSafeInteger(position) && typeof key === 'string') return [position as number, key]
    }
  } catch {
    // Told below: whatever it is, it was not given out here.
  }
  throw invalidParams('This is not a cursor of this list; leave it out to start at the beginning.')
}
