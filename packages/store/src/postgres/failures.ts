import {
  StaleRevisionError,
  StoreDamagedError,
  StoreFormatUnknownError,
  StoreLockedError,
  StoreUnavailableError,
  ToolscoutError,
} from '@toolscout/model'
import { messageOf, oneLine } from '@toolscout/model/internal'

/** Names the store in errors and reports. */
export const STORE = 'postgres'

/** The format of the tables; any other is refused. */
export const FORMAT = 1

/** Raised when a batch was made for another revision; the detail is the latest. */
export const STALE_REVISION_STATE = 'TS001'
/** Raised when a batch arrives after its sender gave it up. */
export const REFUSED_BATCH_STATE = 'TS003'
/** Raised when the tables are of another format than a batch is written for; the detail is that one. */
export const OTHER_FORMAT_STATE = 'TS004'

/**
 * Before all of it was sent: also to a connection that had ended before Node heard of it, which the next request meets
 * when the process was busy meanwhile. What arrives in part is not carried out.
 */
const NOT_SENT: ReadonlySet<string> = new Set([
  'EPIPE',
  'ECONNREFUSED',
  'ENOENT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
])
/** SQLSTATE classes of an end of the connection, by whichever side; a batch may have been taken in before. */
const LOST = /^(?:08|57P)/

/** What a driver rejected with, as errors of the contract. */
export function toStoreError(error: unknown, expectedRevision = 0): ToolscoutError {
  if (error instanceof ToolscoutError) return error
  const state = stateOf(error)
  const detail = member(error, 'detail')
  if (state === STALE_REVISION_STATE) return new StaleRevisionError(expectedRevision, Number(detail))
  if (state === OTHER_FORMAT_STATE) return unknownFormat(Number(detail))
  const said = oneLine(messageOf(error)).slice(0, 300)
  if (state === 'XX001' || state === 'XX002')
    return new StoreDamagedError(STORE, `The database is damaged: ${said}.`, error)
  if (state === '55P03')
    return new StoreLockedError(STORE, `Somebody else holds the catalog: ${said}.`, error)
  const message = `The database cannot be used: ${said}. See whether it runs and lets this user in, then try again.`
  return new StoreUnavailableError(
    message,
    { store: STORE, state: isOutcomeKnown(error) ? 'unchanged' : 'unknown' },
    error,
  )
}

/** For tables that this version cannot read. */
export function unknownFormat(format: number): StoreFormatUnknownError {
  const message = `The catalog has format ${format}; this version knows ${FORMAT}. Update Toolscout, or use another schema.`
  return new StoreFormatUnknownError(message, { store: STORE, format, known: FORMAT })
}

/** Whether a statement surely was not carried out: the server refused it, or was never reached. */
export function isOutcomeKnown(error: unknown): boolean {
  const state = stateOf(error)
  if (NOT_SENT.has(state)) return true
  return member(error, 'severity') === 'ERROR' && !LOST.test(state)
}

function stateOf(error: unknown): string {
  return member(error, 'code')
}

function member(error: unknown, name: string): string {
  const value: unknown = typeof error === 'object' && error !== null ? Reflect.get(error, name) : undefined
  return typeof value === 'string' ? value : ''
}
