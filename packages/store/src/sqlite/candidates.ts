import {
  type CandidateRequest,
  type CandidateRetriever,
  compareHits,
  type Hit,
  SEARCH_FIELDS,
  type ToolSummary,
} from '@toolscout/model'
import { compileRankedFilter, type SearchField } from '@toolscout/model/internal'
import { CANDIDATE_REQUEST } from '../check-requests.ts'
import type { StoreLife } from '../store-life.ts'
import type { SqliteConnection, SqliteRow } from './drivers.ts'
import { insertFullText, toFts5Query } from './full-text.ts'
import { PAGE, pages } from './reads.ts'
import {
  expectSame,
  numberOf,
  parseSummary,
  RECORD_COLUMNS,
  readRecord,
  readToolRow,
  TOOL_COLUMNS,
} from './rows.ts'
import type { Session } from './session.ts'

/** Loom's weights: name 10, description 5, capabilities 3 (which are among the tags here), 2 for the rest. */
const WEIGHTS: { readonly [field in SearchField]?: number } = { name: 10, description: 5, tags: 3 }

const SCORE = `bm25(full_text, ${SEARCH_FIELDS.map((field) => WEIGHTS[field] ?? 2).join(', ')})`
const FIND = `select rowid as number, ${SCORE} as score from full_text where full_text match ? order by score limit ?`
const FIND_TOOL = `select ${TOOL_COLUMNS} from tools t where t.number = ?`
const READ_RECORDS = `select t.number, ${RECORD_COLUMNS} from tools t join definitions d using (number)
  where t.number > ? order by t.number limit ${PAGE}`

/**
 * Retrieves candidates by SQLite's own FTS5: Porter stems, weighted columns, BM25. The first request fills the table,
 * so a store that is never asked costs nothing for it; from then on every batch keeps it in step, in its transaction.
 */
export function createCandidates(session: Session, life: StoreLife): CandidateRetriever {
  return Object.freeze({
    name: 'sqlite-fts5',
    retrieve: (request) =>
      life.run(
        request,
        () => {
          const { query, limit, filter, expansions = new Map() } = request
          const own = toFts5Query(query)
          const other = toFts5Query([...expansions.keys()].join(' '))
          if ((own ?? other) === undefined || limit < 1) return []
          if (!session.read((_, { hasFullText }) => hasFullText)) fill(session)
          return session.read((connection) => {
            const find = (match = ''): readonly string[] =>
              match === '' ? [] : retrieve(connection, match, { limit, filter }).map(({ id }) => id)
            const found = find(own)
            // FTS5 cannot weigh words, so tools that have only others come behind those with words of the query.
            return found.length === limit ? found : [...new Set([...found, ...find(other)])].slice(0, limit)
          })
        },
        CANDIDATE_REQUEST,
      ),
  } satisfies CandidateRetriever)
}

/** The best hits that pass a filter. The cut must not fall among equal scores, whose order is that of the ids. */
function retrieve(
  connection: SqliteConnection,
  match: string,
  { limit, filter }: Pick<CandidateRequest, 'limit' | 'filter'>,
): readonly Hit[] {
  const { known, asked } = compileRankedFilter(filter)
  const passes = (tool: ToolSummary): boolean =>
    known?.(tool) !== false && asked?.allowsRanked(tool) !== false
  for (let most = limit + 32; ; most *= 4) {
    const rows = connection.all(FIND, match, most)
    const hits: Hit[] = []
    for (const row of rows) {
      const tool = connection.get(FIND_TOOL, numberOf(row, 'number'))
      expectSame('The full text', tool !== undefined)
      const { id, summary } = readToolRow(tool ?? {})
      if (passes(parseSummary(summary))) hits.push({ id, score: scoreOf(row) })
    }
    const best = hits.sort(compareHits).slice(0, limit)
    const last = best[limit - 1]
    if (rows.length < most || asked?.isCut() || (last && scoreOf(rows.at(-1) ?? {}) < last.score)) return best
  }
}

function fill(session: Session): void {
  session.write((connection, state) => {
    for (const row of pages(connection, READ_RECORDS, 'number')) {
      insertFullText(connection, numberOf(row, 'number'), readRecord(row))
    }
    return { ...state, hasFullText: true }
  })
}

/** FTS5 gives lower numbers to better rows; an inverse document frequency near 0 may come out a hair above 0. */
function scoreOf({ score }: SqliteRow): number {
  return Math.max(0, -Number(score))
}
