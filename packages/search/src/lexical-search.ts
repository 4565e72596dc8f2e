import type { Degradation, Hit, Searcher, SearchRequest } from '@toolscout/model'
import { checkRequest } from '@toolscout/model/internal'
import type { Analyzer } from './analysis/analyzer.ts'
import type { Word } from './analysis/tokens.ts'
import { unmatchedTerms } from './analysis/unmatched-terms.ts'
import { loadEnglish } from './english.ts'
import { acceptOf } from './kernel/term-scoring.ts'
import type { LexicalCatalog } from './ranking/catalog.ts'
import { MAX_WORDS } from './ranking/query-terms.ts'
import { createRanker, type Ranking } from './ranking/ranker.ts'
import { SearchedCatalog } from './ranking/searched-catalog.ts'
import { Memo } from './ranking/tools-by-key.ts'
import { builtInSynonyms, readSynonyms, type Synonyms } from './synonyms/read-synonyms.ts'
import { JUDGED_HITS } from './verdict/evidence.ts'
import { createJudge } from './verdict/judge.ts'
import type { VerdictThresholds } from './verdict/judgment.ts'

const LONG_QUERY: Degradation = Object.freeze({
  part: 'lexical',
  reason: `The query has more than ${MAX_WORDS} different words; those after them were not looked for.`,
})

/** What searches of any catalog have in common. */
export interface SearchParts {
  readonly analyzer: Analyzer
  readonly thresholds: VerdictThresholds
  /** Lines of synonyms beside the built-in ones, and whether those count. */
  readonly synonyms: readonly string[]
  readonly hasBuiltInSynonyms: boolean
  /** Whether the analyzer is the default one. */
  readonly isPorter: boolean
}

/** Searches a catalog. */
type Search = Searcher['search']

/** Makes searches of catalogs. They need far more code than a catalog itself, tables of English too, and are loaded with the first. */
export async function loadSearches(parts: SearchParts): Promise<(catalog: LexicalCatalog) => Search> {
  await loadEnglish()
  const synonyms = synonymsOf(parts)
  const names = new Memo((name: string): readonly Word[] => parts.analyzer.analyze(name), MAX_NAMES)
  return (catalog) => createSearch(new SearchedCatalog(catalog, synonyms), names, parts.thresholds)
}

/** Names whose words are remembered: those of tools that are found day after day, a kilobyte each. */
const MAX_NAMES = 1_024

/** What was read of the built-in synonyms serves every searcher with the default analyzer. */
let sharedSynonyms: Synonyms | undefined

function synonymsOf({ analyzer, synonyms, hasBuiltInSynonyms, isPorter }: SearchParts): Synonyms {
  if (!isPorter || !hasBuiltInSynonyms || synonyms.length > 0)
    return readSynonyms([...(hasBuiltInSynonyms ? builtInSynonyms() : []), ...synonyms], analyzer, isPorter)
  sharedSynonyms ??= readSynonyms(builtInSynonyms(), analyzer, isPorter)
  return sharedSynonyms
}

function createSearch(
  catalog: SearchedCatalog,
  names: Memo<string, readonly Word[]>,
  thresholds: VerdictThresholds,
): Search {
  const { index } = catalog.tools
  const rank = createRanker(catalog)
  const judge = createJudge(catalog, thresholds)
  const takeHits = ({ best, explain }: Ranking, request: SearchRequest): readonly Hit[] =>
    best.docIds.slice(0, request.limit).map((docId, i) => {
      const id = index.idOf(docId)
      const score = best.scores[i] as number
      return request.explain === true ? { id, score, explanation: explain(docId) } : { id, score }
    })

  return async (request) => {
    checkRequest(request)
    request.signal?.throwIfAborted()
    // The verdict is the same whatever the limit, so as many hits are taken as it looks at.
    const limit = Math.max(request.limit, JUDGED_HITS)
    const ranking = rank({ text: request.query, limit, accepts: acceptOf(request.filter, catalog) })
    const { best, query, heldBy, isNamed, shareKept } = ranking
    const docIds = best.docIds.slice(0, JUDGED_HITS)
    // Names are read when asked for, which may be after the catalog has changed.
    const summaries = docIds.map((docId) => catalog.summaryOf(docId))
    const isHeld = (term: string): boolean => catalog.frequencyOf(term) > 0
    const isFound = (term: string): boolean =>
      isHeld(term) || query.expansions.get(term)?.some(isHeld) === true
    const hits = takeHits(ranking, request)
    const verdict = judge({
      text: request.query,
      query,
      docIds,
      scores: best.scores,
      held: heldBy(docIds),
      nameOf: (place) => names.get(summaries[place]?.name ?? ''),
      serverOf: (place) => names.get(summaries[place]?.namespace ?? ''),
      isNamed,
      shareKept: (id) => {
        const docId = index.docIdOf(id)
        return docId === undefined ? 1 : shareKept(docId)
      },
    })
    const answer = {
      hits,
      // Of a word whose parts are all held nothing is unmatched.
      unmatchedTerms:
        query.mistyped.length === 0 && !query.isCut ? NO_TERMS : unmatchedTerms(query.words, isFound),
      verdict,
    }
    return query.isCut ? { ...answer, degraded: [LONG_QUERY] } : answer
  }
}

const NO_TERMS: readonly string[] = Object.freeze([])
