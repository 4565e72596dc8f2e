import { setImmediate as nextTurn } from 'node:timers/promises'
import { messageOf, SEARCH_FIELDS, type StoreFault, type StoreReport } from '@toolscout/model'
import type { Checkpoints } from './checkpoints.ts'
import { type SqliteConnection, SqliteFailure } from './connection.ts'
import { INDEX_ONE, textsOf } from './indexing.ts'
import { readItems } from './read-by-id.ts'
import { formatSummary, RECORD_COLUMNS, readRecord, readToolRow, TOOL_COLUMNS } from './record-rows.ts'
import {
  counted,
  crcOf,
  EMPTY_TALLY,
  expectSame,
  numberOf,
  select,
  type Tally,
  textOf,
  toggled,
} from './row-checks.ts'
import type { Session } from './session.ts'
import { readState, type StoreState } from './store-state.ts'
import { readVector, VECTOR_COLUMNS } from './vectors.ts'

const MAX_FAULTS = 1_000
/** Rows that are looked at before others get their turn. */
const PAGE = 500

/** What a check works with. */
interface Inspection {
  readonly connection: SqliteConnection
  readonly state: StoreState
  readonly report: (code: string, message: string, id?: string) => void
  /** Lets others have their turn. @throws what ends the inspection. */
  readonly rest: () => Promise<void>
}

/** Checks everything against everything, as it is at one moment. */
export async function verifyStore(
  session: Session,
  checkpoints: Checkpoints,
  check: () => void,
): Promise<StoreReport> {
  const faults: StoreFault[] = []
  const report = (code: string, message: string, id?: string): void => {
    if (faults.length < MAX_FAULTS) faults.push({ code, ...(id === undefined ? {} : { id }), message })
  }
  const rest = async (): Promise<void> => {
    await nextTurn()
    check()
  }
  const connection = session.openReader()
  let state: StoreState | undefined
  try {
    connection.exec('begin')
    await attempt('FILE_DAMAGED', report, async () => checkFile(connection, report))
    await attempt('STATE_DAMAGED', report, async () => {
      state = readState(connection)
    })
    if (state !== undefined) {
      const inspection = { connection, state, report, rest }
      await attempt('TOOLS_DAMAGED', report, () => checkTools(inspection))
      await attempt('TOOLS_DAMAGED', report, async () => checkGone(inspection))
      await attempt('ITEMS_DAMAGED', report, async () => void readItems(connection, inspection.state.items))
      await attempt('SEARCH_DAMAGED', report, () => checkSearch(inspection))
      await attempt('VECTORS_DAMAGED', report, () => checkVectors(inspection))
      await attempt('CHECKPOINT_DAMAGED', report, async () => checkCheckpoints(inspection, checkpoints))
    }
  } finally {
    connection.close()
  }
  return { revision: state?.revision ?? 0, tools: state?.tools.count ?? 0, faults }
}

/** What cannot be read is a fault of the part that was looked at. */
async function attempt(code: string, report: Inspection['report'], work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    const isDamage = error instanceof Error && Reflect.get(error, 'code') === 'STORE_DAMAGED'
    if (!isDamage && !(error instanceof SqliteFailure)) throw error
    report(code, messageOf(error))
  }
}

function checkFile(connection: SqliteConnection, report: Inspection['report']): void {
  for (const row of connection.all(
    'select cast(integrity_check as blob) as found from pragma_integrity_check',
  )) {
    const found = textOf(row, 'found')
    if (found !== 'ok') report('FILE_DAMAGED', `SQLite finds: ${found}`)
  }
}

async function checkTools({ connection, state, report, rest }: Inspection): Promise<void> {
  let tally = EMPTY_TALLY
  let idsDigest = 0
  for (let after = 0, rows = 1; rows > 0; await rest()) {
    const page = connection.all(
      `select ${TOOL_COLUMNS}, cast(d.crc as integer) as definition_crc,
        cast(d.record as blob) as record from tools t left join definitions d using (number)
        where t.number > ? order by t.number limit ${PAGE}`,
      after,
    )
    rows = page.length
    for (const row of page) {
      after = numberOf(row, 'number')
      const id = textOf(row, 'id')
      await attempt(
        'TOOL_DAMAGED',
        (code, message) => report(code, message, id),
        async () => {
          const { crc, revision, summary } = readToolRow(row)
          tally = counted(tally, crc)
          idsDigest = toggled(idsDigest, crcOf(id))
          expectSame('A definition', row.definition_crc === row.record_crc)
          if (revision > state.revision) report('REVISION_AHEAD', `${id} is ahead of the store.`, id)
          if (summary !== formatSummary(readRecord(row))) {
            report('SUMMARY_DIFFERS', `The summary of ${id} is not that of its record.`, id)
          }
        },
      )
    }
  }
  if (!same(tally, state.tools) || idsDigest !== state.idsDigest) {
    report('TOOLS_MISSING', `${state.tools.count} tools were written, ${tally.count} can be read.`)
  }
  expectNone(
    { connection, report },
    'DEFINITION_SURPLUS',
    'select number as found from definitions where number not in (select number from tools) limit 1',
  )
}

function checkGone({ connection, state, report }: Inspection): void {
  let tally = EMPTY_TALLY
  for (const row of connection.all(`select ${select({ id: 'bytes', revision: 'integer' })} from gone`)) {
    const [id, revision] = [textOf(row, 'id'), numberOf(row, 'revision')]
    tally = counted(tally, crcOf(id, revision))
    if (revision <= state.revision && revision > state.forgotten) continue
    report('REVISION_AHEAD', `${id} went at a revision that is none.`, id)
  }
  if (!same(tally, state.gone)) report('GONE_DIFFERS', 'What is gone is not what was written.')
  const both = 'select cast(g.id as blob) as found from gone g join tools t using (id) limit 1'
  expectNone({ connection, report }, 'GONE_DIFFERS', both)
}

/** That every tool is indexed, nothing else is, and each word as often as an index made anew has it. */
async function checkSearch({ connection, state, report, rest }: Inspection): Promise<void> {
  if (!state.usesSearch) return
  const missing = `select number as found from tools where number not in (select id from search_docsize)
    and number not in (select number from pending) limit 1`
  const surplus = 'select id as found from search_docsize where id not in (select number from tools) limit 1'
  expectNone({ connection, report }, 'SEARCH_MISSING', missing)
  expectNone({ connection, report }, 'SEARCH_SURPLUS', surplus)
  if (connection.get('select 1 as found from pending limit 1') !== undefined) return
  const columns = SEARCH_FIELDS.map((field) => `"${field}"`).join(', ')
  connection.exec(`
    create virtual table temp.fresh using fts5(${columns}, content='', contentless_delete=1, tokenize='porter unicode61');
    create virtual table temp.fresh_words using fts5vocab(temp, fresh, 'col');
    create virtual table temp.words using fts5vocab(main, search, 'col');`)
  for (let after = 0, rows = 1; rows > 0; await rest()) {
    const page = connection.all(
      `select t.number, ${RECORD_COLUMNS} from tools t join definitions d using (number)
        where t.number > ? order by t.number limit ${PAGE}`,
      after,
    )
    rows = page.length
    for (const row of page) {
      after = numberOf(row, 'number')
      connection.run(INDEX_ONE.replace('search', 'temp.fresh'), after, ...textsOf(readRecord(row)))
    }
  }
  const difference = `select count(*) as found from (
    select * from (select term, col, doc, cnt from words except select term, col, doc, cnt from fresh_words)
    union all select * from (select term, col, doc, cnt from fresh_words except select term, col, doc, cnt from words))`
  const found = Number(connection.get(difference)?.found)
  if (found !== 0) report('SEARCH_DIFFERS', `${found} words are not indexed as their tools have them.`)
}

async function checkVectors({ connection, report, rest }: Inspection): Promise<void> {
  for (let after = 0, rows = 1; rows > 0; await rest()) {
    const page = connection.all(
      `select number, ${VECTOR_COLUMNS} from vectors where number > ? order by number limit ${PAGE}`,
      after,
    )
    rows = page.length
    for (const row of page) {
      after = numberOf(row, 'number')
      const vector = readVector(row)
      if (vector?.every(Number.isFinite) !== true)
        report('VECTOR_DAMAGED', `A vector is damaged: ${textOf(row, 'key')}`)
    }
  }
}

function checkCheckpoints({ connection, state, report }: Inspection, checkpoints: Checkpoints): void {
  for (const row of connection.all(
    `select ${select({ name: 'bytes', revision: 'integer' })} from checkpoints`,
  )) {
    const name = textOf(row, 'name')
    const isThere = checkpoints.load(name) !== undefined && numberOf(row, 'revision') <= state.revision
    if (!isThere) report('CHECKPOINT_DAMAGED', `The checkpoint ${name} is not what was saved.`)
  }
}

function expectNone(
  { connection, report }: Pick<Inspection, 'connection' | 'report'>,
  code: string,
  sql: string,
): void {
  const found = connection.get(sql)?.found
  if (found === undefined) return
  const shown = found instanceof Uint8Array ? Buffer.from(found).toString() : found
  report(code, `What belongs together stands alone: ${shown}`)
}

function same(a: Tally, b: Tally): boolean {
  return a.count === b.count && a.digest === b.digest
}
