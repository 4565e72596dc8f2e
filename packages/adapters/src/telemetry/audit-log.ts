import type { JsonObject, Observation, ObservedOperation, ObservedOutcome, Observer } from '@toolscout/model'
import {
  canonicalJson,
  checkOptions,
  isJsonObject,
  type OptionKind,
  parseJson,
  sha256,
} from '@toolscout/model/internal'

/** Where a log stands: what its next line goes on from. */
export interface AuditPosition {
  /** Number of the last line, from 1; 0 for an empty log. */
  readonly seq: number
  /** Hash of the last line; 64 zeros for an empty log. */
  readonly hash: string
}

/** What {@link createAuditLog} needs. */
export interface AuditLogOptions {
  /** Keeps a line, with its line feed. Lines come in order; one that throws is reported by a process warning. */
  readonly write: (line: string) => void
  /** Where the log that is gone on with stands, as {@link verifyAuditLog} says. Default: an empty log. */
  readonly after?: AuditPosition | undefined
  /** Milliseconds since the epoch. Default `Date.now`. */
  readonly now?: (() => number) | undefined
}

/** What the first line of a log goes on from. */
const EMPTY: AuditPosition = Object.freeze({ seq: 0, hash: '0'.repeat(64) })

/** An observation that is dropped. */
export const SILENT: Observation = Object.freeze({
  run: <T>(work: () => T) => work(),
  end: () => {},
} satisfies Observation)

const OPTIONS = {
  write: 'function',
  after: 'object',
  now: 'function',
} satisfies { [Option in keyof AuditLogOptions]-?: OptionKind }

/**
 * Writes down who called what, as lines of JSON: one when a call begins, one when it ends. A line holds the hash
 * (SHA-256) of the one before it, so that one that is changed, taken out or put in between shows. Lines that are cut
 * off at the end are only detected by comparing with a saved last hash. Neither arguments nor results are in it.
 *
 * @throws TypeError for an unknown option.
 */
export function createAuditLog(options: AuditLogOptions): Observer {
  checkOptions('the options of an audit log', options, OPTIONS)
  const { write, now = Date.now } = options
  let { seq, hash } = options.after ?? EMPTY
  let calls = 0
  const add = (facts: JsonObject): void => {
    const line = { seq: seq + 1, at: new Date(now()).toISOString(), ...facts, previous: hash }
    seq += 1
    hash = hashOf(line)
    write(`${JSON.stringify({ ...line, hash })}\n`)
  }
  return Object.freeze({
    begin: (operation) => {
      const call = callOf(operation)
      if (call === undefined) return SILENT
      calls += 1
      const number = calls
      const start = now()
      add({ event: 'began', call: number, ...call })
      return {
        run: (work) => work(),
        end: ({ error, outcome, server }: ObservedOutcome) =>
          add({
            event: 'ended',
            call: number,
            ...call,
            ...(server === undefined ? {} : { server }),
            durationMs: Math.max(0, Math.round(now() - start)),
            ...(outcome === undefined ? {} : { outcome }),
            ...(error === undefined ? {} : { error }),
          }),
      }
    },
    note: () => {},
    carrier: () => ({}),
  } satisfies Observer)
}

function callOf(operation: ObservedOperation): JsonObject | undefined {
  const { kind } = operation
  if (kind !== 'localCall' && kind !== 'serverCall' && kind !== 'servedCall') return undefined
  const { tool, callId, principal } = operation
  return {
    kind,
    tool,
    ...(kind === 'serverCall' ? { server: operation.server.name } : {}),
    ...(principal === undefined ? {} : { principal }),
    ...(callId === undefined ? {} : { callId }),
  }
}

/** What a log was found to be. */
export type AuditVerdict =
  | { readonly intact: true; readonly end: AuditPosition }
  | {
      readonly intact: false
      /** Number of the first line that is wrong, from 1. */
      readonly line: number
      readonly reason: string
      /** Where the part before it stands. */
      readonly end: AuditPosition
    }

/** Checks lines of an audit log from its beginning, or from `after` on; empty lines are passed over. */
export async function verifyAuditLog(
  lines: Iterable<string> | AsyncIterable<string>,
  after: AuditPosition = EMPTY,
): Promise<AuditVerdict> {
  let end = after
  let number = 0
  for await (const text of lines) {
    number += 1
    if (text.trim() === '') continue
    const read = readLine(text, end)
    if (typeof read === 'string') return { intact: false, line: number, reason: read, end }
    end = read
  }
  return { intact: true, end }
}

function readLine(text: string, { seq, hash }: AuditPosition): AuditPosition | string {
  const line = parseJson(text)
  if (line === undefined) return 'It is no JSON.'
  if (!isJsonObject(line) || typeof line.hash !== 'string') return 'It is no line of an audit log.'
  if (line.seq !== seq + 1) return `Its number is ${String(line.seq)}; ${seq + 1} comes here.`
  if (line.previous !== hash) return 'It does not go on from the line before it.'
  if (hashOf(line) !== line.hash) return 'Its content is not what its hash was made of.'
  return { seq: seq + 1, hash: line.hash }
}

/** The hash of a line: over all its members but the hash, as canonical JSON. */
function hashOf(line: JsonObject): string {
  const { hash: _own, ...rest } = line
  return sha256(canonicalJson(rest))
}
