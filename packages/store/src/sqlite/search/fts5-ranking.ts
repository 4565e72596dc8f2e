import {
  type CatalogRecord,
  compareHits,
  compileFilter,
  type Hit,
  SEARCH_FIELDS,
  type SearchField,
  type ToolPredicate,
} from '@toolscout/model'
import { isEmptyFilter, toToolSummary } from '@toolscout/model/internal'
import { toSearchDocument } from '@toolscout/schema'
import type { SqliteConnection, SqliteValue } from '../connection.ts'
import type { Inspection } from '../inspection.ts'
import { parseSummary, readToolRow, TOOL_COLUMNS } from '../record-rows.ts'
import { expectSame, numberOf } from '../row-checks.ts'
import { anyOf, queryWords, searchName, searchText } from './fts5-text.ts'
import { type IndexCheck, NO_CHECK, type Ranking } from './ranking.ts'

/** What each field weighs in FTS5's BM25. Each 0 to 1,000. */
export type Fts5Weights = { readonly [field in SearchField]?: number | undefined }

/** Loom's weights: name 10, description 5, capabilities 3 (which are among the tags here), what is left of keywords 2. */
export const LOOM_WEIGHTS: Readonly<Required<Record<SearchField, number>>> = Object.freeze({
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
})

const COLUMNS = SEARCH_FIELDS.map((field) => `"${field}"`).join(', ')
const PUT = `(rowid, ${COLUMNS}) values (?${', ?'.repeat(SEARCH_FIELDS.length)})`

/**
 * Ranks by the BM25 of SQLite's FTS5, with its tokenizer `porter unicode61`, as Loom does.
 *
 * @throws RangeError for a weight that is not 0 to 1,000.
 */
export function createFts5Ranking(weights: Fts5Weights = {}): Ranking {
  const score = `bm25(search, ${SEARCH_FIELDS.map((field) => checkWeight(field, weights[field])).join(', ')})`
  const find = `select rowid as number, ${score} as score from search where search match ? order by score limit ?`
  return {
    analysis: '["fts5"]',
    begin: () => {
      const rows: (readonly [number: number, texts: readonly string[]])[] = []
      return {
        add: (number, record) => {
          rows.push([number, textsOf(record)])
        },
        write: (connection, changed, stale) => {
          for (const number of changed) connection.run('delete from search where rowid = ?', number)
          for (const [number, texts] of rows) {
            if (!stale.has(number)) connection.run(`insert into search ${PUT}`, number, ...texts)
          }
        },
      }
    },
    clear: (connection) => connection.exec(`insert into search (search) values ('delete-all')`),
    search: (connection, _state, { query, limit, filter, explain = false }) => {
      const passes = compileFilter(filter)
      const words = queryWords(query)
      if (words.length === 0) return { hits: [], unmatchedTerms: [] }
      const holds = (word: string): boolean =>
        connection.get('select 1 as found from search where search match ? limit 1', anyOf([word])) !==
        undefined
      const predicate = isEmptyFilter(filter) ? undefined : passes
      const finding = { find, match: anyOf(words), limit, passes: predicate }
      const hits = limit < 1 ? [] : findHits(connection, finding)
      return {
        hits: explain ? hits.map(explained) : hits,
        unmatchedTerms: words.filter((word) => !holds(word)),
      }
    },
    // What is indexed of tools that have changed since is no longer what they are.
    check: (inspection, pending) => (pending.size > 0 ? NO_CHECK : createFts5Check(inspection)),
  }
}

/** The texts of a record in the order of the search fields. */
function textsOf(record: CatalogRecord): readonly string[] {
  const { fields } = toSearchDocument({ ...record, summary: toToolSummary(record.tool, record.backends) })
  return SEARCH_FIELDS.map((field) =>
    field === 'name' ? searchName(fields.name) : searchText(fields[field]),
  )
}

interface Finding {
  readonly find: string
  readonly match: string
  readonly limit: number
  readonly passes: ToolPredicate | undefined
}

/** The best hits that pass. More are asked for until the last one is worse than the last that is wanted. */
function findHits(connection: SqliteConnection, { find, match, limit, passes }: Finding): readonly Hit[] {
  for (let most = 2 * limit + 8; ; most *= 4) {
    const rows = connection.all(find, match, most)
    const hits: Hit[] = []
    for (const row of rows) {
      const tool = connection.get(
        `select ${TOOL_COLUMNS} from tools t where t.number = ?`,
        numberOf(row, 'number'),
      )
      expectSame('The search', tool !== undefined)
      const { id, summary } = readToolRow(tool ?? {})
      if (passes === undefined || passes(parseSummary(summary))) hits.push({ id, score: scoreOf(row.score) })
    }
    const sorted = hits.sort(compareHits)
    const worst = sorted[limit - 1]
    if (rows.length < most || (worst !== undefined && scoreOf(rows.at(-1)?.score) < worst.score)) {
      return sorted.slice(0, limit)
    }
  }
}

/** FTS5 gives the better the lower; an idf that is nothing may come out a hair above 0. */
function scoreOf(value: SqliteValue | undefined): number {
  return Math.max(0, -(value as number))
}

function explained(hit: Hit): Hit {
  return { ...hit, explanation: { label: 'BM25 of SQLite FTS5 over all fields', value: hit.score } }
}

/** Indexes all tools once more, beside, and compares the words. */
function createFts5Check({ connection, report }: Inspection): IndexCheck {
  connection.exec(`
    create virtual table temp.fresh using fts5(${COLUMNS}, content='', contentless_delete=1, tokenize='porter unicode61');
    create virtual table temp.fresh_words using fts5vocab(temp, fresh, 'col');
    create virtual table temp.words using fts5vocab(main, search, 'col');`)
  return {
    expect: (number, record) => connection.run(`insert into temp.fresh ${PUT}`, number, ...textsOf(record)),
    finish: async () => {
      const difference = `select count(*) as found from (
        select * from (select term, col, doc, cnt from words except select term, col, doc, cnt from fresh_words)
        union all select * from (select term, col, doc, cnt from fresh_words except select term, col, doc, cnt from words))`
      const found = Number(connection.get(difference)?.found)
      if (found !== 0) report('SEARCH_DIFFERS', `${found} words are not indexed as their tools have them.`)
      const sameTools = `select count(*) as found from (select id from search_docsize except select number from tools)
        union all select count(*) from (select number from tools except select id from search_docsize)`
      const strangers = connection.all(sameTools).reduce((sum, row) => sum + Number(row.found), 0)
      if (strangers !== 0) report('SEARCH_DIFFERS', `${strangers} tools are not indexed, or none.`)
    },
  }
}

function checkWeight(field: SearchField, weight: number = LOOM_WEIGHTS[field]): number {
  if (typeof weight === 'number' && weight >= 0 && weight <= 1_000) return weight
  throw new RangeError(`The weight of ${field} is ${weight}; it must lie from 0 to 1,000.`)
}
