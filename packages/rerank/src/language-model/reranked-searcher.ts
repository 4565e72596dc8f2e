import type {
  Degradation,
  RerankCandidate,
  Reranker,
  Searcher,
  SearcherAnswer,
  SearchMode,
  SearchRequest,
} from '@toolscout/model'
import type { Assistance } from '@toolscout/model/internal'
import { type RerankedSearcherOptions, readOptions } from './reranked-searcher-options.ts'
import { createCandidateTexts } from './shown/candidate-text.ts'
import { createAssistStages } from './stages/assist-stages.ts'
import { degradedOf, hasHits } from './stages/foreign-answer.ts'
import { joinRankings } from './stages/join-rankings.ts'
import { rerankHits } from './stages/reranked-hits.ts'
import { rerankedVerdict } from './stages/reranked-verdict.ts'
import { type SearchRun, startSearchRun } from './stages/search-run.ts'

/** What an answer in the mode `fast` says of itself. */
const FAST: Assistance = Object.freeze({
  modeUsed: 'fast',
  expandedTerms: Object.freeze([]),
  usage: Object.freeze({ inputTokens: 0, outputTokens: 0 }),
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
  const settings = readOptions(options)
  const { searcher, reranker, candidates, defaultMode } = settings
  const texts = createCandidateTexts()
  const stages = createAssistStages(settings)

  const assist = async (request: AssistedRequest, judge: Reranker): Promise<SearcherAnswer> => {
    const { query, limit, mode, explain = false } = request
    const run = startSearchRun(request, settings.now)
    const terms = mode === 'accurate' ? await stages.expand(run, query) : undefined
    // However few hits are wanted, the same ones are looked at, so that a smaller limit is the head of a larger one.
    const deep = { ...request, mode: 'fast' as const, limit: Math.max(limit, candidates) }
    const own = await run.time('retrieve', () => searcher.search(deep))
    if (!hasHits(own)) {
      run.degrade('rerank', 'What the searcher answered is no list of hits.')
      return withAccount(own, run, run.account('fast', []))
    }
    const hasTerms = terms !== undefined && terms.length > 0
    const wider = hasTerms ? await stages.widen(run, deep, terms) : undefined
    const found = wider === undefined ? own.hits : joinRankings(own.hits, wider.hits)
    const isExpanded = terms !== undefined && (wider !== undefined || !hasTerms)
    const reached: SearchMode = isExpanded ? 'accurate' : 'balanced'
    const shown = found.slice(0, candidates).flatMap(({ id }): readonly RerankCandidate[] => {
      const text = texts.get(id)
      return text === undefined ? [] : [{ id, text }]
    })
    if (found.length === 0) return withAccount(own, run, run.account(reached, isExpanded ? terms : []))
    if (shown.length === 0) run.degrade('rerank', 'Nothing is known here of the tools that were found.')
    const verdicts = shown.length === 0 ? undefined : await stages.rerank(run, query, shown)
    if (verdicts === undefined) {
      return withAccount({ ...own, hits: own.hits.slice(0, limit) }, run, run.account('fast', []))
    }
    const reranking = { reranker: judge.name, verdicts }
    const hits = rerankHits(found, reranking, explain)
    const verdict = rerankedVerdict(own.verdict, hits, reranking)
    const answer = {
      ...own,
      hits: hits.slice(0, limit),
      degraded: [...degradedOf(own), ...degradedOf(wider)],
      ...(verdict === undefined ? {} : { verdict }),
    }
    return withAccount(answer, run, run.account(reached, isExpanded ? terms : []))
  }

  return Object.freeze({
    name: 'assisted',
    deterministic: reranker === undefined && searcher.deterministic !== false,
    inner: [searcher],
    apply: (changes) => {
      searcher.apply(changes)
      // They are read only here.
      if (reranker === undefined) return
      for (const id of changes.removals) texts.delete(id)
      for (const document of changes.upserts) texts.set(document)
    },
    search: async (request) => {
      request.signal?.throwIfAborted()
      const { mode = defaultMode, query } = request
      const isBlank = query.trim() === ''
      if (mode !== 'fast' && reranker !== undefined && !isBlank) return assist({ ...request, mode }, reranker)
      const answer = await searcher.search({ ...request, mode: 'fast' })
      if (mode === 'fast' || isBlank) return { ...answer, assistance: FAST }
      const reason = `There is no reranker, so this is the answer of fast, not of ${mode}.`
      return {
        ...answer,
        degraded: [...degradedOf(answer), { part: 'rerank', reason }],
        assistance: FAST,
      }
    },
  } satisfies Searcher)
}

/** An answer with what the run has to say: what was done, and what could not be. */
function withAccount(answer: SearcherAnswer, run: SearchRun, assistance: Assistance): SearcherAnswer {
  const parts = new Map<string, Degradation>()
  for (const part of [...degradedOf(answer), ...run.degraded()])
    parts.set(`${part.part} ${part.reason}`, part)
  return { ...answer, assistance, ...(parts.size === 0 ? {} : { degraded: [...parts.values()] }) }
}
