import {
  compareHits,
  type Degradation,
  type Explanation,
  type Hit,
  isJsonObject,
  type NearMiss,
  quote,
  type Searcher,
  type ToolPredicate,
  type ToolSummary,
  VERDICT_LEVELS,
  type Verdict,
  type VerdictLevel,
} from '@toolscout/model'
import { MAX_UNMATCHED_TERMS } from './bound-query.ts'
import type { ToolTree } from './tool-tree.ts'

/** A hit with what is worth saying about its tool. Frozen. */
export interface ToolHit {
  readonly id: string
  /** Higher is better; comparable only within one answer. 0 where nothing was looked for. */
  readonly score: number
  readonly summary: ToolSummary
  readonly explanation?: Explanation
}

/** What a searcher was asked, as far as its answer is held to it. */
export interface AskedSearcher {
  readonly searcher: Searcher
  readonly tree: ToolTree
  readonly limit: number
  readonly passes: ToolPredicate
}

/** What came of asking a searcher. Frozen. */
export interface ReadAnswer {
  readonly hits: readonly ToolHit[]
  readonly unmatchedTerms: readonly string[]
  readonly degraded: readonly Degradation[]
  readonly verdict?: Verdict
}

/**
 * Reads what a searcher answered, which may be anybody's: hits of tools that are not there any more are left out, and
 * what breaks the contract (scores, order, repetitions, filter, limit) is mended and told as a degradation.
 *
 * @throws TypeError when the answer is none at all.
 */
export function readAnswer(answer: unknown, asked: AskedSearcher): ReadAnswer {
  const { searcher, limit } = asked
  const given: unknown = isJsonObject(answer) ? answer.hits : undefined
  if (!isJsonObject(answer) || !Array.isArray(given)) {
    throw new TypeError(
      `The searcher ${quote(searcher.name)} answered ${quote(answer)}; an object with a list of hits is needed.`,
    )
  }
  const faults = new Set<string>()
  const hits = readHits(given, asked, faults)
  if (!hits.every((hit, i) => i === 0 || compareHits(hits[i - 1] as Hit, hit) < 0)) {
    faults.add('order')
    hits.sort(compareHits)
  }
  if (hits.length > limit) faults.add('limit')
  const verdict = readVerdict(answer.verdict, asked, faults)
  const degraded = listOf(answer.degraded) as readonly Degradation[]
  const reason = `The searcher's answer broke its contract and was mended: ${[...faults].join(', ')}.`
  return Object.freeze({
    hits: Object.freeze(hits.slice(0, limit)),
    unmatchedTerms: Object.freeze(
      listOf(answer.unmatchedTerms)
        .filter((term) => typeof term === 'string')
        .slice(0, MAX_UNMATCHED_TERMS),
    ),
    degraded: Object.freeze([
      ...degraded,
      ...(faults.size === 0 ? [] : [Object.freeze({ arm: searcher.name, reason })]),
    ]),
    ...(verdict === undefined ? {} : { verdict }),
  })
}

function readHits(
  given: readonly unknown[],
  { tree, passes }: AskedSearcher,
  faults: Set<string>,
): ToolHit[] {
  const hits = new Map<string, ToolHit>()
  for (const hit of given) {
    if (!isHit(hit)) {
      faults.add('score')
      continue
    }
    const found = tree.get(hit.id)
    // A searcher that answers late may name a tool that has gone or changed meanwhile.
    if (found === undefined || !passes(found.summary)) continue
    if (hits.has(hit.id)) faults.add('repetition')
    else hits.set(hit.id, toToolHit(hit, found.summary))
  }
  return [...hits.values()]
}

function readVerdict(
  given: unknown,
  { tree, passes }: AskedSearcher,
  faults: Set<string>,
): Verdict | undefined {
  if (given === undefined) return undefined
  if (!isVerdict(given)) {
    faults.add('verdict')
    return undefined
  }
  const isThere = ({ id }: NearMiss): boolean => {
    const found = tree.get(id)
    return found !== undefined && passes(found.summary)
  }
  return Object.freeze({ ...given, nearMisses: Object.freeze(given.nearMisses.filter(isThere)) })
}

function isVerdict(given: unknown): given is Verdict {
  if (!isJsonObject(given)) return false
  const { level, confidence, nearMisses } = given
  const isSure = typeof confidence === 'number' && confidence >= 0 && confidence <= 1
  return (
    VERDICT_LEVELS.includes(level as VerdictLevel) &&
    isSure &&
    Array.isArray(nearMisses) &&
    nearMisses.every((near) => isJsonObject(near) && typeof near.id === 'string')
  )
}

function isHit(hit: unknown): hit is Hit {
  if (!isJsonObject(hit) || typeof hit.id !== 'string') return false
  return typeof hit.score === 'number' && Number.isFinite(hit.score) && hit.score >= 0
}

function toToolHit({ id, score, explanation }: Hit, summary: ToolSummary): ToolHit {
  return Object.freeze({ id, score, summary, ...(explanation === undefined ? {} : { explanation }) })
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}
