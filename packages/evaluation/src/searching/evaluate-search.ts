import { estimateTokens, type TokenCounter } from '@toolscout/model'
import { checkOptions, type OptionKind } from '@toolscout/model/internal'
import type { JudgedQuery, Judgments } from '../judgments/judgments.ts'
import { cutOffOf, DEFAULT_METRICS } from '../metrics/metrics.ts'
import {
  type EvaluateRunOptions,
  evaluateRun,
  type RankedTool,
  type Run,
  type RunEvaluation,
  toRanking,
} from '../runs/run.ts'
import { mean } from '../statistics/numbers.ts'
import type { SearchFunction } from './search-function.ts'
import { inTurns, WATCH_OPTIONS, type WatchOptions } from './search-function.ts'

/** Default number of hits kept per query. */
const DEFAULT_DEPTH = 20
/** Hits a model is taken to be shown after a search. */
export const ANSWER_SIZE = 5

/** Options of {@link evaluateSearch}. */
export interface EvaluateSearchOptions extends EvaluateRunOptions, WatchOptions {
  /** What is measured, for reports. Default `search`. */
  readonly name?: string | undefined
  /** Hits asked of each query; more when a metric looks deeper. Default 20. Legal: integers of 1 or more. */
  readonly depth?: number | undefined
  /** Writes the first five hits as a model would be shown them. Default: none, and tokens are not counted. */
  readonly render?: ((ids: readonly string[]) => Promise<string>) | undefined
  /** Counts the tokens of what `render` wrote. Default: the estimate of the model package. */
  readonly countTokens?: TokenCounter | undefined
  /** The clock, in milliseconds. Default: `performance.now`. */
  readonly now?: (() => number) | undefined
}

const OPTIONS = {
  name: 'string',
  metrics: 'list',
  depth: { least: 1, whole: true },
  render: 'function',
  countTokens: 'function',
  now: 'function',
  ...WATCH_OPTIONS,
} satisfies { [Option in keyof EvaluateSearchOptions]-?: OptionKind }

/** How good a search is on a set, and what it costs. */
export interface SearchEvaluation extends RunEvaluation {
  /** The name of the set. */
  readonly set: string
  readonly run: Run
  readonly tools: number
  readonly queries: number
  /** Queries that no tool answers; they count in the three figures below alone. */
  readonly unanswerable: number
  /** Wall time of a search, mean over all queries, after one that is not timed. */
  readonly msPerQuery: number
  /** Share of the first five hits, of all queries together, that do not answer their query. */
  readonly falseReturnRate: number
  /** Tokens of the first five hits as a model would be shown them, mean over all queries. */
  readonly tokensPerAnswer: number | undefined
}

/**
 * Puts every query of a set to a search, one after the other, and measures the rankings. Hits are put in the one
 * order of hits (score descending, id ascending) first, whatever the search does with ties.
 *
 * Rejects with what the search rejects with, and with the signal's reason.
 *
 * @throws TypeError for an unknown option or one of another type.
 * @throws RangeError for a metric there is none of, or a depth that is no integer of 1 or more.
 */
export async function evaluateSearch(
  judgments: Judgments,
  search: SearchFunction,
  options: EvaluateSearchOptions = {},
): Promise<SearchEvaluation> {
  checkOptions('the options of evaluateSearch', options, OPTIONS)
  const { name = 'search', metrics = DEFAULT_METRICS, render, countTokens = estimateTokens } = options
  const { rankings, msPerQuery } = await askAll(judgments.queries, search, options)
  const run: Run = { name, rankings }
  const answers = judgments.queries.map((query) => ({
    query,
    shown: (rankings.get(query.id) ?? []).slice(0, ANSWER_SIZE).map(({ id }) => id),
  }))
  const tokens: number[] = []
  if (render !== undefined) {
    const write = async ({ shown }: (typeof answers)[number]): Promise<void> => {
      tokens.push(countTokens(await render(shown)))
    }
    await inTurns(answers, write, { signal: options.signal })
  }
  return {
    set: judgments.name,
    run,
    tools: judgments.tools.length,
    queries: judgments.queries.length,
    unanswerable: judgments.queries.filter(({ relevance }) => relevance.size === 0).length,
    ...evaluateRun(judgments, run, { metrics }),
    msPerQuery,
    falseReturnRate: mean(
      answers.flatMap(({ query, shown }) => shown.map((id) => (query.relevance.has(id) ? 0 : 1))),
    ),
    tokensPerAnswer: render === undefined ? undefined : mean(tokens),
  }
}

async function askAll(
  queries: readonly JudgedQuery[],
  search: SearchFunction,
  { metrics = DEFAULT_METRICS, depth = DEFAULT_DEPTH, now, onProgress, signal }: EvaluateSearchOptions,
): Promise<{ readonly rankings: ReadonlyMap<string, readonly RankedTool[]>; readonly msPerQuery: number }> {
  const clock = now ?? (() => performance.now())
  const limit = Math.max(depth, ...metrics.map(cutOffOf))
  const rankings = new Map<string, readonly RankedTool[]>()
  let elapsedMs = 0
  const first = queries[0]
  if (first !== undefined) await search(first.text, { limit, signal })
  const ask = async ({ id, text }: JudgedQuery): Promise<void> => {
    const start = clock()
    const { hits } = await search(text, { limit, signal })
    elapsedMs += clock() - start
    rankings.set(id, toRanking(hits).slice(0, limit))
  }
  await inTurns(queries, ask, { onProgress, signal })
  return { rankings, msPerQuery: queries.length === 0 ? 0 : elapsedMs / queries.length }
}
