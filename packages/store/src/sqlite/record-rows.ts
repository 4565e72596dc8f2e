import {
  type Backend,
  type CatalogRecord,
  type JsonObject,
  parseTool,
  type ToolSummary,
  toToolJson,
} from '@toolscout/model'
import { parseBackend, toToolSummary } from '@toolscout/model/internal'
import type { SqliteRow } from './connection.ts'
import { crcOf, damaged, expectSame, numberOf, select, textOf } from './row-checks.ts'

/** A record as text: what went in comes out, to the last lone surrogate. */
export function formatRecord({ tool, backends, notes, toolDoc }: CatalogRecord): string {
  return JSON.stringify({ tool: toToolJson(tool), backends, notes, toolDoc })
}

/** @throws StoreDamagedError `STORE_DAMAGED` for a text that is no record, whatever its checksum says. */
export function parseRecord(text: string): CatalogRecord {
  try {
    const { tool, backends, notes, toolDoc } = JSON.parse(text) as {
      readonly tool: unknown
      readonly backends: readonly unknown[]
      readonly notes: string
      readonly toolDoc?: JsonObject
    }
    return Object.freeze({
      tool: parseTool(tool).tool,
      backends: Object.freeze(backends.map(parseBackend)) as readonly Backend[],
      notes,
      ...(toolDoc === undefined ? {} : { toolDoc: deepFrozen(toolDoc) }),
    })
  } catch (error) {
    throw damaged('a record cannot be read', error)
  }
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

function deepFrozen<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null) return value
  for (const member of Object.values(value)) deepFrozen(member)
  return Object.freeze(value)
}
