import { setImmediate as nextTurn } from 'node:timers/promises'
import {
  compareHits,
  compileFilter,
  type Hit,
  isEmptyFilter,
  SEARCH_FIELDS,
  type SearcherAnswer,
  type SearchField,
  type SearchRequest,
  type ToolPredicate,
} from '@toolscout/model'
import { DEFAULT_BM25F } from '@toolscout/search'
import type { StoreLife } from '../store-life.ts'
import type { SqliteConnection } from './connection.ts'
import { indexSlice, needsIndexing } from './indexing.ts'
import { parseSummary, readToolRow, TOOL_COLUMNS } from './record-rows.ts'
import { expectSame, numberOf } from './row-checks.ts'
import { anyOf, queryWords } from './search-text.ts'
import type { Session } from './session.ts'

/** What each field weighs in the search of a store. */
export type StoreSearchWeights = { readonly [field in SearchField]?: number | undefined }

/**
 * Ranks in SQLite alone, by the BM25 of FTS5. Nothing is indexed before somebody searches, so that a catalog which is
 * searched in memory costs no more than its records; afterwards a search first takes in what has changed.
 *
 * @throws RangeError for a weight that is not 0 to 1,000.
 */
export function createRanking(
  session: Session,
  life: StoreLife,
  weights: StoreSearchWeights = {},
): (request: SearchRequest) => Promise<SearcherAnswer> {
  const score = `bm25(search, ${SEARCH_FIELDS.map((field) => checkWeight(field, weights[field])).join(', ')})`
  const find = `select rowid as number, ${score} as score from search where search match ? order by score limit ?`

  return async (request) => {
    const { query, limit, filter, explain = false, signal } = request
    life.check({ signal })
    const passes = compileFilter(filter)
    const words = queryWords(query)
    if (words.length === 0 || limit === 0) return { hits: [] }
    while (needsIndexing(session)) {
      indexSlice(session)
      await nextTurn()
      life.check({ signal })
    }
    return session.read((connection) => {
      const holds = (word: string): boolean =>
        connection.get('select 1 as found from search where search match ? limit 1', anyOf([word])) !==
        undefined
      const predicate = isEmptyFilter(filter) ? undefined : passes
      const hits = findHits(connection, { find, match: anyOf(words), limit, passes: predicate })
      return {
        hits: explain ? hits.map(explained) : hits,
        unmatchedTerms: words.filter((word) => !holds(word)),
      }
    })
  }
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
      // FTS5 gives the better the lower; an idf that is nothing may come out a hair above 0.
      const score = Math.max(0, -(row.score as number))
      if (passes === undefined || passes(parseSummary(summary))) hits.push({ id, score })
    }
    const sorted = hits.sort(compareHits)
    const worst = sorted[limit - 1]
    const last = Math.max(0, -((rows.at(-1)?.score ?? 0) as number))
    if (rows.length < most || (worst !== undefined && last < worst.score)) return sorted.slice(0, limit)
  }
}

function explained(hit: Hit): Hit {
  return { ...hit, explanation: { label: 'BM25 of SQLite FTS5 over all fields', value: hit.score } }
}

function checkWeight(field: SearchField, weight: number = DEFAULT_BM25F.weights[field]): number {
  if (typeof weight === 'number' && weight >= 0 && weight <= 1_000) return weight
  throw new RangeError(`The weight of ${field} is ${weight}; it must lie from 0 to 1,000.`)
}
