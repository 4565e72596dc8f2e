import type { Explanation } from '@toolscout/model'
import { isUnspaced } from '../analysis/split-words.ts'
import type { AcceptsDoc, TermScoring } from '../kernel/term-scoring.ts'
import type { RankedDocs } from '../kernel/top-k.ts'
import {
  type Boost,
  type BoostedQuery,
  boostForSubqueries,
  boostNamed,
  boostPrerequisites,
  splitSubqueries,
} from './boosts.ts'
import { type Candidates, createCandidates, inOrderOf } from './candidates.ts'
import { type Intent, Intents, wantsChange } from './intent.ts'
import { createDiversification, type Lowered, readLowering } from './lowering.ts'
import { type QueryTerms, readQueryTerms } from './query-terms.ts'
import type { SearchedCatalog } from './searched-catalog.ts'
import type { RankingSignals } from './signals.ts'

/** What is ranked. */
export interface RankingRequest {
  readonly text: string
  /** Hits that are wanted. */
  readonly limit: number
  /** Whether a tool takes part; those that do not have no bearing on the others. Default: all do. */
  readonly accepts: AcceptsDoc | undefined
}

/** The best tools for a query; what it tells is good until the documents change. */
export interface Ranking {
  /** As many as are wanted, or all there are. */
  readonly best: RankedDocs
  readonly query: QueryTerms
  /** By term of the query: which of some tools hold it, a bit each by their place. */
  readonly heldBy: (docIds: readonly number[]) => ReadonlyMap<string, number>
  /** Whether the query names a tool, exactly or misspelt. */
  readonly isNamed: (docId: number) => boolean
  /** What a tool keeps of its score by what it does and by its server. */
  readonly shareKept: (docId: number) => number
  /** How the score of one of the best came about; its value is the score. */
  readonly explain: (docId: number) => Explanation
}

/** Candidates at first: enough that an answer of ten is nearly always among them. */
const DEPTH = 16
/** For longer answers, candidates for each hit. */
const ROOM = 1.5
/** Further candidates for each subquery, since those that it boosts would be scored one by one otherwise; and at most. */
const MORE = 8
const MOST_MORE = 64
/** How much deeper it goes when they are not enough. */
const DEEPER = 4

/**
 * Ranks queries. The words of all tools count, but the best by their words alone are looked at more closely, as many
 * as it takes: nothing that follows boosts a tool without making it a candidate, and lowering one depends on the better
 * ones alone. So the answer is that of looking at all of them, whatever the depth.
 */
export function createRanker(
  catalog: SearchedCatalog,
  depth: number = DEPTH,
): (request: RankingRequest) => Ranking {
  const { signals, idOf } = catalog
  const { servers, nearDuplicates } = catalog.tools

  return ({ text, limit, accepts }) => {
    const subqueries = splitSubqueries(text)
    const intents = new Intents(subqueries)
    const intent = intents.whole()
    const { query, scoring, lowered } = readQuery(text, { intent, parts: subqueries.length }, catalog)
    const phrases = [...subqueries.keys()].filter((i) => isPhrase(subqueries[i] as string))
    const isSplit = signals.subqueries > 0 && phrases.length > 1
    const looked = Math.max(depth, Math.ceil(ROOM * limit) + 1)
    const pooled = isSplit ? looked + Math.min(MOST_MORE, MORE * phrases.length) : looked
    const candidates = createCandidates(scoring, pooled, { accepts, idOf })
    const boosted: BoostedQuery = { catalog, candidates, accepts, mistyped: query.mistyped }
    const boosts: Boost[] = []
    const add = (boost: Boost): void => {
      if (boost.added.size === 0) return
      candidates.boost(boost.added)
      boosts.push(boost)
    }
    if (isSplit) {
      const scored = phrases.map((i) => {
        const phrase = subqueries[i] as string
        return {
          text: phrase,
          scoring: readQuery(phrase, { intent: intents.at(i), parts: 1 }, catalog).scoring,
        }
      })
      add(boostForSubqueries(scored, boosted))
    }
    if (signals.prerequisites > 0) add(boostPrerequisites(boosted, wantsChange(intent)))
    const named = signals.names > 0 ? boostNamed(text.trim(), subqueries, boosted) : undefined
    if (named !== undefined) add(named)
    const isNamed = (docId: number): boolean => (named?.certainties.get(docId) ?? 0) > 0

    const { best, demoted } = takeBest(candidates, limit, {
      looked,
      startDiversification: () =>
        createDiversification({ servers, nearDuplicates, roots: query.roots, scoring, isNamed }),
      signals,
      idOf,
    })
    return {
      best,
      query,
      heldBy: (docIds) => scoring.heldBy(docIds),
      isNamed,
      shareKept: lowered.ofMeaning,
      explain: (docId) => {
        const raised = raisedExplanation(scoring.explain(docId), boosts, docId)
        const score = demoted.get(docId)
        return score === undefined ? raised : demotedExplanation(raised, score)
      },
    }
  }
}

function isPhrase(subquery: string): boolean {
  return /\s/.test(subquery) || isUnspaced(subquery)
}

/** A text read, and the scores of tools by its words. */
interface ReadQuery {
  readonly query: QueryTerms
  readonly scoring: TermScoring
  readonly lowered: Lowered
}

function readQuery(
  text: string,
  { intent, parts }: { readonly intent: Intent; readonly parts: number },
  catalog: SearchedCatalog,
): ReadQuery {
  const query = readQueryTerms(text, catalog, intent)
  const lowered = readLowering({ query, intent, parts, catalog })
  const scoring = catalog.prepare({
    terms: query.terms,
    coverage: catalog.signals.nameCoverage,
    factor: lowered,
  })
  return { query, scoring, lowered }
}

/** What the best candidates are taken by. */
interface Taking {
  /** Candidates that are surely in order at first; others may be needed. */
  readonly looked: number
  readonly startDiversification: () => (docId: number) => number
  readonly signals: RankingSignals
  readonly idOf: (docId: number) => string
}

/** Diversifies the candidates, and takes in more of them as long as a document outside the pool could be among the best. */
function takeBest(
  candidates: Candidates,
  limit: number,
  { looked: first, startDiversification, signals, idOf }: Taking,
): { readonly best: RankedDocs; readonly demoted: ReadonlyMap<number, number> } {
  for (;;) {
    const ordered = candidates.inOrder(first)
    const upperBound = candidates.upperBound()
    const countAlike = startDiversification()
    const demoted = new Map<number, number>()
    let settled = 0
    let looked = 0
    // With as many that keep their scores as are wanted, none of the others can be among the best.
    for (; looked < ordered.docIds.length && looked - demoted.size < limit; looked += 1) {
      const docId = ordered.docIds[looked] as number
      let score = ordered.scores[looked] as number
      const more = signals.nearDuplicates < 1 ? countAlike(docId) : 0
      if (more > 0) {
        score *= shareOfAlike(more, signals)
        demoted.set(docId, score)
      }
      if (score > upperBound) settled += 1
    }
    if (settled >= limit || upperBound === 0) {
      const { docIds, scores } = headOf(ordered, looked)
      const diversified =
        demoted.size === 0
          ? ordered
          : inOrderOf(
              docIds.slice(),
              docIds.map((docId, i) => demoted.get(docId) ?? (scores[i] as number)),
              idOf,
            )
      return { best: headOf(diversified, limit), demoted }
    }
    candidates.deepen(DEEPER * ordered.docIds.length)
  }
}

function headOf({ docIds, scores }: RankedDocs, count: number): RankedDocs {
  return { docIds: docIds.slice(0, count), scores: scores.slice(0, count) }
}

/** What a text beyond those that have a place keeps; the second of them and further ones keep less. */
function shareOfAlike(more: number, { nearDuplicates }: RankingSignals): number {
  return nearDuplicates ** Math.min(more, 2)
}

function demotedExplanation(before: Explanation, score: number): Explanation {
  return {
    label: 'score × nearDuplicates',
    value: score,
    children: [before, { label: 'better hits say the same', value: score / before.value }],
  }
}

function raisedExplanation(before: Explanation, boosts: readonly Boost[], docId: number): Explanation {
  return boosts.reduce((sum, { added, why }) => addition(sum, why(docId), added.get(docId) ?? 0), before)
}

function addition(before: Explanation, label: string, value: number): Explanation {
  if (value === 0) return before
  return { label: 'sum', value: before.value + value, children: [before, { label, value }] }
}
