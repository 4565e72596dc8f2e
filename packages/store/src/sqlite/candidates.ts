import {
  type CandidateRetriever,
  compareHits,
  compileFilter,
  type Hit,
  SEARCH_FIELDS,
} from '@toolscout/model'
import type { SearchField } from '@toolscout/model/internal'
import type { StoreLife } from '../store-life.ts'
import type { SqliteValue } from './connection.ts'
import { toFts5Query } from './fts5-text.ts'
import { insertFullText } from './full-text.ts'
import { parseSummary, RECORD_COLUMNS, readRecord, readToolRow, TOOL_COLUMNS } from './record-rows.ts'
import { expectSame, numberOf } from './row-checks.ts'
import type { Session } from './session.ts'

/** Loom's weights: name 10, description 5, capabilities 3 (which are among the tags here), keywords 2. */
const WEIGHTS: { readonly [field in SearchField]: number } = {
  name: 10,
  title: 2,
  namespace: 2,
  description: 5,
  parameters: 2,
  parameterTexts: 2,
  values: 2,
  output: 2,
  tags: 3,
  notes: 2,
}

const SCORE = `bm25(full_text, ${SEARCH_FIELDS.map((field) => WEIGHTS[field]).join(', ')})`
const FIND = `select rowid as number, ${SCORE} as score from full_text where full_text match ? order by score limit ?`
/** Records that are read at once when the table is filled. */
const PAGE = 500

/**
 * Retrieves candidates by SQLite's own FTS5: Porter stems, weighted columns, BM25. The first request fills the table,
 * so a store that is never asked costs nothing for it; from then on every batch keeps it in step, in its transaction.
 */
export function createCandidates(session: Session, life: StoreLife): CandidateRetriever {
  return Object.freeze({
    name: 'sqlite-fts5',
    retrieve: (request) =>
      life.run(request, () => {
        const { query, limit, filter } = request
        const passes = compileFilter(filter)
        const match = toFts5Query(query)
        if (match === undefined || limit < 1) return []
        if (!session.read((_, { hasFullText }) => hasFullText)) fill(session)
        return session.read((connection) => {
          // The cut must not fall among equal scores, whose order is that of the ids.
          for (let most = limit + 32; ; most *= 4) {
            const rows = connection.all(FIND, match, most)
            const hits: Hit[] = []
            for (const { number, score } of rows) {
              const row = connection.get(
                `select ${TOOL_COLUMNS} from tools t where t.number = ?`,
                Number(number),
              )
              expectSame('The full text', row !== undefined)
              const { id, summary } = readToolRow(row ?? {})
              if (passes(parseSummary(summary))) hits.push({ id, score: scoreOf(score) })
            }
            const sorted = hits.sort(compareHits)
            const worst = sorted[limit - 1]
            if (rows.length < most || (worst && scoreOf(rows.at(-1)?.score) < worst.score)) {
              return sorted.slice(0, limit).map(({ id }) => id)
            }
          }
        })
      }),
  } satisfies CandidateRetriever)
}

function fill(session: Session): void {
  session.write((connection, state) => {
    const sql = `select t.number, ${RECORD_COLUMNS} from tools t join definitions d using (number)
      where t.number > ? order by t.number limit ${PAGE}`
    for (let after = 0, rows = PAGE; rows === PAGE; ) {
      const page = connection.all(sql, after)
      for (const row of page) {
        after = numberOf(row, 'number')
        insertFullText(connection, after, readRecord(row))
      }
      rows = page.length
    }
    return { ...state, hasFullText: true }
  })
}

/** FTS5 gives lower numbers to better rows; an inverse document frequency near 0 may come out a hair above 0. */
function scoreOf(value: SqliteValue | undefined): number {
  return Math.max(0, -(value as number))
}
