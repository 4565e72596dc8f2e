import type { SqliteConnection } from '../connection.ts'
import { decodePostings, encodePostings, type PostingList } from './posting-list.ts'
import {
  DEAD,
  dropSegment,
  type NewSegment,
  pagesOfPostings,
  type Segment,
  writeSegment,
} from './segments.ts'

/** Tools of the largest segment that is made of others, and of what is read at once when there are many. */
export const SEGMENT_TOOLS = 8_192
/** So many segments of one size become one. Fewer make changes dearer, more make searches so. */
const FAN_IN = 8
/** More than any number of steps. */
const STEPS = 2 ** 32

/**
 * Keeps segments few and mostly alive: those of about one size become one, as soon as there are eight of them (as
 * Lucene's log merge policy has it), and what is more than half dead is written anew.
 */
export function tidySegments(connection: SqliteConnection, given: readonly Segment[]): void {
  let segments = given
  for (;;) {
    const chosen = chooseSegments(segments)
    if (chosen.length === 0) return
    const rest = segments.filter((segment) => !chosen.includes(segment))
    const merged = mergeSegments(connection, chosen)
    for (const segment of chosen) dropSegment(connection, segment)
    segments = merged.numbers.length === 0 ? rest : [...rest, writeSegment(connection, merged)]
  }
}

function chooseSegments(segments: readonly Segment[]): readonly Segment[] {
  const hollow = segments.find(({ live, numbers }) => 2 * live < numbers.length || live === 0)
  if (hollow !== undefined) return [hollow]
  const tiers = new Map<number, Segment[]>()
  for (const segment of segments) {
    const tier = Math.floor(Math.log2(segment.live) / Math.log2(FAN_IN))
    tiers.set(tier, [...(tiers.get(tier) ?? []), segment])
  }
  for (const tier of tiers.values()) {
    const live = tier.reduce((sum, segment) => sum + segment.live, 0)
    if (tier.length >= FAN_IN && live <= SEGMENT_TOOLS) return tier
  }
  return []
}

/** What is alive in some segments, as one. */
function mergeSegments(connection: SqliteConnection, segments: readonly Segment[]): NewSegment {
  const tools = segments.flatMap(({ numbers, lengths }) =>
    Array.from(numbers, (number, i) => ({ number, length: lengths[i] as number })).filter(
      ({ length }) => length !== DEAD,
    ),
  )
  tools.sort((a, b) => a.number - b.number)
  const ordinalOf = new Map(tools.map(({ number }, ordinal) => [number, ordinal]))
  /** By key: ordinals and, in the lower 32 bits, steps. */
  const found = new Map<string, number[]>()
  for (const { number: segment, numbers, lengths } of segments) {
    const newOrdinals = Array.from(numbers, (number) => ordinalOf.get(number) as number)
    for (const page of pagesOfPostings(connection, segment)) {
      for (const [key, list] of page) {
        const { count, ordinals, steps } = decodePostings(list)
        const merged = found.get(key) ?? []
        for (let i = 0; i < count; i += 1) {
          const ordinal = ordinals[i] as number
          if (lengths[ordinal] !== DEAD) {
            merged.push((newOrdinals[ordinal] as number) * STEPS + (steps[i] as number))
          }
        }
        if (merged.length > 0) found.set(key, merged)
      }
    }
  }
  return {
    numbers: Float64Array.from(tools, ({ number }) => number),
    lengths: Float64Array.from(tools, ({ length }) => length),
    postings: Array.from(found, ([key, merged]) => [key, toList(merged)] as const),
  }
}

function toList(merged: readonly number[]): PostingList {
  const sorted = Float64Array.from(merged).sort()
  const ordinals = Uint32Array.from(sorted, (posting) => Math.floor(posting / STEPS))
  const steps = Uint32Array.from(sorted, (posting) => posting % STEPS)
  return encodePostings({ ordinals, steps }, 0, sorted.length)
}
