import type { CatalogItem, CatalogRecord } from '@toolscout/model'
import { type JsonValue, ToolscoutError } from '@toolscout/model'
import { copyJson } from '@toolscout/model/internal'
import { type SqliteConnection, type SqliteRow, tellsOfDamage } from './connection.ts'
import { parseRecord } from './record-rows.ts'
import { crcOf, select, textOf, toggled } from './row-checks.ts'
import { readState, type StoreState } from './store-state.ts'
import { VECTOR_COLUMNS } from './vectors.ts'

/** What can still be read of a damaged store. */
export interface Salvage {
  /** By id. */
  readonly records: ReadonlyMap<string, CatalogRecord>
  readonly items: readonly CatalogItem[]
  readonly vectors: readonly SqliteRow[]
  /** Ids that were seen of which no record could be read. */
  readonly lost: readonly string[]
  /** The latest revision that was seen. */
  readonly revision: number
}

/** Most rows that are tried one by one between what can be read from either end. */
const MAX_TRIES = 1_000_000
const PAGE = 100

/** Reads whatever can be read and proves itself by its checksum. */
export function salvage(connection: SqliteConnection): Salvage {
  const state = orUndefined(() => readState(connection))
  const texts = new Map<number, string>()
  for (const row of rowsOf(connection, 'definitions', select({ crc: 'integer', record: 'bytes' }))) {
    const text = textIn(row, 'record')
    if (text !== undefined && crcOf(text) === row.crc) texts.set(Number(row.number), text)
  }
  const records = new Map<string, CatalogRecord>()
  const ids = new Set<string>()
  let revision = state?.revision ?? 0
  const columns = select({ id: 'bytes', revision: 'integer', record_crc: 'integer' })
  for (const row of rowsOf(connection, 'tools', columns)) {
    const { number, record_crc } = row
    const id = textIn(row, 'id')
    if (id !== undefined) ids.add(id)
    if (Number.isSafeInteger(row.revision)) revision = Math.max(revision, Number(row.revision))
    const text = texts.get(Number(number))
    if (text === undefined || crcOf(text) !== record_crc) continue
    const record = orUndefined(() => parseRecord(text))
    if (record === undefined || record.tool.id !== id) continue
    texts.delete(Number(number))
    records.set(record.tool.id, record)
  }
  adopt(records, texts, state)
  return {
    records,
    items: readItems(connection),
    vectors: [...rowsOf(connection, 'vectors', VECTOR_COLUMNS)],
    lost: [...ids].filter((id) => !records.has(id)).sort(),
    revision,
  }
}

/**
 * Takes in records whose own rows are lost, only where this makes the ids exactly those that were written: anything
 * less could bring back what was deleted.
 */
function adopt(
  records: Map<string, CatalogRecord>,
  texts: ReadonlyMap<number, string>,
  state: StoreState | undefined,
): void {
  if (state === undefined || records.size === state.tools.count) return
  const all = new Map(records)
  for (const text of texts.values()) {
    const record = orUndefined(() => parseRecord(text))
    if (record !== undefined && !all.has(record.tool.id)) all.set(record.tool.id, record)
  }
  let digest = 0
  for (const id of all.keys()) digest = toggled(digest, crcOf(id))
  if (all.size !== state.tools.count || digest !== state.idsDigest) return
  for (const [id, record] of all) records.set(id, record)
}

function readItems(connection: SqliteConnection): readonly CatalogItem[] {
  const rows = orUndefined(() => connection.all(`select ${select(ITEM)} from items`)) ?? []
  return rows.flatMap((row): CatalogItem[] => {
    const [kind, key, value] = [textIn(row, 'kind'), textIn(row, 'key'), textIn(row, 'value')]
    if (kind === undefined || key === undefined || value === undefined) return []
    if (crcOf(kind, key, value) !== row.crc) return []
    const read = orUndefined(() => copyJson(JSON.parse(value) as JsonValue))
    return read === undefined ? [] : [{ kind, key, value: read }]
  })
}

/** The rows of a table with numbers, from either end as far as they can be read, then one by one in between. */
function* rowsOf(connection: SqliteConnection, table: string, columns: string): Generator<SqliteRow> {
  const all = `select number, ${columns} from ${table}`
  let low = Number.MIN_SAFE_INTEGER
  for (;;) {
    const page = read(connection, `${all} where number > ? order by number limit ${PAGE}`, low)
    if (page?.length === 0) return
    const rows = page ?? read(connection, `${all} where number > ? order by number limit 1`, low)
    if (rows === undefined || rows.length === 0) break
    yield* rows
    low = Number(rows.at(-1)?.number)
  }
  let high = Number.MAX_SAFE_INTEGER
  for (;;) {
    const rows = read(connection, `${all} where number < ? order by number desc limit 1`, high)
    const number = Number(rows?.[0]?.number ?? low)
    if (rows === undefined || number <= low) break
    yield* rows
    high = number
  }
  low = Math.max(low, 0)
  for (let number = low + 1; number < Math.min(high, low + MAX_TRIES); number += 1) {
    yield* read(connection, `${all} where number = ?`, number) ?? []
  }
}

const ITEM = { kind: 'bytes', key: 'bytes', crc: 'integer', value: 'bytes' } as const

function textIn(row: SqliteRow, column: string): string | undefined {
  return orUndefined(() => textOf(row, column))
}

function read(connection: SqliteConnection, sql: string, value: number): readonly SqliteRow[] | undefined {
  return orUndefined(() => connection.all(sql, value))
}

/** What cannot be read is left out. */
function orUndefined<Result>(work: () => Result): Result | undefined {
  try {
    return work()
  } catch (error) {
    const isDamage = error instanceof ToolscoutError || error instanceof SyntaxError
    if (isDamage || tellsOfDamage(error)) return undefined
    throw error
  }
}
