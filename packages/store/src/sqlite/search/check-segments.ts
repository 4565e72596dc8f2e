import type { Inspection } from '../inspection.ts'
import { decodePostings } from './posting-list.ts'
import type { IndexCheck } from './ranking.ts'
import { DEAD, pagesOfPostings, type Segment } from './segments.ts'
import type { ToolReader } from './tool-reader.ts'

/** What is checked. */
export interface SegmentsToCheck {
  readonly inspection: Inspection
  readonly segments: readonly Segment[]
  readonly reader: ToolReader
  /** Nothing is said of these. */
  readonly pending: ReadonlySet<number>
}

/** Lengths are multiples of this. */
const LENGTH_STEP = 1 / 1_024

/**
 * Compares all postings with those that the tools would have now. For each key both are added up in whatever order they
 * come, as sums of 52 bits of numbers each of which stands for so many steps in one tool.
 */
export function createSegmentCheck({ inspection, pending, segments, reader }: SegmentsToCheck): IndexCheck {
  const { connection, report, rest } = inspection
  /** By number of the reader. */
  const expected: number[] = []
  let lengths = 0
  return {
    expect: (number, record) => {
      if (pending.has(number)) return
      const length = reader.read(record, (term, steps) => {
        expected[term] = added(expected[term] ?? 0, number, steps)
      })
      lengths = added(lengths, number, length / LENGTH_STEP)
    },
    finish: async () => {
      const found = new Map<string, number>()
      let foundLengths = 0
      for (const segment of segments) {
        const counts = (ordinal: number): boolean =>
          segment.lengths[ordinal] !== DEAD && !pending.has(segment.numbers[ordinal] as number)
        segment.numbers.forEach((number, ordinal) => {
          const steps = (segment.lengths[ordinal] as number) / LENGTH_STEP
          if (counts(ordinal)) foundLengths = added(foundLengths, number, steps)
        })
        for (const page of pagesOfPostings(connection, segment.number)) {
          for (const [key, list] of page) {
            const { count, ordinals, steps } = decodePostings(list)
            let sum = found.get(key) ?? 0
            for (let i = 0; i < count; i += 1) {
              const ordinal = ordinals[i] as number
              if (counts(ordinal)) {
                sum = added(sum, segment.numbers[ordinal] as number, steps[i] as number)
              }
            }
            if (sum !== 0) found.set(key, sum)
            if (count !== list.count) {
              report('SEARCH_DIFFERS', `A list has ${count} tools and says that it has ${list.count}.`)
            }
          }
          await rest()
        }
      }
      let differing = lengths === foundLengths ? 0 : 1
      reader.keys().forEach((key, term) => {
        if ((expected[term] ?? 0) !== (found.get(key) ?? 0)) differing += 1
        found.delete(key)
      })
      differing += found.size
      if (differing > 0)
        report('SEARCH_DIFFERS', `${differing} words are not indexed as their tools have them.`)
    },
  }
}

/** A sum with one more: the last steps of MurmurHash3 over both numbers, twice. */
function added(sum: number, number: number, steps: number): number {
  const one = mixed(Math.imul(number, 0xcc9e2d51) ^ mixed(Math.imul(steps, 0x1b873593)))
  const other = mixed(one ^ 0x9e3779b9)
  return (sum + (one >>> 0) + (other >>> 12) * 2 ** 32) % 2 ** 52
}

function mixed(given: number): number {
  let hash = Math.imul(given ^ (given >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return hash ^ (hash >>> 16)
}
