import type { Hit, Verdict } from '@toolscout/model'
import { isJsonObject, type NearMiss, VERDICT_LIMITS, type VerdictLevel } from '@toolscout/model/internal'
import type { Reranking } from './reranked-hits.ts'

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
  const given: unknown = former?.nearMisses
  const known = new Map((Array.isArray(given) ? given.filter(isNearMiss) : []).map((near) => [near.id, near]))
  const nearMisses = hits.flatMap(({ id }): readonly NearMiss[] => {
    const near = known.get(id)
    const verdict = verdicts.get(id)
    if (near !== undefined) return [near]
    if (verdict === undefined) return []
    const because = verdict.reason === undefined ? '.' : `: ${verdict.reason}`
    return [
      { id, lacks: [], unasked: [], reason: `${reranker} rates it ${verdict.score.toFixed(2)}${because}` },
    ]
  })
  return {
    level,
    confidence,
    nearMisses: level === 'strong' ? [] : nearMisses.slice(0, VERDICT_LIMITS.nearMisses),
  }
}

function isNearMiss(given: unknown): given is NearMiss {
  return isJsonObject(given) && typeof given.id === 'string'
}
