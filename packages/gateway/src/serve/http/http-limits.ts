import { checkWhole, requireKnownMembers } from '@toolscout/model/internal'

/** What a client may take of a server; no value means unlimited. */
export interface HttpLimits {
  /** Bytes of one request's body. Default 8 MiB. Legal: integers from 1. */
  readonly maxBodyBytes?: number | undefined
  /** How long a client may take to send the headers of a request, in milliseconds. Default 10,000. Legal: integers from 1. */
  readonly headersTimeoutMs?: number | undefined
  /** How long a client may take to send a whole request, in milliseconds. Default 60,000. Legal: integers from 1. */
  readonly requestTimeoutMs?: number | undefined
  /** How long a client may leave an answer unread, in milliseconds. Default 120,000. Legal: integers from 1. */
  readonly stallMs?: number | undefined
  /** Connections at once. Default 1,000. Legal: integers from 1. */
  readonly maxConnections?: number | undefined
  /** Sessions at once, of each transport; one more ends the one that the caller with most has used least recently. Default 1,000. Legal: integers from 1. */
  readonly maxSessions?: number | undefined
  /** How long an unused session lives, in milliseconds. Default 1,800,000. Legal: integers from 1. */
  readonly sessionIdleMs?: number | undefined
}

const DEFAULTS: { readonly [Limit in keyof HttpLimits]-?: number } = Object.freeze({
  // As ToolHive has it; results of tools do not come in by here, only their arguments.
  maxBodyBytes: 8_388_608,
  headersTimeoutMs: 10_000,
  requestTimeoutMs: 60_000,
  stallMs: 120_000,
  maxConnections: 1_000,
  maxSessions: 1_000,
  sessionIdleMs: 1_800_000,
})

const CONSTANTS = {
  /** Bytes of all bodies that are being read, all clients together. */
  maxBodiesBytes: 67_108_864,
  /** Bytes of one request's headers. */
  maxHeaderBytes: 16_384,
  /** Headers of one request. */
  maxHeaders: 64,
  /** Messages kept for clients that lost a stream, all sessions together. */
  maxKeptEvents: 10_000,
  /** Characters of JSON of the same. */
  maxKeptLength: 16_777_216,
}

/** All limits of serving over HTTP: those of {@link HttpLimits}, and constants. */
export type FullHttpLimits = typeof DEFAULTS & typeof CONSTANTS

/** The limits with defaults filled in. @throws TypeError for an unknown limit, RangeError for a number out of range. */
export function readHttpLimits(given: HttpLimits = {}): FullHttpLimits {
  requireKnownMembers('the limits of serving over HTTP', given, Object.keys(DEFAULTS))
  const set = Object.entries(given).filter(([, value]) => value !== undefined)
  for (const [name, value] of set) checkWhole(name, value, 1)
  return Object.freeze({ ...DEFAULTS, ...CONSTANTS, ...Object.fromEntries(set) })
}
