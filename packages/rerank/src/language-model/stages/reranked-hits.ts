import type { Explanation, Hit, RerankVerdict } from '@toolscout/model'

/** What came of a second look. */
export interface Reranking {
  /** Name of who looked. */
  readonly reranker: string
  /** By id of the tool. */
  readonly verdicts: ReadonlyMap<string, RerankVerdict>
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
    const score = 1 / (i + 1)
    if (!explain) return { id: hit.id, score }
    return {
      id: hit.id,
      score,
      explanation: explainRank(hit, score, { reranker, verdict: verdicts.get(hit.id) }),
    }
  })
}

function explainRank(
  { score: former, explanation }: Hit,
  value: number,
  { reranker, verdict }: { readonly reranker: string; readonly verdict: RerankVerdict | undefined },
): Explanation {
  const found = explanation ?? { label: 'score of the search', value: former }
  if (verdict === undefined)
    return { label: `one over its rank, behind what ${reranker} rated`, value, children: [found] }
  const reason = verdict.reason === undefined ? '' : `: ${verdict.reason}`
  const rating = { label: `rating by ${reranker}${reason}`, value: verdict.score }
  return { label: `one over its rank by the rating of ${reranker}`, value, children: [rating, found] }
}
