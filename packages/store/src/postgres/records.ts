import {
  type CatalogRecord,
  type JsonValue,
  RevisionForgottenError,
  StoreDamagedError,
  type ToolSummary,
} from '@toolscout/model'
import {
  type CatalogToolChange,
  messageOf,
  quote,
  readCatalogChange,
  toToolSummary,
} from '@toolscout/model/internal'
import type { Ask, Row } from './database.ts'
import { STORE } from './failures.ts'
import { type PageStatement, READ_CHANGES, READ_RECORDS, READ_SUMMARIES } from './sql/reading.ts'

/**
 * Reads a record as it was written.
 *
 * @throws StoreDamagedError `STORE_DAMAGED` when it is none.
 */
export function readRecord(id: string, text: string): CatalogRecord {
  try {
    const change = readCatalogChange({ type: 'put', record: JSON.parse(text) as CatalogRecord })
    if (change.type === 'put' && change.record.tool.id === id) return change.record
    throw new TypeError('it is the record of another tool')
  } catch (error) {
    const message = `The record of ${quote(id)} cannot be read: ${messageOf(error)}. Call repair().`
    throw new StoreDamagedError(STORE, message, error)
  }
}

/** Reads a value that was written as JSON. @throws StoreDamagedError `STORE_DAMAGED` when it is none. */
export function readValue(what: string, text: string): JsonValue {
  try {
    return JSON.parse(text) as JsonValue
  } catch (error) {
    throw new StoreDamagedError(
      STORE,
      `The value of ${quote(what)} cannot be read: ${messageOf(error)}.`,
      error,
    )
  }
}

/** All records as they were at a revision, in ascending order of id. */
export async function* recordsAt(ask: Ask, revision: number): AsyncGenerator<CatalogRecord> {
  for await (const { id, body } of rowsAt(ask, READ_RECORDS, [revision], revision))
    yield readRecord(id, body ?? '')
}

/** The same of summaries; what changed meanwhile is summarised again. */
export async function* summariesAt(ask: Ask, revision: number): AsyncGenerator<ToolSummary> {
  for await (const { id, body, isPrevious } of rowsAt(ask, READ_SUMMARIES, [revision], revision)) {
    if (!isPrevious) {
      yield readValue(id, body ?? '') as unknown as ToolSummary
      continue
    }
    const { tool, backends } = readRecord(id, body ?? '')
    yield toToolSummary(tool, backends)
  }
}

/** What changed after one revision up to another, by id. */
export async function* changesBetween(
  ask: Ask,
  after: number,
  latest: number,
): AsyncGenerator<CatalogToolChange> {
  for await (const { id, body } of rowsAt(ask, READ_CHANGES, [after, latest], after)) {
    yield body === null ? { type: 'delete', id } : { type: 'put', record: readRecord(id, body) }
  }
}

interface VersionRow {
  readonly id: string
  readonly body: string | null
  readonly isPrevious: boolean
}

/** Page after page, until one is empty; refuses to go on when what is read was forgotten meanwhile. */
async function* rowsAt(
  ask: Ask,
  statement: PageStatement,
  values: readonly unknown[],
  needed: number,
): AsyncGenerator<VersionRow> {
  let last = ''
  for (;;) {
    const rows = await ask({ ...statement, values: [...values, last] })
    const forgotten = Number(rows[0]?.forgotten)
    if (forgotten > needed) throw new RevisionForgottenError(needed, forgotten)
    const page = rows.filter((row) => row.id !== null).map(toVersionRow)
    if (page.length === 0) return
    yield* page
    last = page.at(-1)?.id ?? ''
  }
}

function toVersionRow({ id, body, is_previous: isPrevious }: Row): VersionRow {
  return { id: id as string, body: body as string | null, isPrevious: isPrevious === true }
}
