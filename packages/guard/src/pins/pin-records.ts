import type { Tool } from '@toolscout/model'
import { sha256 } from '@toolscout/model/internal'
import { NOTHING_TOLD } from './pin-changes.ts'
import { shapeOf } from './schema-shape.ts'
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

/** Tools of one server that are remembered after they are gone. */
const MAX_GONE = 1_000
/** Those that take the same arguments that are compared by their words; most take none. */
const MAX_COMPARED = 50
/** Share of the shorter description that the longer one must hold, in pairs of words. */
const NEAR = 0.6
/** Pairs of words from which on a share says something; of shorter descriptions all words must be the same. */
const MIN_PAIRS = 4

/** Tools that servers listed and do not list any more, so that one that comes back under another name is known again. */
export class GoneTools {
  readonly #servers = new Map<string, Map<string, { readonly tool: Tool; readonly shape: string }>>()

  add(tool: Tool): void {
    const server = serverPartOf(tool.id)
    const gone = this.#servers.get(server) ?? new Map()
    this.#servers.set(server, gone)
    gone.set(tool.id, { tool, shape: digestOf(tool) })
    const [oldest] = gone.keys()
    if (gone.size > MAX_GONE && oldest !== undefined) gone.delete(oldest)
  }

  delete(id: string): void {
    this.#servers.get(serverPartOf(id))?.delete(id)
  }

  /** The tool of the same server that is gone, takes the same arguments and says nearly the same of itself. */
  twinOf(tool: Tool): Tool | undefined {
    const gone = this.#servers.get(serverPartOf(tool.id))
    if (gone === undefined || gone.size === 0) return undefined
    const shape = digestOf(tool)
    const alike = [...gone.values()].filter((one) => one.shape === shape).slice(-MAX_COMPARED)
    const pairs = pairsOf(tool.description)
    return alike.find((one) => isNear(pairs, pairsOf(one.tool.description)))?.tool
  }
}

function digestOf({ inputSchema }: Tool): string {
  return sha256(shapeOf(inputSchema))
}

/** Whether two descriptions say nearly the same, given the pairs of words of each. */
function isNear(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  const [short, long] = one.size <= other.size ? [one, other] : [other, one]
  if (short.size === 0) return false
  const shared = [...short].filter((pair) => long.has(pair)).length
  return short.size < MIN_PAIRS ? shared === long.size : shared >= NEAR * short.size
}

/** Each two words of a text that stand together. */
function pairsOf(text = ''): ReadonlySet<string> {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  return new Set(words.slice(1).map((word, i) => `${words[i]} ${word}`))
}
