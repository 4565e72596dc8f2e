import type { CatalogRecord } from '@toolscout/model'
import { createPostingCollector } from './posting-collector.ts'
import { DEAD, type NewSegment } from './segments.ts'
import type { ToolReader } from './tool-reader.ts'

/** Makes a segment of tools that come in ascending order of number. */
export interface SegmentBuilder {
  readonly add: (number: number, record: CatalogRecord) => void
  /** The segment; tools that are `stale` are dead in it. */
  readonly finish: (stale: ReadonlySet<number>) => NewSegment
}

/** Starts a segment without any tool, read by a reader of its own. */
export function createSegmentBuilder(reader: ToolReader): SegmentBuilder {
  const numbers: number[] = []
  const lengths: number[] = []
  const collector = createPostingCollector()
  return {
    add: (number, record) => {
      const ordinal = numbers.push(number) - 1
      lengths.push(reader.read(record, (key, steps) => collector.add(key, ordinal, steps)))
    },
    finish: (stale) => {
      const keys = reader.keys()
      return {
        numbers: Float64Array.from(numbers),
        lengths: Float64Array.from(lengths, (length, i) => (stale.has(numbers[i] as number) ? DEAD : length)),
        postings: Array.from(collector.finish(), ([key, list]) => [keys[key] as string, list] as const),
      }
    },
  }
}
