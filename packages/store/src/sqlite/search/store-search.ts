import { setImmediate as nextTurn } from 'node:timers/promises'
import { crc32 } from 'node:zlib'
import { compileFilter, type SearcherAnswer, type SearchRequest } from '@toolscout/model'
import type { StoreLife } from '../../store-life.ts'
import type { SqliteConnection, SqliteRow } from '../connection.ts'
import { RECORD_COLUMNS, readRecord } from '../record-rows.ts'
import { numberOf, select } from '../row-checks.ts'
import type { Session } from '../session.ts'
import { SEGMENT_TOOLS } from './merge-segments.ts'
import type { Ranking } from './ranking.ts'

/** Tools that are read before others get their turn. */
const SLICE = 200
const READ_PENDING = `select p.number, ${RECORD_COLUMNS} from pending p
  left join tools t using (number) left join definitions d using (number)
  where p.number > ? order by p.number limit ${SLICE}`

/**
 * Searches in SQLite alone. Nothing is indexed before somebody searches, so that a catalog which is searched in memory
 * costs no more than its records; afterwards a search first takes in what has changed.
 */
export function createStoreSearch(
  session: Session,
  life: StoreLife,
  ranking: Ranking,
): (request: SearchRequest) => Promise<SearcherAnswer> {
  let indexing: Promise<void> | undefined
  const indexSome = async (): Promise<void> => {
    indexing ??= indexBatch(session, life, ranking).finally(() => {
      indexing = undefined
    })
    await indexing
  }
  return async (request) => {
    life.check(request)
    compileFilter(request.filter)
    while (needsIndexing(session, ranking)) {
      await indexSome()
      life.check(request)
    }
    return session.read((connection, state) => ranking.search(connection, state, request))
  }
}

/** Tells an index by one analysis from one by another; never 0, which is none. */
export function analysisNumber({ analysis }: Ranking): number {
  return crc32(analysis) || 1
}

function needsIndexing(session: Session, ranking: Ranking): boolean {
  return session.read(
    (connection, { searchedBy }) =>
      searchedBy !== analysisNumber(ranking) ||
      connection.get('select 1 as found from pending limit 1') !== undefined,
  )
}

/** Takes some of what has changed in; the first time everything has. */
async function indexBatch(session: Session, life: StoreLife, ranking: Ranking): Promise<void> {
  session.write((connection, state) => {
    if (state.searchedBy === analysisNumber(ranking)) return state
    ranking.clear(connection)
    connection.exec('delete from pending; insert into pending select number from tools;')
    return { ...state, searchedBy: analysisNumber(ranking) }
  })
  const batch = ranking.begin()
  /** The checksum of the record by number, of what is there. */
  const taken = new Map<number, number | undefined>()
  for (let after = Number.MIN_SAFE_INTEGER, isMore = true; isMore && taken.size < SEGMENT_TOOLS; ) {
    session.read((connection) => {
      const rows = connection.all(READ_PENDING, after)
      for (const row of rows) {
        after = numberOf(row, 'number')
        taken.set(after, crcIn(row))
        if (row.record_crc !== null) batch.add(after, readRecord(row))
      }
      isMore = rows.length === SLICE
    })
    await nextTurn()
    life.check()
  }
  session.write((connection, state) => {
    const current = pendingRecords(connection, [...taken.keys()])
    const isStale = (number: number): boolean =>
      !current.has(number) || current.get(number) !== taken.get(number)
    const stale = new Set([...taken.keys()].filter(isStale))
    const changed = [...taken.keys()].filter((number) => !stale.has(number))
    batch.write(connection, changed, stale)
    connection.run(
      'delete from pending where number in (select value from json_each(?))',
      JSON.stringify(changed),
    )
    return state
  })
}

/** Which of some numbers are pending, with the checksum of the record where there is one. */
function pendingRecords(
  connection: SqliteConnection,
  numbers: readonly number[],
): ReadonlyMap<number, number | undefined> {
  const columns = select({ record_crc: 'integer' }, 't')
  const rows = connection.all(
    `select p.number, ${columns} from json_each(?) j cross join pending p on p.number = j.value
      left join tools t using (number)`,
    JSON.stringify(numbers),
  )
  return new Map(rows.map((row) => [numberOf(row, 'number'), crcIn(row)]))
}

/** The checksum of the record of a tool, if there is one. */
function crcIn(row: SqliteRow): number | undefined {
  return row.record_crc === null ? undefined : numberOf(row, 'record_crc')
}
