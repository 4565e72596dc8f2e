import type { Judgments } from './judgments.ts'

/** At most `count` of the items, evenly spread over the list, in its order. */
export function sampleEvenly<Item>(items: readonly Item[], count: number): readonly Item[] {
  if (items.length <= count) return items
  return Array.from({ length: count }, (_, i) => items[Math.floor((i * items.length) / count)] as Item)
}

/**
 * The same set with at most `limit` queries, evenly spread over all, for a quick look.
 *
 * @throws RangeError when the limit is no integer of 1 or more.
 */
export function sampleQueries(judgments: Judgments, limit: number): Judgments {
  if (!Number.isInteger(limit) || limit < 1) {
    throw new RangeError(`The limit is ${limit}; it must be an integer of 1 or more.`)
  }
  return Object.freeze({ ...judgments, queries: sampleEvenly(judgments.queries, limit) })
}
