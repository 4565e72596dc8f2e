import type { Explanation } from '@toolscout/model'
import type { Bm25fParameters } from '@toolscout/search'
import { explainHit } from '../explain-hit.ts'
import type { FrequencyScale } from '../forward-row.ts'
import { openList, type PostingList, type SearchScale } from '../pages/posting-list.ts'
import { type AskedTerm, scaleOf, weighTerms } from '../query-plan.ts'
import { allowedIn } from './allowed.ts'
import { createThreshold, type SegmentBest } from './best-hits.ts'
import type { IndexView } from './index-view.ts'
import type { QueryPages } from './query-pages.ts'
import { bestOf, frequencyIn, scoreDelta } from './score-delta.ts'
import { scoreSegment } from './score-segment.ts'
import type { SegmentView } from './segment-view.ts'

/** What is looked for. */
export interface RankingRequest {
  readonly terms: readonly AskedTerm[]
  /** Keys: one of each list at least. */
  readonly facets: readonly (readonly number[])[]
  /** At least 1. */
  readonly limit: number
  /** Postings that may be looked at; Infinity when the answer must be exact. */
  readonly budget: number
}

/** What rankings are made with. */
export interface RankingParts {
  readonly parameters: Bm25fParameters
  readonly scale: FrequencyScale
}

/** A document that was found. */
export interface RankedDocument {
  readonly number: number
  readonly score: number
  readonly explain: () => Explanation
}

/** The best documents of a revision, those beyond the limit that are equal to the last one among them. */
export interface Ranking {
  readonly revision: number
  readonly found: readonly RankedDocument[]
  /** Whether these surely are the best. */
  readonly isExact: boolean
  /** Those of the terms that documents hold, and those whose pages were not at hand. */
  readonly held: ReadonlySet<string>
}

type Lists = ReadonlyMap<number, PostingList>

/** Ranks the documents of a view by what is at hand. Nothing here waits, so all of it is of one revision. */
export function rank(
  view: IndexView,
  pages: QueryPages,
  { terms, facets, limit, budget: most }: RankingRequest,
  { parameters, scale: units }: RankingParts,
): Ranking {
  const scale = scaleOf(view, units, parameters)
  const absent = new Set<number>()
  const opened = new Map(
    view.segments.map((segment) => [segment, openLists(segment, pages, terms, scale, absent)]),
  )
  const weighed = weighTerms(
    terms,
    (key) => (absent.has(key) ? 0 : countHolders(view, opened, key)),
    view.documents,
    parameters,
  )
  const held = new Set(weighed.map(({ text }) => text))
  for (const { text, key } of terms) if (absent.has(key)) held.add(text)
  const threshold = createThreshold(limit)
  const budget = { left: most, isExceeded: false }
  const fresh = scoreDelta(view.delta, weighed, scale, facets)
  for (const { score } of fresh) threshold.offer(score)
  const bests = new Map<SegmentView, SegmentBest>()
  for (const segment of [...view.segments].sort((a, b) => b.size - a.size)) {
    const lists = weighed.flatMap(({ key, boost }) => {
      const list = opened.get(segment)?.get(key)
      return list === undefined ? [] : [{ list, boost }]
    })
    if (lists.length === 0) continue
    const allowed = allowedIn(segment, pages, facets)
    const { size, lengths } = segment
    bests.set(segment, scoreSegment({ size, lengths, allowed, lists, scale, limit, threshold, budget }))
  }
  const found: RankedDocument[] = []
  for (const [segment, best] of bests) {
    for (const { ordinal, score } of best.list()) {
      const frequencyOf = (key: number): number => opened.get(segment)?.get(key)?.frequencyOf(ordinal) ?? 0
      const length = segment.lengths[ordinal] as number
      const number = segment.first + (segment.numbers[ordinal] as number)
      found.push({ number, score, explain: () => explainHit({ length, frequencyOf }, weighed, scale) })
    }
  }
  for (const { document, score } of bestOf(fresh, limit, threshold.value)) {
    const frequencyOf = (key: number): number => frequencyIn(document, key)
    const { number, length } = document
    found.push({ number, score, explain: () => explainHit({ length, frequencyOf }, weighed, scale) })
  }
  return { revision: view.revision, found, isExact: !budget.isExceeded && absent.size === 0, held }
}

function openLists(
  segment: SegmentView,
  pages: QueryPages,
  terms: readonly AskedTerm[],
  scale: SearchScale,
  absent: Set<number>,
): Lists {
  const lists = new Map<number, PostingList>()
  for (const { key } of terms) {
    const stored = pages.listOf(segment, key)
    if (stored === undefined) absent.add(key)
    const list = stored === undefined ? undefined : openList(stored, key, scale)
    if (list !== undefined) lists.set(key, list)
  }
  return lists
}

function countHolders(view: IndexView, opened: ReadonlyMap<SegmentView, Lists>, key: number): number {
  let holders = view.delta.liveCount(key)
  for (const [segment, lists] of opened) {
    const list = lists.get(key)
    if (list === undefined) continue
    holders += segment.liveCount(key, list.total, (ordinal) => list.frequencyOf(ordinal) > 0)
  }
  return holders
}
