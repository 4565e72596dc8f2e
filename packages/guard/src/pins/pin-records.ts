import { type PinRecord, serverPartOf } from './tool-pin.ts'

/**
 * What is kept of the trusted definitions of one server and of how they differ, in UTF-16 code units of JSON: some sixty of
 * the longest definitions, or thousands of common ones. Beyond it, only the names of what changed are kept.
 */
const MAX_SERVER_TOLD = 2_097_152

/** Records by the id of their tool, bounded for each server, so that none takes the room of the others. */
export interface PinRecords {
  readonly get: (id: string) => PinRecord | undefined
  /** Ids in ascending order. */
  readonly ids: () => readonly string[]
  /** Whether there is room for a tool that is seen for the first time. */
  readonly hasRoom: (id: string) => boolean
  /** Gives the record as it is remembered: without what there is no room for. */
  readonly set: (record: PinRecord) => PinRecord
}

/** What is remembered of one server. */
interface ServerShare {
  tools: number
  told: number
}

/** Creates an empty memory with bounds on all tools and on those of one server. */
export function createPinRecords({
  maxPins,
  maxServerPins,
}: {
  readonly maxPins: number
  readonly maxServerPins: number
}): PinRecords {
  const records = new Map<string, PinRecord>()
  const shares = new Map<string, ServerShare>()
  return {
    get: (id) => records.get(id),
    ids: () => [...records.keys()].sort(),
    hasRoom: (id) => records.size < maxPins && (shares.get(serverPartOf(id))?.tools ?? 0) < maxServerPins,
    set: (record) => {
      const { id } = record
      const server = serverPartOf(id)
      const share = shares.get(server) ?? { tools: 0, told: 0 }
      shares.set(server, share)
      const before = records.get(id)
      if (before === undefined) share.tools += 1
      else share.told -= toldIn(before)
      const isShort = share.told + toldIn(record) <= MAX_SERVER_TOLD
      const kept = isShort ? record : { ...record, original: undefined, diff: NO_LINES }
      share.told += toldIn(kept)
      records.set(id, kept)
      return kept
    },
  }
}

const NO_LINES: readonly string[] = Object.freeze([])

function toldIn({ original, diff }: PinRecord): number {
  const lines = diff.reduce((sum, line) => sum + line.length, 0)
  return original === undefined ? lines : lines + JSON.stringify(original).length
}
