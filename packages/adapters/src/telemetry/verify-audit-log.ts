import { isJsonObject } from '@toolscout/model/internal'
import { type AuditPosition, FIRST_HASH, hashOf } from './audit-log.ts'

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
  after: AuditPosition = { seq: 0, hash: FIRST_HASH },
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
  let line: unknown
  try {
    line = JSON.parse(text)
  } catch {
    return 'It is no JSON.'
  }
  if (!isJsonObject(line) || typeof line.hash !== 'string') return 'It is no line of an audit log.'
  if (line.seq !== seq + 1) return `Its number is ${String(line.seq)}; ${seq + 1} comes here.`
  if (line.previous !== hash) return 'It does not go on from the line before it.'
  if (hashOf(line) !== line.hash) return 'Its content is not what its hash was made of.'
  return { seq: seq + 1, hash: line.hash }
}
