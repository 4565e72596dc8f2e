import { setImmediate as nextTurn } from 'node:timers/promises'
import { messageOf, type StoreFault, type StoreReport } from '@toolscout/model/internal'
import type { Checkpoints } from './checkpoints.ts'
import { type SqliteConnection, tellsOfDamage } from './connection.ts'
import { startFullTextCheck } from './full-text.ts'
import type { Inspection } from './inspection.ts'
import { readItems } from './read-by-id.ts'
import { formatSummary, readRecord, readToolRow, TOOL_COLUMNS } from './record-rows.ts'
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

/** What is checked. */
export interface Verification {
  readonly session: Session
  readonly checkpoints: Checkpoints
  /** @throws what ends the inspection. */
  readonly check: () => void
}

/** Checks everything against everything, as it is at one moment. */
export async function verifyStore(verification: Verification): Promise<StoreReport> {
  const { session, checkpoints, check } = verification
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
      await attempt('VECTORS_DAMAGED', report, () => checkVectors(inspection))
      await attempt('CHECKPOINT_DAMAGED', report, async () => checkCheckpoints(inspection, checkpoints))
    }
  } finally {
    connection.close()
  }
  return { revision: state?.revision ?? 0, tools: state?.tools.count ?? 0, faults }
}

/** What is damaged is a fault of the part that was looked at. */
async function attempt(code: string, report: Inspection['report'], work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    const isDamage = error instanceof Error && Reflect.get(error, 'code') === 'STORE_DAMAGED'
    if (!isDamage && !tellsOfDamage(error)) throw error
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

async function checkTools(inspection: Inspection): Promise<void> {
  const { connection, state, report, rest } = inspection
  const fullText = state.hasFullText ? startFullTextCheck(inspection) : undefined
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
        },
      )
    }
  }
  fullText?.finish()
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
