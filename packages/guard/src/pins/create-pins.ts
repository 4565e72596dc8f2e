import { type JsonValue, quote, requireKnownMembers, sha256, type Tool } from '@toolscout/model'
import { digestDefinition } from '../digest/definition-digest.ts'
import { tellChanges } from '../digest/tell-changes.ts'
import {
  isHeld,
  type NewToolMode,
  type PinMode,
  type PinRecord,
  readRecord,
  stateOf,
  type ToolPin,
  toValue,
} from './tool-pin.ts'

/** What {@link createPins} can be told. */
export interface PinsOptions {
  /** What is done about a definition that changed. Default `record`. */
  readonly mode?: PinMode | undefined
  /** What is done about a tool nobody has seen before. Default `trust`. */
  readonly newTools?: NewToolMode | undefined
  /**
   * Tools that are remembered. Beyond, none is: it is held where changes are blocked or new tools held, and unwatched
   * elsewhere. Default 200,000. Legal: integers from 1 to 10,000,000.
   */
  readonly maxPins?: number | undefined
  /** Milliseconds since the epoch. Default `Date.now`. */
  readonly now?: (() => number) | undefined
}

/** About 300 bytes each: more tools than any catalog we know of, in some sixty megabytes. */
export const DEFAULT_MAX_PINS = 200_000
const MOST_PINS = 10_000_000
const MODES: readonly PinMode[] = ['record', 'warn', 'block']
const NEW_TOOLS: readonly NewToolMode[] = ['trust', 'hold']
/** Of a digest that only tells one server from the one before; in hexadecimal digits. */
const SERVER_DIGEST = 16
/** Words for a change of which only the digest is known. */
const UNTOLD = 'its definition'
const SERVER = 'how its server is reached'
/** Changes that are remembered of a tool that changes again and again. */
const MAX_CHANGED = 10

/** What is known where a tool is seen. */
export interface Sighting {
  /** How its server is reached; see `digestDefinition`. */
  readonly server: string
  /** Its definition before, where that is known; for telling what changed. */
  readonly previous?: Tool | undefined
  /** Whether its texts look poisoned: such a definition is trusted only when somebody approves it. Default false. */
  readonly isSuspect?: boolean | undefined
}

/** A value that {@link Pins.load} reads, under the id of its tool. */
export interface SavedPin {
  readonly id: string
  readonly value: JsonValue
}

/** Remembers which definition of each tool is trusted. */
export interface Pins {
  readonly mode: PinMode
  readonly newTools: NewToolMode
  /** Looks at a tool; gives its pin when something about it changed, the first sight included. */
  readonly see: (tool: Tool, sighting: Sighting) => ToolPin | undefined
  readonly get: (id: string) => ToolPin | undefined
  /** Whether a tool is to exist for nobody; one that was never seen is where nothing is trusted unseen. */
  readonly holds: (id: string) => boolean
  /** Trusts the definition that was seen last; `undefined` for a tool nobody saw. */
  readonly approve: (id: string) => ToolPin | undefined
  /** In ascending order of id. */
  readonly list: () => readonly ToolPin[]
  /**
   * Takes in what was saved. What was seen of a tool since stays; which definition is trusted is as it was saved, unless
   * that is not saved yet.
   */
  readonly load: (saved: readonly SavedPin[]) => void
  /** What changed since the last time, to be saved. */
  readonly takeUnsaved: () => readonly SavedPin[]
}

/**
 * Creates an empty memory of pins.
 *
 * @throws TypeError for an option nobody reads or a mode there is none of, RangeError for a number out of range.
 */
export function createPins(options: PinsOptions = {}): Pins {
  requireKnownMembers('the options of pins', options, ['mode', 'newTools', 'maxPins', 'now'])
  const { mode = 'record', newTools = 'trust', maxPins = DEFAULT_MAX_PINS, now = Date.now } = options
  requireOneOf('mode', mode, MODES)
  requireOneOf('newTools', newTools, NEW_TOOLS)
  if (!Number.isInteger(maxPins) || maxPins < 1 || maxPins > MOST_PINS) {
    throw new RangeError(`maxPins is ${quote(maxPins)}; a whole number from 1 to ${MOST_PINS} is needed.`)
  }
  const records = new Map<string, PinRecord>()
  const unsaved = new Set<string>()
  /** Trusted definitions of tools that have another one now. */
  const originals = new Map<string, Tool>()
  const holdsUnseen = mode === 'block' || newTools === 'hold'

  const toPin = (record: PinRecord): ToolPin => {
    const { id, seen: digest, since, changed } = record
    return Object.freeze({ id, digest, state: stateOf(record), isHeld: isHeld(record, mode), since, changed })
  }
  const keep = (record: PinRecord): ToolPin => {
    records.set(record.id, record)
    unsaved.add(record.id)
    if (stateOf(record) !== 'changed') originals.delete(record.id)
    return toPin(record)
  }
  const trust = (before: PinRecord | undefined, seen: string, isSuspect: boolean): string | undefined => {
    const trusted = before?.trusted
    if (trusted === undefined) return newTools === 'hold' || isSuspect ? undefined : seen
    if (trusted === seen) return isSuspect && before?.isApproved !== true ? undefined : seen
    return mode === 'record' && !isSuspect ? seen : trusted
  }

  return Object.freeze({
    mode,
    newTools,
    see: (tool: Tool, { server: place, previous, isSuspect = false }: Sighting) => {
      const { id } = tool
      const before = records.get(id)
      if (before === undefined && records.size >= maxPins) return undefined
      const seen = digestDefinition(tool, place)
      const server = sha256(place).slice(0, SERVER_DIGEST)
      const trusted = trust(before, seen, isSuspect)
      const isSame = before?.seen === seen && before.trusted === trusted && before.isSuspect === isSuspect
      if (before !== undefined && isSame) return undefined
      if (before?.trusted === before?.seen && previous !== undefined) originals.set(id, previous)
      const changed = before === undefined ? [] : changesOf(before, { tool, seen, server }, originals.get(id))
      const isApproved = before?.isApproved === true && trusted === before.trusted
      return keep({
        ...{ id, trusted, isApproved, seen, server, isSuspect },
        ...{ since: now(), changed: Object.freeze(changed) },
      })
    },
    get: (id: string) => {
      const record = records.get(id)
      return record === undefined ? undefined : toPin(record)
    },
    holds: (id: string) => {
      const record = records.get(id)
      return record === undefined ? holdsUnseen : isHeld(record, mode)
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
            changed: Object.freeze([]),
          })
        : toPin(record)
    },
    list: () => Object.freeze([...records.keys()].sort().map((id) => toPin(records.get(id) as PinRecord))),
    load: (saved: readonly SavedPin[]) => {
      for (const { id, value } of saved) {
        const read = readRecord(id, value)
        if (read === undefined || unsaved.has(id)) continue
        const own = records.get(id)
        const { trusted, isApproved } = read
        records.set(id, own === undefined ? read : { ...own, trusted, isApproved })
      }
    },
    takeUnsaved: () => {
      const saved = [...unsaved].map((id) => ({ id, value: toValue(records.get(id) as PinRecord) }))
      unsaved.clear()
      return saved
    },
  } satisfies Pins)
}

/** What differs from the trusted definition: of the definitions where both are known, else of what was told before. */
function changesOf(
  before: PinRecord,
  { tool, seen, server }: { readonly tool: Tool; readonly seen: string; readonly server: string },
  original: Tool | undefined,
): readonly string[] {
  if (seen === before.trusted) return []
  const place = server === before.server && !before.changed.includes(SERVER) ? [] : [SERVER]
  if (original !== undefined) {
    const told = [...place, ...tellChanges(original, tool)]
    return told.length === 0 ? [UNTOLD] : told
  }
  if (before.seen === seen) return before.changed
  const told = place.length === 0 ? [UNTOLD] : place
  return [...new Set([...before.changed, ...told])].slice(0, MAX_CHANGED)
}

function requireOneOf(name: string, value: string, legal: readonly string[]): void {
  if (legal.includes(value)) return
  throw new TypeError(`${name} is ${quote(value)}; there are ${legal.map(quote).join(', ')}.`)
}
