import {
  compareHits,
  compileFilter,
  type Hit,
  type SearcherAnswer,
  type SearchRequest,
  type ToolSummary,
} from '@toolscout/model'
import { type Analyzer, type Bm25fParameters, unmatchedTerms } from '@toolscout/search'
import type { Ask, Database } from './database.ts'
import { facetsWanted } from './facets.ts'
import { isTimeout } from './failures.ts'
import { frequencyScale } from './forward-row.ts'
import { damaged } from './pages/bytes.ts'
import { termsOf } from './query-plan.ts'
import type { ViewKeeper } from './ranking/index-view.ts'
import type { PageCache } from './ranking/page-cache.ts'
import { createQueryPages } from './ranking/query-pages.ts'
import { type RankedDocument, type Ranking, type RankingRequest, rank } from './ranking/rank.ts'
import { READ_SUMMARIES_OF_HITS } from './sql/segments.ts'
import { facetKey } from './term-hash.ts'

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
  readonly keeper: ViewKeeper
  readonly cache: PageCache
  readonly analyzer: Analyzer
  readonly parameters: Bm25fParameters
  /** Postings that are looked at when the answer need not be exact. */
  readonly maxPostings: number
  /** Whether the groups of tools are known to the database. */
  readonly hasGroups: boolean
}

interface FoundTool extends Pick<RankedDocument, 'score' | 'explain'> {
  readonly id: string
  readonly tool: ToolSummary
}

/** How many more are looked at when a filter that is a function lets too few through. */
const GROWTH = 4
/** A search that tools are changed under begins anew; after so many times nothing that it sees changes any more. */
const TRIES = 5

/**
 * Makes the search of a store. Each search asks what changed since the last one and, in the end, for the summaries of its
 * hits; between, it reads pages that are not in the cache. A document is known by a number that no other content of a
 * tool has, so a summary that is there is the one of the revision that was ranked.
 */
export function createSearch(parts: SearchParts): (request: PostgresSearchRequest) => Promise<FoundTools> {
  const { database, keeper, cache, analyzer, parameters, maxPostings, hasGroups } = parts
  const ranking = { parameters, scale: frequencyScale(parameters) }

  return async (request) => {
    const { query, limit, filter, signal, explain = false, exact = false } = request
    signal?.throwIfAborted()
    const passes = compileFilter(filter)
    const words = analyzer.analyze(query)
    const terms = termsOf(words)
    const facets = facetsWanted(filter, hasGroups).map((any) => any.map(facetKey))
    const budget = exact ? Number.POSITIVE_INFINITY : maxPostings
    const pages = createQueryPages(cache)
    const keys = [...terms.map(({ key }) => key), ...facets.flat()]
    let isLate = false

    /** Ranks the view as it is once all pages are at hand; `undefined` when it is not to be had any more. */
    const rankView = async (ask: Ask, wanted: RankingRequest): Promise<Ranking | undefined> => {
      while (!isLate) {
        try {
          const fetched = await pages.fetch(ask, keeper.current(), keys)
          if (fetched === 'gone') return undefined
          if (fetched === 'none') break
        } catch (error) {
          if (exact || !isTimeout(error)) throw error
          isLate = true
        }
        signal?.throwIfAborted()
      }
      return rank(keeper.current(), pages, wanted, ranking)
    }
    const look = async (ask: Ask, soon: Ask): Promise<FoundTools | undefined> => {
      for (let wanted = Math.max(1, limit); ; wanted *= GROWTH) {
        const ranked = await rankView(soon, { terms, facets, limit: wanted, budget })
        if (ranked === undefined) return undefined
        const found = await readTools(ask, ranked.found)
        signal?.throwIfAborted()
        if (found === undefined) return undefined
        const best = [...found].sort(compareHits).slice(0, wanted)
        const passing = best.filter(({ tool }) => passes(tool))
        if (passing.length < limit && best.length === wanted) continue
        const hits = passing.slice(0, Math.max(0, limit))
        return {
          tools: hits.map(({ tool }) => tool),
          answer: {
            hits: hits.map((hit) => toHit(hit, explain)),
            unmatchedTerms: unmatchedTerms(words, (term) => ranked.held.has(term)),
            exact: ranked.isExact && !isLate,
            revision: ranked.revision,
            ...(isLate ? { degraded: [{ part: 'store', reason: LATE }] } : {}),
          },
        }
      }
    }
    for (let i = 0; i < TRIES; i += 1) {
      await keeper.refresh()
      signal?.throwIfAborted()
      const found = await look(database.ask, exact ? database.ask : database.askSoon)
      if (found !== undefined) return found
    }
    const found = await keeper.hold((ask) => look(ask, ask))
    if (found === undefined) throw damaged()
    return found
  }
}

const LATE = 'The database took too long; words that many tools have were left out.'

/** The tools of documents; `undefined` when one of them is no longer there. */
async function readTools(
  ask: Ask,
  documents: readonly RankedDocument[],
): Promise<readonly FoundTool[] | undefined> {
  if (documents.length === 0) return []
  const rows = await ask({ ...READ_SUMMARIES_OF_HITS, values: [documents.map(({ number }) => number)] })
  if (rows.length < documents.length) return undefined
  const tools = new Map(rows.map((row) => [Number(row.number), row]))
  return documents.map(({ number, score, explain }) => {
    const row = tools.get(number)
    const tool = JSON.parse(row?.summary as string) as ToolSummary
    return { id: row?.id as string, tool, score, explain }
  })
}

function toHit({ id, score, explain }: FoundTool, wantsExplanation: boolean): Hit {
  return wantsExplanation ? { id, score, explanation: explain() } : { id, score }
}
