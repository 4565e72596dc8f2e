import type { Explanation, Hit, RerankVerdict, Verdict } from '@toolscout/model'
import { isJsonObject, type NearMiss, VERDICT_LIMITS, type VerdictLevel } from '@toolscout/model/internal'

/** What came of a second look. */
export interface Reranking {
  /** Name of who looked. */
  readonly reranker: string
  /** By id of the tool. */
  readonly verdicts: ReadonlyMap<string, RerankVerdict>
}

/**
 * One order of two rankings: the first of each, the second of each, and so on, every tool once. However much a
 * query was expanded, half of any head are tools that the query itself found.
 */
export function joinRankings(own: readonly Hit[], expanded: readonly Hit[]): readonly Hit[] {
  const joined = new Map<string, Hit>()
  for (let i = 0; i < Math.max(own.length, expanded.length); i += 1) {
    for (const hit of [own[i], expanded[i]]) {
      if (hit !== undefined && !joined.has(hit.id)) joined.set(hit.id, hit)
    }
  }
  return [...joined.values()]
}

/**
 * Reorders hits: first those that were rated, best score first and of equal ones the former order; behind them all
 * others as they were. Scores of a searcher and of a reranker cannot be compared, so a hit's score is one over its
 * rank, which no tie can shuffle.
 */
export function rerankHits(
  hits: readonly Hit[],
  { reranker, verdicts }: Reranking,
  explain: boolean,
): readonly Hit[] {
  const scoreOf = ({ id }: Hit): number => verdicts.get(id)?.score ?? 0
  const rated = hits.filter(({ id }) => verdicts.has(id))
  const others = hits.filter(({ id }) => !verdicts.has(id))
  // Sorting is stable, so equal scores keep the former order.
  return [...rated.sort((a, b) => scoreOf(b) - scoreOf(a)), ...others].map((hit, i) => {
    const { id } = hit
    const score = 1 / (i + 1)
    return explain
      ? { id, score, explanation: explainRank(hit, score, reranker, verdicts.get(id)) }
      : { id, score }
  })
}

function explainRank(
  { score: former, explanation }: Hit,
  value: number,
  reranker: string,
  verdict: RerankVerdict | undefined,
): Explanation {
  const found = explanation ?? { label: 'score of the search', value: former }
  if (verdict === undefined)
    return { label: `one over its rank, behind what ${reranker} rated`, value, children: [found] }
  const reason = verdict.reason === undefined ? '' : `: ${verdict.reason}`
  const rating = { label: `rating by ${reranker}${reason}`, value: verdict.score }
  return { label: `one over its rank by the rating of ${reranker}`, value, children: [rating, found] }
}

/** Ratings above it are `strong`: what models give to tools that do what is asked for, and to few others. */
const STRONG = 0.7
/** Ratings above it are `weak`, as in the original of these modes, which drops the others. */
const WEAK = 0.3

/**
 * The verdict on an order that a reranker made: its rating of the best hit is the confidence. Where the words had
 * found nothing that fits, a rating counts less, so that no description can talk a tool from `none` to `strong`.
 */
export function rerankedVerdict(
  former: Verdict | undefined,
  hits: readonly Hit[],
  { reranker, verdicts }: Reranking,
): Verdict | undefined {
  const best = hits[0] === undefined ? undefined : verdicts.get(hits[0].id)
  if (best === undefined) return former
  const confidence = former?.level === 'none' ? best.score * STRONG : best.score
  const level: VerdictLevel = confidence > STRONG ? 'strong' : confidence > WEAK ? 'weak' : 'none'
  if (level === 'strong') return { level, confidence, nearMisses: [] }
  const given: unknown = former?.nearMisses
  const known = new Map((Array.isArray(given) ? given.filter(isNearMiss) : []).map((near) => [near.id, near]))
  const nearMisses = hits.flatMap(({ id }): readonly NearMiss[] => {
    const near = known.get(id)
    const verdict = verdicts.get(id)
    if (near !== undefined) return [near]
    if (verdict === undefined) return []
    const because = verdict.reason === undefined ? '.' : `: ${verdict.reason}`
    const reason = `${reranker} rates it ${verdict.score.toFixed(2)}${because}`
    return [{ id, lacks: [], unasked: [], reason }]
  })
  const missing = former?.missing === undefined ? {} : { missing: former.missing }
  return { level, confidence, nearMisses: nearMisses.slice(0, VERDICT_LIMITS.nearMisses), ...missing }
}

function isNearMiss(given: unknown): given is NearMiss {
  return isJsonObject(given) && typeof given.id === 'string'
}
