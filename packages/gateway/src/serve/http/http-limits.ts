import { requireKnownMembers } from '@toolscout/model/internal'
import { requireInteger } from '../serve-parts.ts'

/** What a client may take of a server. Each is one like any other at its least value; none means unlimited. */
export interface HttpLimits {
  /** Bytes of one request's body. Default 8 MiB. Legal: integers from 1. */
  readonly maxBodyBytes?: number | undefined
  /** Bytes of all bodies that are being read, all clients together. Default 64 MiB. Legal: integers from 1. */
  readonly maxBodiesBytes?: number | undefined
  /** Bytes of one request's headers. Default 16 KiB. Legal: integers from 1. */
  readonly maxHeaderBytes?: number | undefined
  /** Headers of one request. Default 64. Legal: integers from 1. */
  readonly maxHeaders?: number | undefined
  /** How long a client may take to send the headers of a request, in milliseconds. Default 10,000. Legal: integers from 1. */
  readonly headersTimeoutMs?: number | undefined
  /** How long a client may take to send a whole request, in milliseconds. Default 60,000. Legal: integers from 1. */
  readonly requestTimeoutMs?: number | undefined
  /** How long a client may leave an answer unread, in milliseconds. Default 120,000. Legal: integers from 1. */
  readonly stallMs?: number | undefined
  /** Connections at once. Default 1,000. Legal: integers from 1. */
  readonly maxConnections?: number | undefined
  /** Sessions at once, of each transport; one more ends the one that was used least recently. Default 1,000. Legal: integers from 1. */
  readonly maxSessions?: number | undefined
  /** How long a session lives that nobody uses, in milliseconds. Default 1,800,000. Legal: integers from 1. */
  readonly sessionIdleMs?: number | undefined
  /** Messages kept for clients that lost a stream, all sessions together. Default 10,000. Legal: integers from 1. */
  readonly maxKeptEvents?: number | undefined
  /** Characters of JSON of the same. Default 16,777,216. Legal: integers from 1. */
  readonly maxKeptLength?: number | undefined
}

/** The limits that hold where nothing else is said. */
export const DEFAULT_HTTP_LIMITS: Readonly<{ [Limit in keyof HttpLimits]-?: number }> = Object.freeze({
  // As ToolHive has it; results of tools do not come in by here, only their arguments.
  maxBodyBytes: 8_388_608,
  maxBodiesBytes: 67_108_864,
  maxHeaderBytes: 16_384,
  maxHeaders: 64,
  headersTimeoutMs: 10_000,
  requestTimeoutMs: 60_000,
  stallMs: 120_000,
  maxConnections: 1_000,
  maxSessions: 1_000,
  sessionIdleMs: 1_800_000,
  maxKeptEvents: 10_000,
  maxKeptLength: 16_777_216,
})

/** The limits that hold. @throws TypeError or RangeError for what is no limit. */
export function readHttpLimits(given: HttpLimits = {}): Required<{ [Limit in keyof HttpLimits]: number }> {
  requireKnownMembers('the limits of serving over HTTP', given, Object.keys(DEFAULT_HTTP_LIMITS))
  const entries = Object.entries(DEFAULT_HTTP_LIMITS).map(([name, usual]) => [
    name,
    requireInteger(name, Reflect.get(given, name) ?? usual, 1),
  ])
  return Object.freeze(Object.fromEntries(entries)) as Required<{ [Limit in keyof HttpLimits]: number }>
}
