import { setImmediate as nextTurn } from 'node:timers/promises'
import { messageOf, type StoreFault, type StoreReport } from '@toolscout/model/internal'
import type { Checkpoints } from './checkpoints.ts'
import type { SqliteConnection, SqliteRow } from './drivers.ts'
import { tellsOfDamage } from './failures.ts'
import { startFullTextCheck } from './full-text.ts'
import { PAGE, pages, readGone, readItems } from './reads.ts'
import {
  counted,
  crcOf,
  EMPTY_TALLY,
  expectSame,
  expectWhole,
  formatSummary,
  numberOf,
  readRecord,
  readToolRow,
  select,
  TOOL_COLUMNS,
  textOf,
  toggled,
} from './rows.ts'
import { readState, type StoreState } from './schema.ts'
import type { Session } from './session.ts'
import { readVector, VECTOR_COLUMNS } from './vectors.ts'

const MAX_FAULTS = 1_000

const CHECK_FILE = 'select cast(integrity_check as blob) as found from pragma_integrity_check'
const READ_TOOLS = `select ${TOOL_COLUMNS}, cast(d.crc as integer) as definition_crc,
  cast(d.record as blob) as record from tools t left join definitions d using (number)
  where t.number > ? order by t.number limit ${PAGE}`
const READ_VECTORS = `select number, ${VECTOR_COLUMNS} from vectors where number > ? order by number limit ${PAGE}`
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
    if (!session.isReadOnly) connection.exec('begin')
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

/** Rows in order of their number, with a rest now and then. */
async function* numbered({ connection, rest }: Inspection, sql: string): AsyncGenerator<SqliteRow> {
  let rows = 0
  for (const row of pages(connection, sql, 'number')) {
    yield row
    rows += 1
    if (rows % PAGE === 0) await rest()
  }
}

async function checkTools(inspection: Inspection): Promise<void> {
  const { connection, state, report } = inspection
  const fullText = state.hasFullText ? startFullTextCheck(connection, report) : undefined
  let tally = EMPTY_TALLY
  let idsDigest = 0
  const check = (row: SqliteRow, id: string): void => {
    const { number, crc, revision, summary } = readToolRow(row)
    tally = counted(tally, crc)
    idsDigest = toggled(idsDigest, crcOf(id))
    expectSame('A definition', row.definition_crc === row.record_crc)
    expectSame('A revision', revision <= state.revision)
    const record = readRecord(row)
    expectSame('A summary', summary === formatSummary(record))
    fullText?.expect(number, record)
  }
  for await (const row of numbered(inspection, READ_TOOLS)) {
    const id = textOf(row, 'id')
    const reportTool = (code: string, message: string): void => report(code, message, id)
    await attempt('TOOL_DAMAGED', reportTool, () => check(row, id))
  }
  fullText?.finish()
  expectWhole('The list of tools', tally, state.tools)
  expectSame('The list of ids', idsDigest === state.idsDigest)
  expectSame('The list of definitions', connection.get(FIND_SURPLUS) === undefined)
}

function checkGone({ connection, state }: Inspection): void {
  const { revision: latest, forgotten } = state
  const isPast = readGone(connection, state).every(({ revision: at }) => at <= latest && at > forgotten)
  expectSame('The revision of what is gone', isPast)
  expectSame('What is gone', connection.get(FIND_GONE_TOOL) === undefined)
}

async function checkVectors(inspection: Inspection): Promise<void> {
  for await (const row of numbered(inspection, READ_VECTORS)) {
    expectSame(`The vector ${textOf(row, 'key')}`, readVector(row)?.every(Number.isFinite) === true)
  }
}

async function checkCheckpoints({ connection, state }: Inspection, checkpoints: Checkpoints): Promise<void> {
  for (const row of connection.all(READ_CHECKPOINTS)) {
    const name = textOf(row, 'name')
    // One that is gone is lost, which is no damage: a backup of the database alone has none.
    const isDamaged = await checkpoints.isDamaged(name)
    const isSound = !isDamaged && numberOf(row, 'revision') <= state.revision
    expectSame(`The checkpoint ${name}`, isSound)
  }
}
