import type { JsonObject, JsonValue } from '@toolscout/model'
import { isJsonObject } from '@toolscout/model/internal'
import { CHANGE_GRADES, type ChangeGrade, stops } from './change-grade.ts'

/**
 * What is done about a definition that is not the one that was trusted:
 *
 * - `record`: it is reported, and trusted from then on.
 * - `warn`: it is reported until it is approved; a grave change hides the tool until then, see `ChangeGrade`.
 * - `block`: the tool is hidden until it is approved.
 */
export type PinMode = 'record' | 'warn' | 'block'

/** What is done about a tool that is seen for the first time: it is trusted as it comes, or quarantined until it is approved. */
export type NewToolMode = 'trust' | 'hold'

/**
 * How the definition of a tool compares with the one that is trusted:
 *
 * - `new`: trusted as it came, not approved.
 * - `pinned`: the one that was approved.
 * - `changed`: another one than is trusted.
 * - `quarantined`: none was ever trusted.
 */
export type PinState = 'new' | 'pinned' | 'changed' | 'quarantined'

/** A tool and how its definition compares with the one that is trusted. Frozen. */
export interface ToolPin {
  readonly id: string
  /** Of the definition as it was seen last; see `digestDefinition`. */
  readonly digest: string
  readonly state: PinState
  /** Whether the tool is hidden until it is approved. */
  readonly isQuarantined: boolean
  /** When it got into this state, in milliseconds since the epoch. */
  readonly since: number
  /** What differs from the trusted definition, or differed when it was last replaced; bounded, foreign names quoted. */
  readonly changed: readonly string[]
  /** How grave that is; absent where nothing changed. */
  readonly grade?: ChangeGrade | undefined
  /** Why it is as grave as that, in a few words each, foreign ones quoted; absent where there is nothing to say. */
  readonly reasons?: readonly string[] | undefined
  /**
   * The same line by line while the state is `changed`, see `diffDefinitions`; empty where the trusted definition is not known
   * any more.
   */
  readonly diff: readonly string[]
}

/** A value that `load` of pins reads, under the id of its tool. */
export interface SavedPin {
  readonly id: string
  readonly value: JsonValue
}

/** In place of a digest that cannot be read. */
export const UNREAD = 'unread'

/** What is remembered of a tool. */
export interface PinRecord extends Pick<ToolPin, 'id' | 'since' | 'changed' | 'diff' | 'grade' | 'reasons'> {
  /** Digest that is trusted; absent while none ever was. */
  readonly trusted?: string | undefined
  /** Whether it was approved. */
  readonly isApproved: boolean
  readonly seen: string
  /** Digest of how the server was reached when it was seen. */
  readonly server: string
  /** Whether the texts that were seen look poisoned. */
  readonly isSuspect: boolean
  /** The trusted definition, while another one was seen; absent where it is not known, or too long to be kept. */
  readonly original?: JsonObject | undefined
}

/** The part of a tool's id that names its server; `''` where there is none. */
export function serverPartOf(id: string): string {
  return id.slice(0, Math.max(0, id.indexOf(':')))
}

/** The state of a record. */
export function stateOf({ trusted, seen, isApproved }: PinRecord): PinState {
  if (trusted === undefined) return 'quarantined'
  if (trusted !== seen) return 'changed'
  return isApproved ? 'pinned' : 'new'
}

/** Whether a tool waits for approval; one that is only reworded does where it is hidden until then. */
export function isWaiting<Pin extends Pick<ToolPin, 'state' | 'grade' | 'isQuarantined'>>(
  pin: Pin,
): pin is Pin & { readonly state: 'changed' | 'quarantined' } {
  return pin.isQuarantined || (pin.state === 'changed' && pin.grade !== 'reworded')
}

/** Whether a tool is hidden until it is approved. */
export function isQuarantined(record: PinRecord, mode: PinMode): boolean {
  const state = stateOf(record)
  if (state !== 'changed') return state === 'quarantined'
  return mode === 'block' || record.isSuspect || (mode === 'warn' && stops(record.grade))
}

/** A record as others see it. */
export function toPin(record: PinRecord, mode: PinMode): ToolPin {
  const { id, seen: digest, since, changed, diff, grade, reasons } = record
  const state = stateOf(record)
  return Object.freeze({
    id,
    digest,
    state,
    isQuarantined: isQuarantined(record, mode),
    since,
    changed,
    diff,
    ...(grade !== undefined && { grade }),
    ...(reasons !== undefined && { reasons }),
  })
}

/** A record as JSON, with short names: there is one for every tool. */
export function toValue(record: PinRecord): JsonValue {
  const { trusted, isApproved, seen, server, isSuspect, since, changed, original, diff, grade, reasons } =
    record
  return {
    ...(trusted === undefined ? {} : { trusted }),
    ...(isApproved ? { approved: true } : {}),
    ...(seen === trusted ? {} : { seen }),
    server,
    ...(isSuspect ? { suspect: true } : {}),
    since,
    ...(changed.length === 0 ? {} : { changed }),
    ...(original === undefined ? {} : { original }),
    ...(diff.length === 0 ? {} : { diff }),
    ...(grade === undefined ? {} : { grade }),
    ...(reasons === undefined ? {} : { reasons }),
  }
}

/** Reads what {@link toValue} wrote; `undefined` for anything else. */
export function readRecord(id: string, value: JsonValue): PinRecord | undefined {
  if (!isJsonObject(value)) return undefined
  const { trusted, approved = false, seen = trusted, server, suspect = false, since } = value
  const { changed = [], original, diff = [] } = value
  const grade = CHANGE_GRADES.find((known) => known === value.grade)
  const reasons = value.reasons !== undefined && isTextList(value.reasons) ? value.reasons : undefined
  const isRecord =
    (trusted === undefined || typeof trusted === 'string') &&
    typeof approved === 'boolean' &&
    typeof seen === 'string' &&
    typeof server === 'string' &&
    typeof suspect === 'boolean' &&
    typeof since === 'number' &&
    isTextList(changed) &&
    (original === undefined || isJsonObject(original)) &&
    isTextList(diff)
  if (!isRecord) return undefined
  return {
    id,
    trusted,
    isApproved: approved,
    seen,
    server,
    isSuspect: suspect,
    since,
    changed,
    original,
    diff,
    grade,
    reasons,
  }
}

/**
 * What is known of a tool of which it cannot be read what was trusted: that something was. No definition has this digest, so
 * whatever is seen is another one.
 */
export function unreadRecord(id: string): PinRecord {
  const changed = Object.freeze(['what was trusted cannot be read'])
  const unread = { isApproved: false, server: UNREAD, isSuspect: false, since: 0, diff: Object.freeze([]) }
  return { id, trusted: UNREAD, seen: '', ...unread, changed }
}

/** Whether `load` of pins reads this as what `unsaved` gave. */
export function isSavedPin({ id, value }: SavedPin): boolean {
  return readRecord(id, value) !== undefined
}

function isTextList(value: JsonValue): value is string[] {
  return Array.isArray(value) && value.every((text) => typeof text === 'string')
}
