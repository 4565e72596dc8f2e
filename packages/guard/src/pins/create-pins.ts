import { type Tool, toMcpTool } from '@toolscout/model'
import { checkOptions, type OptionKind, quote, sha256 } from '@toolscout/model/internal'
import { digestDefinition } from '../digest/diff-definitions.ts'
import type { ToolNames } from '../scan/match-rules.ts'
import { changeOf, NOTHING_TOLD, withTrustOf } from './pin-changes.ts'
import { GoneTools, MAX_PINS, PinRecords } from './pin-records.ts'
import {
  isQuarantined,
  type NewToolMode,
  type PinMode,
  type PinRecord,
  readRecord,
  type SavedPin,
  stateOf,
  type ToolPin,
  toPin,
  toValue,
  unreadRecord,
} from './tool-pin.ts'

/** Options of {@link createPins}. */
export interface PinsOptions {
  /** What is done about a definition that changed. Default `record`. */
  readonly mode?: PinMode | undefined
  /** What is done about a tool that is seen for the first time. Default `trust`. */
  readonly newTools?: NewToolMode | undefined
  /**
   * Tools of one server that are remembered, of 200,000 in all, so that none takes the room of the others. A tool beyond them
   * is quarantined where changes are blocked or new tools quarantined, and not watched elsewhere. Default 20,000. Legal:
   * integers from 1 to 200,000.
   */
  readonly maxServerPins?: number | undefined
  /** Milliseconds since the epoch. Default `Date.now`. */
  readonly now?: (() => number) | undefined
}

/** Ten servers may each have as many tools as are remembered of one. */
const DEFAULT_SERVER_PINS = 20_000
const MODES: readonly PinMode[] = ['record', 'warn', 'block']
const NEW_TOOLS: readonly NewToolMode[] = ['trust', 'hold']
/** Of a digest that only tells one server from the one before; in hexadecimal digits. */
const SERVER_DIGEST = 16

/** What is known where a tool is seen. */
export interface Observation {
  /** How its server is reached; see `digestDefinition`. */
  readonly server: string
  /** Its definition before, where that is known; for telling what changed. */
  readonly previous?: Tool | undefined
  /** Whether its texts look poisoned: such a definition is trusted only when it is approved. Default: as it was for the same definition, else false. */
  readonly isSuspect?: boolean | undefined
  /** Names of tools of other servers, as `readToolNames` prepares them: a text that begins to name one is a grave change. Default none. */
  readonly otherTools?: ToolNames | undefined
}

const KINDS = {
  mode: 'anything',
  newTools: 'anything',
  maxServerPins: 'anything',
  now: 'function',
} satisfies { [Option in keyof PinsOptions]-?: OptionKind }

const OBSERVATION = {
  server: 'string',
  previous: 'object',
  isSuspect: 'boolean',
  otherTools: { functions: ['has'] },
} satisfies { [Member in keyof Observation]-?: OptionKind }

/** Remembers which definition of each tool is trusted; bounded for each server, so that none takes the room of the others. */
export class Pins {
  readonly mode: PinMode
  readonly newTools: NewToolMode
  readonly #now: () => number
  readonly #records: PinRecords
  /** What is to be saved, once it was asked for. */
  readonly #unsaved = new Map<string, SavedPin | undefined>()
  readonly #gone = new GoneTools()
  /** Of those, the ones of which it was decided here what is trusted. */
  readonly #decided = new Set<string>()

  constructor(options: PinsOptions) {
    checkOptions('the options of pins', options, KINDS)
    const {
      mode = 'record',
      newTools = 'trust',
      maxServerPins = DEFAULT_SERVER_PINS,
      now = Date.now,
    } = options
    if (!Number.isInteger(maxServerPins) || maxServerPins < 1 || maxServerPins > MAX_PINS) {
      throw new RangeError(`maxServerPins is ${quote(maxServerPins)}; 1 to ${MAX_PINS} is needed.`)
    }
    requireOneOf('mode', mode, MODES)
    requireOneOf('newTools', newTools, NEW_TOOLS)
    this.mode = mode
    this.newTools = newTools
    this.#records = new PinRecords(mode, maxServerPins)
    this.#now = now
  }

  /**
   * Looks at a tool; gives its pin when something about it changed, the first sight included.
   *
   * @throws TypeError for an unknown member of the observation or one of another type.
   */
  see(tool: Tool, observation: Observation): ToolPin | undefined {
    checkOptions('an observation', observation, OBSERVATION)
    const { server: place, previous, isSuspect: given, otherTools } = observation
    const { id } = tool
    this.#gone.delete(id)
    const known = this.#records.get(id)
    if (known === undefined && !this.#records.hasRoom(id)) return undefined
    const before = known ?? this.#originOf(tool, place)
    const seen = digestDefinition(tool, place)
    const isSuspect = given ?? (before?.seen === seen && before.isSuspect)
    const server = sha256(place).slice(0, SERVER_DIGEST)
    const trusted = this.#trust(before, seen, isSuspect)
    const isSame = before?.seen === seen && before.trusted === trusted && before.isSuspect === isSuspect
    if (before !== undefined && isSame) return undefined
    const sight = { tool, previous, place, server, seen, trusted, otherTools }
    const told = before === undefined ? NOTHING_TOLD : changeOf(before, sight)
    const isApproved = before?.isApproved === true && trusted === before.trusted
    return this.#keep({ id, trusted, isApproved, seen, server, isSuspect, since: this.#now(), ...told })
  }

  /** A tool that its server does not list any more: one that takes its place under another name is no new one. */
  removed(tool: Tool): void {
    if (this.#records.get(tool.id) !== undefined) this.#gone.add(tool)
  }

  /** Whether any tool is hidden until it is approved. */
  get holdsAny(): boolean {
    return this.#records.holdsAny
  }

  get(id: string): ToolPin | undefined {
    const record = this.#records.get(id)
    return record === undefined ? undefined : toPin(record, this.mode)
  }

  /** Whether a tool is hidden until it is approved; a tool that was never seen is, where nothing is trusted unseen. */
  quarantines(id: string): boolean {
    const record = this.#records.get(id)
    if (record === undefined) return this.mode === 'block' || this.newTools === 'hold'
    return isQuarantined(record, this.mode)
  }

  /** Trusts the definition that was seen last; `undefined` for a tool that was never seen. */
  approve(id: string): ToolPin | undefined {
    const record = this.#records.get(id)
    if (record === undefined || stateOf(record) === 'pinned') return this.get(id)
    const { seen: trusted } = record
    return this.#keep({ ...record, trusted, isApproved: true, since: this.#now(), ...NOTHING_TOLD })
  }

  /** In ascending order of id. */
  list(): readonly ToolPin[] {
    return Object.freeze(this.#records.ids().flatMap((id) => this.get(id) ?? []))
  }

  /**
   * Takes in what was saved. What was seen of a tool since stays; which definition is trusted is as it was saved, unless
   * another one was approved here since. Gives the ids of those that were known, and of which another definition is
   * trusted now. A tool whose value cannot be read counts as changed, not as new.
   */
  load(saved: readonly SavedPin[]): readonly string[] {
    const changed: string[] = []
    for (const { id, value } of saved) {
      const own = this.#records.get(id)
      const read = readRecord(id, value) ?? (own === undefined ? unreadRecord(id) : undefined)
      if (read === undefined || (own !== undefined && this.#prevails(own, read))) continue
      this.#records.set(own === undefined ? read : withTrustOf(own, read))
      this.#decided.delete(id)
      if (this.#unsaved.has(id)) this.#unsaved.set(id, undefined)
      if (own !== undefined && own.trusted !== read.trusted) changed.push(id)
    }
    return changed
  }

  /** What is to be saved. */
  unsaved(): readonly SavedPin[] {
    return [...this.#unsaved].map(([id, known]) => {
      const pin = known ?? { id, value: toValue(this.#records.get(id) as PinRecord) }
      this.#unsaved.set(id, pin)
      return pin
    })
  }

  /** What `unsaved` gave is saved now; what changed meanwhile stays to be. */
  saved(pins: readonly SavedPin[]): void {
    for (const pin of pins) {
      if (this.#unsaved.get(pin.id) !== pin) continue
      this.#unsaved.delete(pin.id)
      this.#decided.delete(pin.id)
    }
  }

  #trust(before: PinRecord | undefined, seen: string, isSuspect: boolean): string | undefined {
    const trusted = before?.trusted
    if (trusted === undefined) return this.newTools === 'hold' || isSuspect ? undefined : seen
    if (trusted === seen) return isSuspect && before?.isApproved !== true ? undefined : seen
    return this.mode === 'record' && !isSuspect ? seen : trusted
  }

  /** Whether what was decided here counts, and not what another process decided meanwhile. */
  #prevails(own: PinRecord, other: PinRecord): boolean {
    if (!this.#decided.has(own.id)) return false
    return own.isApproved || this.mode === 'record' || (own.trusted === undefined && !other.isApproved)
  }

  /** What is remembered of the tool that has another name now; `undefined` for one that is really new, or is held as such. */
  #originOf(tool: Tool, place: string): PinRecord | undefined {
    const twin = this.newTools === 'trust' ? this.#gone.twinOf(tool) : undefined
    const record = twin && this.#records.get(twin.id)
    if (twin === undefined || record === undefined) return undefined
    const isTrusted = digestDefinition(twin, place) === record.trusted
    const original = record.original ?? (isTrusted ? toMcpTool(twin) : undefined)
    return {
      ...record,
      original,
      changed: [],
      reasons: [`renamed from ${quote(twin.name)}`],
      grade: 'renamed',
    }
  }

  #keep(record: PinRecord): ToolPin {
    const before = this.#records.get(record.id)
    const kept = this.#records.set(record)
    this.#unsaved.set(record.id, undefined)
    const isSameTrust = before?.trusted === record.trusted && before?.isApproved === record.isApproved
    if (!isSameTrust) this.#decided.add(record.id)
    return toPin(kept, this.mode)
  }
}

/**
 * Creates an empty memory of pins.
 *
 * @throws TypeError for an unknown option or mode, RangeError for a number out of range.
 */
export function createPins(options: PinsOptions = {}): Pins {
  return new Pins(options)
}

function requireOneOf(name: string, value: string, legal: readonly string[]): void {
  if (legal.includes(value)) return
  throw new TypeError(`${name} is ${quote(value)}; there are ${legal.map(quote).join(', ')}.`)
}
