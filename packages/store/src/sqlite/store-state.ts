import type { SqliteConnection } from './connection.ts'
import { crcOf, damaged, expectSame, numberOf, select, type Tally } from './row-checks.ts'

/** What a store is at, in one row that every batch writes. */
export interface StoreState {
  readonly revision: number
  /** Up to which revision deletions were forgotten. */
  readonly forgotten: number
  /** Whether the full text is in step with the tools; false until candidates are retrieved the first time. */
  readonly hasFullText: boolean
  readonly tools: Tally
  /** The checksums of the ids alone. */
  readonly idsDigest: number
  readonly gone: Tally
  readonly items: Tally
  readonly crc: number
}

const COLUMNS = [
  'revision',
  'forgotten',
  'full_text',
  'tools',
  'tools_digest',
  'ids_digest',
  'gone',
  'gone_digest',
  'items',
  'items_digest',
] as const

const READ = `select ${select(Object.fromEntries([...COLUMNS, 'crc'].map((column) => [column, 'integer'])))}
  from state where one = 1`

/** @throws StoreDamagedError `STORE_DAMAGED` when the row is not as it was written. */
export function readState(connection: SqliteConnection): StoreState {
  const row = connection.get(READ)
  if (row === undefined) throw damaged('the state is gone')
  const at = (column: (typeof COLUMNS)[number]): number => numberOf(row, column)
  const crc = crcOf(...COLUMNS.map(at))
  expectSame('The state', crc === row.crc)
  return {
    revision: at('revision'),
    forgotten: at('forgotten'),
    hasFullText: at('full_text') === 1,
    tools: { count: at('tools'), digest: at('tools_digest') },
    idsDigest: at('ids_digest'),
    gone: { count: at('gone'), digest: at('gone_digest') },
    items: { count: at('items'), digest: at('items_digest') },
    crc,
  }
}

/** Writes the row; gives the state with its checksum. */
export function writeState(connection: SqliteConnection, state: StoreState): StoreState {
  const { tools, gone, items } = state
  const values = [
    state.revision,
    state.forgotten,
    state.hasFullText ? 1 : 0,
    tools.count,
    tools.digest,
    state.idsDigest,
    gone.count,
    gone.digest,
    items.count,
    items.digest,
  ]
  const crc = crcOf(...values)
  connection.run(
    `insert or replace into state (one, ${COLUMNS.join(', ')}, crc) values (1, ${'?, '.repeat(COLUMNS.length)}?)`,
    ...values,
    crc,
  )
  return { ...state, crc }
}
