import {
  compileFilter,
  type Degradation,
  type Hit,
  type SearcherAnswer,
  type SearchRequest,
  type ToolSummary,
} from '@toolscout/model'
import { type Analyzer, type Bm25fParameters, unmatchedTerms } from '@toolscout/search'
import type { Ask, Database, Row } from './database.ts'
import { explainHit, type ScoredRow } from './explain-hit.ts'
import { facetsWanted } from './facets.ts'
import { isTimeout } from './failures.ts'
import { frequencyScale } from './forward-row.ts'
import {
  hashesOf,
  planQuery,
  type QueryPlan,
  type QueryStatistics,
  type Reach,
  reachAbove,
  reachWithin,
} from './query-plan.ts'
import { READ_STATISTICS, rankingStatement } from './sql/ranking.ts'
import { termHash } from './term-hash.ts'

/** A question to a PostgreSQL store. */
export interface PostgresSearchRequest extends SearchRequest {
  /** Whether the answer must be the one that scoring every tool would give, whatever that takes. Default false. */
  readonly exact?: boolean | undefined
}

/** What a PostgreSQL store found. */
export interface PostgresAnswer extends SearcherAnswer {
  /** Whether this surely is the answer that scoring every tool would give. */
  readonly exact: boolean
  /** The revision that was searched. */
  readonly revision: number
  /** True when the database is away and this was remembered; `degraded` says for how long. */
  readonly stale?: true
}

/** An answer and the summaries of what it names. */
export interface FoundTools {
  readonly answer: PostgresAnswer
  readonly tools: readonly ToolSummary[]
}

/** What searches are made with. */
export interface SearchParts {
  readonly database: Pick<Database, 'ask' | 'askSoon'>
  readonly analyzer: Analyzer
  readonly parameters: Bm25fParameters
  /** Rows that are looked at when the answer need not be exact. */
  readonly candidates: number
  /** Whether the groups of tools are known to the database. */
  readonly hasGroups: boolean
}

interface Found {
  readonly tool: ToolSummary
  readonly score: number
  readonly row?: ScoredRow
}

/** How many more are looked at when a filter that is a function lets too few through. */
const GROWTH = 4
/** What is left of the budget after a search that took too long. */
const SECOND_TRY = 1 / 4

/** Makes the search of a store. */
export function createSearch(parts: SearchParts): (request: PostgresSearchRequest) => Promise<FoundTools> {
  const { database, analyzer, parameters, candidates } = parts
  const { unit } = frequencyScale(parameters)

  return async (request) => {
    const { query, limit, filter, signal, explain = false, exact = false } = request
    signal?.throwIfAborted()
    const passes = compileFilter(filter)
    const facets = facetsWanted(filter, parts.hasGroups)
    const words = analyzer.analyze(query)
    const hashes = hashesOf(words)
    const statistics = readStatistics(await database.ask({ ...READ_STATISTICS, values: [hashes] }))
    signal?.throwIfAborted()
    const plan = planQuery(words, statistics, parameters)

    /** The best of those that pass; asks for more as long as too few do and there are more. */
    const best = async (ask: Ask, reach: Reach): Promise<readonly Found[]> => {
      for (let wanted = limit; ; wanted *= GROWTH) {
        const { terms, flat, slope } = plan
        const { candidates } = reach
        const statement = rankingStatement({
          terms,
          candidates,
          facets,
          limit: wanted,
          unit,
          flat,
          slope,
          explain,
        })
        const rows = await ask(statement)
        signal?.throwIfAborted()
        const found = rows.map((row) => readFound(row, explain)).filter(({ tool }) => passes(tool))
        if (found.length >= limit || rows.length < wanted) return found.slice(0, limit)
      }
    }
    const degraded: Degradation[] = []
    const soon = async (): Promise<{ found: readonly Found[]; reach: Reach }> => {
      const reach = reachWithin(plan, candidates)
      try {
        return { found: await best(database.askSoon, reach), reach }
      } catch (error) {
        if (!isTimeout(error)) throw error
        degraded.push({ arm: 'store', reason: 'The database took too long; fewer tools were looked at.' })
        const less = reachWithin(plan, Math.ceil(candidates * SECOND_TRY))
        return { found: await best(database.askSoon, less), reach: less }
      }
    }
    const answer = async (): Promise<{ found: readonly Found[]; isExact: boolean }> => {
      if (plan.terms.length === 0 || limit < 1) return { found: [], isExact: true }
      const first = await soon()
      if (isBeyond(first.found, limit, first.reach)) return { found: first.found, isExact: true }
      if (!exact) return { found: first.found, isExact: false }
      const found = await best(database.ask, reachAbove(plan, lowest(first.found, limit)))
      return { found, isExact: true }
    }
    const { found, isExact } = await answer()
    return {
      tools: found.map(({ tool }) => tool),
      answer: {
        hits: found.map((one) => toHit(one, plan, unit)),
        unmatchedTerms: unmatchedTerms(words, (term) => statistics.holders.has(termHash(term))),
        exact: isExact,
        revision: statistics.revision,
        ...(degraded.length === 0 ? {} : { degraded }),
      },
    }
  }
}

/** Whether no tool that was not looked at can be among the best. */
function isBeyond(found: readonly Found[], limit: number, { ceiling }: Reach): boolean {
  return ceiling === 0 || lowest(found, limit) > ceiling
}

/** What the last of the best scores; 0 when there is still room. */
function lowest(found: readonly Found[], limit: number): number {
  return found.length < limit ? 0 : (found.at(-1)?.score ?? 0)
}

function toHit({ tool, score, row }: Found, plan: QueryPlan, unit: number): Hit {
  if (row === undefined) return { id: tool.id, score }
  return { id: tool.id, score, explanation: explainHit(row, plan, unit) }
}

function readFound(row: Row, explain: boolean): Found {
  const tool = JSON.parse(row.summary as string) as ToolSummary
  const score = row.score as number
  if (!explain) return { tool, score }
  const { terms, frequencies, length } = row as unknown as ScoredRow
  return { tool, score, row: { terms, frequencies, length } }
}

function readStatistics(rows: readonly Row[]): QueryStatistics {
  const holders = new Map<number, number>()
  for (const { hash, holders: held } of rows) if (hash !== null) holders.set(Number(hash), Number(held))
  const [first = {}] = rows
  return {
    revision: Number(first.revision),
    documents: Number(first.documents),
    totalLength: Number(first.total_length),
    holders,
  }
}
