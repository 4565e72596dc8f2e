import { crc32 } from 'node:zlib'
import { StoreDamagedError } from '@toolscout/model'
import type { SqliteRow, SqliteValue } from './connection.ts'

/**
 * SQLite does not notice when a byte of a row is another, nor when a damaged page no longer leads to a row. So each
 * row has a checksum (CRC-32, ISO/IEC 3309: any change within 32 neighbouring bits shows), and of all rows of a table
 * together there are their number and the exclusive or of their checksums.
 */
export function crcOf(...values: readonly SqliteValue[]): number {
  return crc32(values.join('\n'))
}

/** Takes a checksum into those of all rows, or out of them. */
export function toggled(digest: number, crc: number): number {
  return (digest ^ crc) >>> 0
}

/** How many rows there are, and all their checksums. */
export interface Tally {
  readonly count: number
  readonly digest: number
}

export const EMPTY_TALLY: Tally = Object.freeze({ count: 0, digest: 0 })

/** A tally with one row more. */
export function counted({ count, digest }: Tally, crc: number): Tally {
  return { count: count + 1, digest: toggled(digest, crc) }
}

/** @throws StoreDamagedError `STORE_DAMAGED` unless what was read is what should be there. */
export function expectSame(what: string, isSame: boolean): void {
  if (!isSame) throw damaged(`${what} is not what was written`)
}

export function damaged(what: string, cause?: unknown): StoreDamagedError {
  const message = `The store is damaged: ${what}. Have it verified and repaired.`
  return new StoreDamagedError('sqlite', message, cause)
}

/**
 * Columns as they are to be selected: texts as bytes and numbers as such, because a damaged row may hold anything, and
 * libsql ends the process over text that is no UTF-8.
 */
export function select(columns: { readonly [column: string]: 'integer' | 'bytes' }, table?: string): string {
  const prefix = table === undefined ? '' : `${table}.`
  const parts = Object.entries(columns).map(
    ([column, kind]) => `cast(${prefix}${column} as ${kind === 'bytes' ? 'blob' : kind}) as ${column}`,
  )
  return parts.join(', ')
}

/** A column that holds text, selected as bytes. @throws StoreDamagedError `STORE_DAMAGED`. */
export function textOf(row: SqliteRow, column: string): string {
  const value = row[column]
  if (!(value instanceof Uint8Array)) throw damaged(`${column} is no text`)
  return Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString()
}

/** A column that holds a whole number. @throws StoreDamagedError `STORE_DAMAGED`. */
export function numberOf(row: SqliteRow, column: string): number {
  const value = row[column]
  if (typeof value !== 'number' || !Number.isSafeInteger(value)) throw damaged(`${column} is no number`)
  return value
}
