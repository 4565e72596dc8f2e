import type {
  Degradation,
  RerankCandidate,
  Reranker,
  Searcher,
  SearcherAnswer,
  SearchMode,
  SearchRequest,
} from '@toolscout/model'
import { type Assistance, checkRequest, isJsonObject } from '@toolscout/model/internal'
import {
  type RerankedSearcherOptions,
  type RerankedSearcherSettings,
  readOptions,
} from './reranked-searcher-options.ts'
import { createCandidateTexts } from './shown-texts.ts'
import { AssistStages, hasHits } from './stages/assist-stages.ts'
import { joinRankings, rerankedVerdict, rerankHits } from './stages/reranking.ts'
import { SearchRun } from './stages/search-run.ts'

/** What an answer in the mode `fast` says of itself. */
const FAST: Assistance = Object.freeze({
  modeUsed: 'fast',
  expandedTerms: Object.freeze([]),
  usage: Object.freeze({ inputTokens: 0, outputTokens: 0 }),
  modelCalls: 0,
  stages: Object.freeze([]),
})

/** A request that a reranker has a part in. */
type AssistedRequest = SearchRequest & { readonly mode: Exclude<SearchMode, 'fast'> }

/**
 * Creates a searcher in three modes around any other: `fast` is that searcher's answer without a model; `balanced` has
 * a reranker look again at its first hits; `accurate` expands the query before that. A stage that fails, is late or is
 * not there falls back to the answer of a lower mode, which the answer says in `degraded` and `modeUsed`. An expansion
 * counts only with a second look behind it: by itself it widens what is found and judges nothing.
 *
 * @throws TypeError for an unknown option, and for parts that lack their function.
 * @throws RangeError for a number or a mode outside its legal range.
 */
export function createRerankedSearcher(options: RerankedSearcherOptions): Searcher {
  return Object.freeze(new RerankedSearcher(readOptions(options)))
}

class RerankedSearcher implements Searcher {
  readonly name = 'assisted'
  readonly deterministic: boolean
  readonly #settings: RerankedSearcherSettings
  readonly #stages: AssistStages
  readonly #texts = createCandidateTexts()

  constructor(settings: RerankedSearcherSettings) {
    const { searcher, reranker } = settings
    this.deterministic = reranker === undefined && searcher.deterministic !== false
    this.#settings = settings
    this.#stages = new AssistStages(settings)
  }

  readonly apply: Searcher['apply'] = (changes) => {
    const { searcher, reranker } = this.#settings
    searcher.apply(changes)
    // They are read only here.
    if (reranker === undefined) return
    for (const id of changes.removals) this.#texts.delete(id)
    for (const document of changes.upserts) this.#texts.set(document)
  }

  readonly search: Searcher['search'] = async (request) => {
    request.signal?.throwIfAborted()
    checkRequest(request)
    const { searcher, reranker, defaultMode } = this.#settings
    const { mode = defaultMode, query } = request
    const isFast = mode === 'fast' || query.trim() === ''
    if (!isFast && reranker !== undefined) return this.#assist({ ...request, mode }, reranker)
    const answer = await searcher.search({ ...request, mode: 'fast' })
    if (isFast) return { ...answer, assistance: FAST }
    const reason = `There is no reranker, so this is the answer of fast, not of ${mode}.`
    return { ...answer, degraded: [...degradedOf(answer), { part: 'rerank', reason }], assistance: FAST }
  }

  async #assist(request: AssistedRequest, judge: Reranker): Promise<SearcherAnswer> {
    const { searcher, candidates, now } = this.#settings
    const { query, limit, mode, explain = false } = request
    const run = new SearchRun(request, now)
    const terms = mode === 'accurate' ? await this.#stages.expand(run, query) : undefined
    // However few hits are wanted, the same ones are looked at, so that a smaller limit is the head of a larger one.
    const deep = { ...request, mode: 'fast' as const, limit: Math.max(limit, candidates) }
    const own = await run.time('retrieve', () => searcher.search(deep))
    if (!hasHits(own)) {
      run.degrade('rerank', 'What the searcher answered is no list of hits.')
      return withAccount(own, run, 'fast')
    }
    const wider = terms?.length ? await this.#stages.widen(run, deep, terms) : undefined
    const found = wider === undefined ? own.hits : joinRankings(own.hits, wider.hits)
    const isExpanded = terms !== undefined && (wider !== undefined || terms.length === 0)
    const reached = isExpanded ? 'accurate' : 'balanced'
    const expandedTerms = isExpanded ? terms : []
    if (found.length === 0) return withAccount(own, run, reached, expandedTerms)
    const verdicts = await this.#judge(run, query, found.slice(0, candidates))
    if (verdicts === undefined) return withAccount({ ...own, hits: own.hits.slice(0, limit) }, run, 'fast')
    const reranking = { reranker: judge.name, verdicts }
    const hits = rerankHits(found, reranking, explain)
    const verdict = rerankedVerdict(own.verdict, hits, reranking)
    const answer = {
      ...own,
      hits: hits.slice(0, limit),
      degraded: [...degradedOf(own), ...degradedOf(wider)],
      ...(verdict === undefined ? {} : { verdict }),
    }
    return withAccount(answer, run, reached, expandedTerms)
  }

  /** The reranker's verdicts on hits; `undefined` when there are none. */
  async #judge(
    run: SearchRun,
    query: string,
    hits: SearcherAnswer['hits'],
  ): ReturnType<AssistStages['rerank']> {
    const shown = hits.flatMap(({ id }): readonly RerankCandidate[] => {
      const text = this.#texts.get(id)
      return text === undefined ? [] : [{ id, text }]
    })
    if (shown.length > 0) return this.#stages.rerank(run, query, shown)
    run.degrade('rerank', 'Nothing is known here of the tools that were found.')
    return undefined
  }
}

/** An answer with what the run has to say: what was done, and what could not be. */
function withAccount(
  answer: SearcherAnswer,
  run: SearchRun,
  modeUsed: SearchMode,
  expandedTerms: readonly string[] = [],
): SearcherAnswer {
  const parts = new Map<string, Degradation>()
  for (const part of [...degradedOf(answer), ...run.degraded]) parts.set(`${part.part} ${part.reason}`, part)
  const assistance = run.account(modeUsed, expandedTerms)
  return { ...answer, assistance, ...(parts.size === 0 ? {} : { degraded: [...parts.values()] }) }
}

/** What an answer says that could not be done in full. */
function degradedOf(answer: SearcherAnswer | undefined): readonly Degradation[] {
  const degraded: unknown = answer?.degraded
  return Array.isArray(degraded) ? degraded.filter(isDegradation) : []
}

function isDegradation(part: unknown): part is Degradation {
  return isJsonObject(part) && typeof part.part === 'string' && typeof part.reason === 'string'
}
