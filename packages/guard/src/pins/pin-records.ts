import { NOTHING_TOLD } from './pin-changes.ts'
import { isQuarantined, type PinMode, type PinRecord, serverPartOf } from './tool-pin.ts'

/** About 300 bytes each: more tools than any catalog we know of, in some sixty megabytes. */
export const MAX_PINS = 200_000

/**
 * What is kept of the trusted definitions of one server and of how they differ, in UTF-16 code units of JSON: some sixty of
 * the longest definitions, or thousands of common ones. Beyond it, only the names of what changed are kept.
 */
const MAX_SERVER_TOLD = 2_097_152

/** What is remembered of one server. */
interface ServerShare {
  tools: number
  told: number
}

/** Records by the id of their tool, bounded for each server. */
export class PinRecords {
  readonly #records = new Map<string, PinRecord>()
  readonly #shares = new Map<string, ServerShare>()
  readonly #held = new Set<string>()
  readonly #mode: PinMode
  readonly #maxServerPins: number

  constructor(mode: PinMode, maxServerPins: number) {
    this.#mode = mode
    this.#maxServerPins = maxServerPins
  }

  get(id: string): PinRecord | undefined {
    return this.#records.get(id)
  }

  /** In ascending order. */
  ids(): readonly string[] {
    return [...this.#records.keys()].sort()
  }

  /** Whether any tool is hidden until it is approved. */
  get holdsAny(): boolean {
    return this.#held.size > 0
  }

  /** Whether there is room for a tool that is seen for the first time. */
  hasRoom(id: string): boolean {
    const ofServer = this.#shares.get(serverPartOf(id))?.tools ?? 0
    return this.#records.size < MAX_PINS && ofServer < this.#maxServerPins
  }

  /** Gives the record as it is remembered: without what there is no room for. */
  set(record: PinRecord): PinRecord {
    const { id } = record
    const share = this.#shares.get(serverPartOf(id)) ?? { tools: 0, told: 0 }
    this.#shares.set(serverPartOf(id), share)
    const before = this.#records.get(id)
    if (before === undefined) share.tools += 1
    else share.told -= lengthTold(before)
    const isShort = share.told + lengthTold(record) <= MAX_SERVER_TOLD
    const kept = isShort ? record : { ...record, original: undefined, diff: NOTHING_TOLD.diff }
    share.told += lengthTold(kept)
    this.#records.set(id, kept)
    if (isQuarantined(kept, this.#mode)) this.#held.add(id)
    else this.#held.delete(id)
    return kept
  }
}

function lengthTold({ original, diff }: PinRecord): number {
  const lines = diff.reduce((sum, line) => sum + line.length, 0)
  return original === undefined ? lines : lines + JSON.stringify(original).length
}
