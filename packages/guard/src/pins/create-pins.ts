import type { Tool } from '@toolscout/model'
import { quote, requireKnownMembers, sha256 } from '@toolscout/model/internal'
import { digestDefinition } from '../digest/definition-digest.ts'
import { changeOf, NOTHING_TOLD, withTrustOf } from './pin-changes.ts'
import { createPinRecords } from './pin-records.ts'
import {
  isQuarantined,
  type NewToolMode,
  type PinMode,
  type PinRecord,
  readRecord,
  type SavedPin,
  stateOf,
  type ToolPin,
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
   * Tools that are remembered. A tool beyond them is quarantined where changes are blocked or new tools quarantined,
   * and not watched elsewhere. Default 200,000. Legal: integers from 1 to 10,000,000.
   */
  readonly maxPins?: number | undefined
  /**
   * Tools of one server that are remembered, so that none takes the room of the others; beyond, as beyond `maxPins`. Default
   * a tenth of that. Legal: integers from 1 to 10,000,000.
   */
  readonly maxServerPins?: number | undefined
  /** Milliseconds since the epoch. Default `Date.now`. */
  readonly now?: (() => number) | undefined
}

/** About 300 bytes each: more tools than any catalog we know of, in some sixty megabytes. */
export const DEFAULT_MAX_PINS = 200_000
const MOST_PINS = 10_000_000
/** Servers that may each have as many tools as are remembered of one. */
const FULL_SERVERS = 10
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
  /** Whether its texts look poisoned: such a definition is trusted only when it is approved. Default false. */
  readonly isSuspect?: boolean | undefined
}

/** Remembers which definition of each tool is trusted. */
export interface Pins {
  readonly mode: PinMode
  readonly newTools: NewToolMode
  /** Looks at a tool; gives its pin when something about it changed, the first sight included. */
  readonly see: (tool: Tool, observation: Observation) => ToolPin | undefined
  readonly get: (id: string) => ToolPin | undefined
  /** Whether a tool is hidden until it is approved; a tool that was never seen is, where nothing is trusted unseen. */
  readonly quarantines: (id: string) => boolean
  /** Trusts the definition that was seen last; `undefined` for a tool that was never seen. */
  readonly approve: (id: string) => ToolPin | undefined
  /** In ascending order of id. */
  readonly list: () => readonly ToolPin[]
  /**
   * Takes in what was saved. What was seen of a tool since stays; which definition is trusted is as it was saved, unless
   * another one was approved here since. Gives the ids of those that were known, and of which another definition is
   * trusted now. A tool whose value cannot be read counts as changed, not as new.
   */
  readonly load: (saved: readonly SavedPin[]) => readonly string[]
  /** What is to be saved. */
  readonly unsaved: () => readonly SavedPin[]
  /** What `unsaved` gave is saved now; what changed meanwhile stays to be. */
  readonly saved: (pins: readonly SavedPin[]) => void
}

/**
 * Creates an empty memory of pins.
 *
 * @throws TypeError for an unknown option or mode, RangeError for a number out of range.
 */
export function createPins(options: PinsOptions = {}): Pins {
  requireKnownMembers('the options of pins', options, ['mode', 'newTools', 'maxPins', 'maxServerPins', 'now'])
  const { mode = 'record', newTools = 'trust', maxPins = DEFAULT_MAX_PINS, now = Date.now } = options
  requireCount('maxPins', maxPins)
  const { maxServerPins = Math.ceil(maxPins / FULL_SERVERS) } = options
  requireCount('maxServerPins', maxServerPins)
  requireOneOf('mode', mode, MODES)
  requireOneOf('newTools', newTools, NEW_TOOLS)
  const records = createPinRecords({ maxPins, maxServerPins })
  /** What is to be saved, once it was asked for. */
  const unsaved = new Map<string, SavedPin | undefined>()
  /** Of those, the ones of which it was decided here what is trusted. */
  const decided = new Set<string>()
  const quarantinesUnseen = mode === 'block' || newTools === 'hold'

  const toPin = (record: PinRecord): ToolPin => {
    const { id, seen: digest, since, changed, diff } = record
    const state = stateOf(record)
    return Object.freeze({
      id,
      digest,
      state,
      isQuarantined: isQuarantined(record, mode),
      since,
      changed,
      diff,
    })
  }
  const keep = (record: PinRecord): ToolPin => {
    const before = records.get(record.id)
    const kept = records.set(record)
    unsaved.set(record.id, undefined)
    if (before?.trusted !== record.trusted || before?.isApproved !== record.isApproved) decided.add(record.id)
    return toPin(kept)
  }
  const trust = (before: PinRecord | undefined, seen: string, isSuspect: boolean): string | undefined => {
    const trusted = before?.trusted
    if (trusted === undefined) return newTools === 'hold' || isSuspect ? undefined : seen
    if (trusted === seen) return isSuspect && before?.isApproved !== true ? undefined : seen
    return mode === 'record' && !isSuspect ? seen : trusted
  }
  /** Whether what was decided here counts, and not what another process decided meanwhile. */
  const prevails = (own: PinRecord, other: PinRecord): boolean => {
    if (!decided.has(own.id)) return false
    return own.isApproved || mode === 'record' || (own.trusted === undefined && !other.isApproved)
  }

  return Object.freeze({
    mode,
    newTools,
    see: (tool: Tool, { server: place, previous, isSuspect = false }: Observation) => {
      const { id } = tool
      const before = records.get(id)
      if (before === undefined && !records.hasRoom(id)) return undefined
      const seen = digestDefinition(tool, place)
      const server = sha256(place).slice(0, SERVER_DIGEST)
      const trusted = trust(before, seen, isSuspect)
      const isSame = before?.seen === seen && before.trusted === trusted && before.isSuspect === isSuspect
      if (before !== undefined && isSame) return undefined
      const sight = { tool, previous, place, server, seen, trusted }
      const { changed, original, diff } = before === undefined ? NOTHING_TOLD : changeOf(before, sight)
      const isApproved = before?.isApproved === true && trusted === before.trusted
      return keep({
        ...{ id, trusted, isApproved, seen, server, isSuspect },
        ...{ since: now(), changed, original, diff },
      })
    },
    get: (id: string) => {
      const record = records.get(id)
      return record === undefined ? undefined : toPin(record)
    },
    quarantines: (id: string) => {
      const record = records.get(id)
      return record === undefined ? quarantinesUnseen : isQuarantined(record, mode)
    },
    approve: (id: string) => {
      const record = records.get(id)
      if (record === undefined) return undefined
      const isNews = stateOf(record) !== 'pinned'
      return isNews
        ? keep({
            ...record,
            trusted: record.seen,
            isApproved: true,
            since: now(),
            ...NOTHING_TOLD,
          })
        : toPin(record)
    },
    list: () => Object.freeze(records.ids().map((id) => toPin(records.get(id) as PinRecord))),
    load: (saved: readonly SavedPin[]) => {
      const changed: string[] = []
      for (const { id, value } of saved) {
        const own = records.get(id)
        const read = readRecord(id, value) ?? (own === undefined ? unreadRecord(id) : undefined)
        if (read === undefined || (own !== undefined && prevails(own, read))) continue
        records.set(own === undefined ? read : withTrustOf(own, read))
        decided.delete(id)
        if (unsaved.has(id)) unsaved.set(id, undefined)
        if (own !== undefined && own.trusted !== read.trusted) changed.push(id)
      }
      return changed
    },
    unsaved: () =>
      [...unsaved].map(([id, known]) => {
        const pin = known ?? { id, value: toValue(records.get(id) as PinRecord) }
        unsaved.set(id, pin)
        return pin
      }),
    saved: (pins: readonly SavedPin[]) => {
      for (const pin of pins) {
        if (unsaved.get(pin.id) !== pin) continue
        unsaved.delete(pin.id)
        decided.delete(pin.id)
      }
    },
  } satisfies Pins)
}

function requireCount(name: string, value: number): void {
  if (Number.isInteger(value) && value >= 1 && value <= MOST_PINS) return
  throw new RangeError(`${name} is ${quote(value)}; a whole number from 1 to ${MOST_PINS} is needed.`)
}

function requireOneOf(name: string, value: string, legal: readonly string[]): void {
  if (legal.includes(value)) return
  throw new TypeError(`${name} is ${quote(value)}; there are ${legal.map(quote).join(', ')}.`)
}
