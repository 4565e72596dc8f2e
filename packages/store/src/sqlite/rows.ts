import { crc32 } from 'node:zlib'
import { type CatalogRecord, type ToolSummary, toToolJson } from '@toolscout/model'
import { readCatalogChange, toToolSummary } from '@toolscout/model/internal'
import { deepFrozen } from '../deep-frozen.ts'
import type { SqliteRow, SqliteValue } from './drivers.ts'
import { damaged } from './failures.ts'

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

/** The checksums of ids alone. */
export function digestOf(ids: Iterable<string>): number {
  let digest = 0
  for (const id of ids) digest = toggled(digest, crcOf(id))
  return digest
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

/** A tally with one row less. */
export function without({ count, digest }: Tally, crc: number): Tally {
  return { count: count - 1, digest: toggled(digest, crc) }
}

/** @throws StoreDamagedError `STORE_DAMAGED` unless what was read is what should be there. */
export function expectSame(what: string, isSame: boolean): void {
  if (!isSame) throw damaged(`${what} is not what was written`)
}

/** @throws StoreDamagedError `STORE_DAMAGED` unless all rows of a table were read. */
export function expectWhole(what: string, read: Tally, kept: Tally): void {
  expectSame(what, read.count === kept.count && read.digest === kept.digest)
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

/** A record as text: what went in comes out, to the last lone surrogate. */
export function formatRecord({ tool, backends, notes, toolDoc }: CatalogRecord): string {
  return JSON.stringify({ tool: toToolJson(tool), backends, notes, toolDoc })
}

/** @throws StoreDamagedError `STORE_DAMAGED` for a text that is no record, whatever its checksum says. */
export function parseRecord(text: string): CatalogRecord {
  try {
    const change = readCatalogChange({ type: 'put', record: JSON.parse(text) as CatalogRecord })
    if (change.type === 'put') return change.record
  } catch (error) {
    throw damaged('a record cannot be read', error)
  }
  throw damaged('a record cannot be read')
}

/** What stands in the row of a tool beside its definition. */
export interface ToolRow {
  readonly number: number
  readonly id: string
  readonly revision: number
  readonly recordCrc: number
  readonly summary: string
}

/** The columns that {@link readToolRow} reads. */
export const TOOL_COLUMNS: string = `t.number, ${select(
  { id: 'bytes', revision: 'integer', record_crc: 'integer', crc: 'integer', summary: 'bytes' },
  't',
)}`

/** The columns that {@link readRecord} reads. */
export const RECORD_COLUMNS: string = `${select({ id: 'bytes', record_crc: 'integer' }, 't')}, ${select(
  { record: 'bytes' },
  'd',
)}`

export function crcOfTool({ number, id, revision, recordCrc, summary }: ToolRow): number {
  return crcOf(number, id, revision, recordCrc, summary)
}

/** @throws StoreDamagedError `STORE_DAMAGED` unless the row is as it was written. */
export function readToolRow(row: SqliteRow): ToolRow & { readonly crc: number } {
  const tool = {
    number: numberOf(row, 'number'),
    id: textOf(row, 'id'),
    revision: numberOf(row, 'revision'),
    recordCrc: numberOf(row, 'record_crc'),
    summary: textOf(row, 'summary'),
  }
  const crc = crcOfTool(tool)
  expectSame('A tool', crc === row.crc)
  return { ...tool, crc }
}

/** The record of a row that has `id`, `record_crc` and `record`. @throws StoreDamagedError `STORE_DAMAGED`. */
export function readRecord(row: SqliteRow): CatalogRecord {
  const text = textOf(row, 'record')
  expectSame('A record', crcOf(text) === row.record_crc)
  const record = parseRecord(text)
  expectSame('A record', record.tool.id === textOf(row, 'id'))
  return record
}

/** What a summary is kept as. */
export function formatSummary({ tool, backends }: CatalogRecord): string {
  return JSON.stringify(toToolSummary(tool, backends))
}

/** Reads a summary whose checksum was looked at. */
export function parseSummary(text: string): ToolSummary {
  return deepFrozen(JSON.parse(text) as ToolSummary)
}
