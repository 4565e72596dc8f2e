import { setImmediate as nextTurn } from 'node:timers/promises'
import { messageOf, type StoreFault, type StoreReport } from '@toolscout/model/internal'
import type { Checkpoints } from './checkpoints.ts'
import type { SqliteConnection, SqliteRow } from './drivers.ts'
import { tellsOfDamage } from './failures.ts'
import { startFullTextCheck } from './full-text.ts'
import { readItems } from './reads.ts'
import {
  counted,
  crcOf,
  EMPTY_TALLY,
  expectSame,
  formatSummary,
  numberOf,
  readRecord,
  readToolRow,
  select,
  type Tally,
  TOOL_COLUMNS,
  textOf,
  toggled,
} from './rows.ts'
import { readState, type StoreState } from './schema.ts'
import type { Session } from './session.ts'
import { readVector, VECTOR_COLUMNS } from './vectors.ts'

const MAX_FAULTS = 1_000
/** Rows that are looked at before others get their turn. */
const PAGE = 500

const CHECK_FILE = 'select cast(integrity_check as blob) as found from pragma_integrity_check'
const READ_TOOLS = `select ${TOOL_COLUMNS}, cast(d.crc as integer) as definition_crc,
  cast(d.record as blob) as record from tools t left join definitions d using (number)
  where t.number > ? order by t.number limit ${PAGE}`
const READ_VECTORS = `select number, ${VECTOR_COLUMNS} from vectors where number > ? order by number limit ${PAGE}`
const READ_GONE = `select ${select({ id: 'bytes', revision: 'integer' })} from gone`
const READ_CHECKPOINTS = `select ${select({ name: 'bytes', revision: 'integer' })} from checkpoints`
const FIND_SURPLUS =
  'select number as found from definitions where number not in (select number from tools) limit 1'
const FIND_GONE_TOOL = 'select cast(g.id as blob) as found from gone g join tools t using (id) limit 1'

/** What a check works with. */
interface Inspection {
  readonly connection: SqliteConnection
  readonly state: StoreState
  readonly report: (code: string, message: string, id?: string) => void
  /** Lets others have their turn. @throws what ends the inspection. */
  readonly rest: () => Promise<void>
}

/** Checks everything against everything, as it is at one moment; `check` throws what ends the inspection. */
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
    await attempt('FILE_DAMAGED', report, () => checkFile(connection, report))
    await attempt('STATE_DAMAGED', report, () => {
      state = readState(connection)
    })
    if (state !== undefined) {
      const inspection: Inspection = { connection, state, report, rest }
      await attempt('TOOLS_DAMAGED', report, () => checkTools(inspection))
      await attempt('TOOLS_DAMAGED', report, () => checkGone(inspection))
      await attempt('ITEMS_DAMAGED', report, () => readItems(connection, inspection.state))
      await attempt('VECTORS_DAMAGED', report, () => checkVectors(inspection))
      await attempt('CHECKPOINT_DAMAGED', report, () => checkCheckpoints(inspection, checkpoints))
    }
  } finally {
    connection.close()
  }
  return { revision: state?.revision ?? 0, tools: state?.tools.count ?? 0, faults }
}

/** What is damaged is a fault of the part that was looked at. */
async function attempt(code: string, report: Inspection['report'], work: () => unknown): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (!tellsOfDamage(error)) throw error
    report(code, messageOf(error))
  }
}

function checkFile(connection: SqliteConnection, report: Inspection['report']): void {
  for (const row of connection.all(CHECK_FILE)) {
    const found = textOf(row, 'found')
    if (found !== 'ok') report('FILE_DAMAGED', `SQLite finds: ${found}`)
  }
}

/** Rows in order of their number, page by page, with a rest after each page. */
async function* numbered({ connection, rest }: Inspection, sql: string): AsyncGenerator<SqliteRow> {
  for (let after = 0; ; ) {
    const rows = connection.all(sql, after)
    if (rows.length === 0) return
    yield* rows
    after = numberOf(rows.at(-1) ?? {}, 'number')
    await rest()
  }
}

async function checkTools(inspection: Inspection): Promise<void> {
  const { state, report } = inspection
  const fullText = state.hasFullText ? startFullTextCheck(inspection.connection, report) : undefined
  let tally = EMPTY_TALLY
  let idsDigest = 0
  const check = (row: SqliteRow, id: string): void => {
    const { number, crc, revision, summary } = readToolRow(row)
    tally = counted(tally, crc)
    idsDigest = toggled(idsDigest, crcOf(id))
    expectSame('A definition', row.definition_crc === row.record_crc)
    if (revision > state.revision) report('REVISION_AHEAD', `${id} is ahead of the store.`, id)
    const record = readRecord(row)
    if (summary !== formatSummary(record)) {
      report('SUMMARY_DIFFERS', `The summary of ${id} is not that of its record.`, id)
    }
    fullText?.expect(number, record)
  }
  for await (const row of numbered(inspection, READ_TOOLS)) {
    const id = textOf(row, 'id')
    await attempt(
      'TOOL_DAMAGED',
      (code, message) => report(code, message, id),
      () => check(row, id),
    )
  }
  fullText?.finish()
  if (!same(tally, state.tools) || idsDigest !== state.idsDigest) {
    report('TOOLS_MISSING', `${state.tools.count} tools were written, ${tally.count} can be read.`)
  }
  expectNone(inspection, 'DEFINITION_SURPLUS', FIND_SURPLUS)
}

function checkGone(inspection: Inspection): void {
  const { connection, state, report } = inspection
  let tally = EMPTY_TALLY
  for (const row of connection.all(READ_GONE)) {
    const [id, revision] = [textOf(row, 'id'), numberOf(row, 'revision')]
    tally = counted(tally, crcOf(id, revision))
    if (revision <= state.revision && revision > state.forgotten) continue
    report('REVISION_AHEAD', `${id} went at a revision that is none.`, id)
  }
  if (!same(tally, state.gone)) report('GONE_DIFFERS', 'What is gone is not what was written.')
  expectNone(inspection, 'GONE_DIFFERS', FIND_GONE_TOOL)
}

async function checkVectors(inspection: Inspection): Promise<void> {
  for await (const row of numbered(inspection, READ_VECTORS)) {
    if (readVector(row)?.every(Number.isFinite) === true) continue
    inspection.report('VECTOR_DAMAGED', `A vector is damaged: ${textOf(row, 'key')}`)
  }
}

function checkCheckpoints({ connection, state, report }: Inspection, checkpoints: Checkpoints): void {
  for (const row of connection.all(READ_CHECKPOINTS)) {
    const name = textOf(row, 'name')
    const isThere = checkpoints.load(name) !== undefined && numberOf(row, 'revision') <= state.revision
    if (!isThere) report('CHECKPOINT_DAMAGED', `The checkpoint ${name} is not what was saved.`)
  }
}

function expectNone({ connection, report }: Inspection, code: string, sql: string): void {
  const found = connection.get(sql)?.found
  if (found === undefined) return
  const shown = found instanceof Uint8Array ? Buffer.from(found).toString() : found
  report(code, `What belongs together stands alone: ${shown}`)
}

function same(a: Tally, b: Tally): boolean {
  return a.count === b.count && a.digest === b.digest
}
