import type { Degradation, Hit, Searcher, SearchRequest } from '@toolscout/model'
import type { Word } from './analysis/tokens.ts'
import { unmatchedTerms } from './analysis/unmatched-terms.ts'
import { loadEnglish } from './english.ts'
import { acceptOf } from './kernel/term-scoring.ts'
import type { LexicalCatalog } from './ranking/catalog.ts'
import { MAX_WORDS } from './ranking/query-terms.ts'
import { createRanker, type Ranking } from './ranking/ranker.ts'
import type { Memo } from './ranking/tools-by-key.ts'
import { JUDGED_HITS } from './verdict/evidence.ts'
import { createJudge } from './verdict/judge.ts'
import type { VerdictThresholds } from './verdict/judgment.ts'

const LONG_QUERY: Degradation = Object.freeze({
  part: 'lexical',
  reason: `The query has more than ${MAX_WORDS} different words; those after them were not looked for.`,
})

/** What searches of any catalog have in common. */
export interface SearchParts {
  /** The words of names. */
  readonly names: Memo<string, readonly Word[]>
  readonly thresholds: VerdictThresholds
}

/** Searches a catalog. It needs far more code than the catalog itself, and is loaded with the first search. */
export function createSearch(
  catalog: LexicalCatalog,
  { names, thresholds }: SearchParts,
): Searcher['search'] {
  const { index } = catalog
  const rank = createRanker(catalog)
  const judge = createJudge(
    {
      frequencyOf: (term) => catalog.frequencyOf(term),
      size: () => index.size,
      idOf: (docId) => index.idOf(docId),
      servers: () => catalog.servers.size,
      isInHead: (word) => catalog.isInHead(word),
    },
    thresholds,
  )
  const takeHits = ({ best, explain }: Ranking, request: SearchRequest): readonly Hit[] =>
    best.docIds.slice(0, request.limit).map((docId, i) => {
      const id = index.idOf(docId)
      const score = best.scores[i] as number
      return request.explain === true ? { id, score, explanation: explain(docId) } : { id, score }
    })

  return async (request) => {
    request.signal?.throwIfAborted()
    const loading = loadEnglish()
    if (loading !== undefined) await loading
    // The verdict is the same whatever the limit, so as many hits are taken as it looks at.
    const limit = Math.max(request.limit, JUDGED_HITS)
    const ranking = rank({ text: request.query, limit, accepts: acceptOf(request.filter, catalog) })
    const { best, query, heldBy, isNamed, shareKept, found } = ranking
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
      found: () => {
        const docIds = found()
        return docIds && index.idsOf(docIds)
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
