import {
  compareHits,
  type Degradation,
  type Explanation,
  type Hit,
  type Searcher,
  type ToolPredicate,
  type ToolSummary,
  type Verdict,
} from '@toolscout/model'
import { type Assistance, isJsonObject, quote } from '@toolscout/model/internal'
import { readAssistance } from './assisted-search.ts'
import { MAX_UNMATCHED_TERMS } from './bound-query.ts'
import { readExplanation } from './read-explanation.ts'
import { readVerdict } from './read-verdict.ts'
import { readTexts, toShownText } from './shown-text.ts'
import type { ToolTree } from './tool-tree.ts'

/** Degradations that are told: parts of a search, of which there are few. */
const MAX_DEGRADATIONS = 16
/** Longest texts of a searcher that are told, in code points. */
const MAX_PART_LENGTH = 64
const MAX_REASON_LENGTH = 500
const UNMATCHED = { count: MAX_UNMATCHED_TERMS, length: 128 }
const NONE: readonly never[] = Object.freeze([])
const NOTHING = Object.freeze({})

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
  /** Whether every hit must be explained. Default false. */
  readonly explain?: boolean | undefined
}

/** What came of asking a searcher; its members are frozen. */
export interface ReadAnswer {
  readonly hits: readonly ToolHit[]
  readonly unmatchedTerms: readonly string[]
  readonly degraded: readonly Degradation[]
  readonly verdict?: Verdict
  readonly assistance?: Assistance
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
  if (!areInOrder(hits)) {
    faults.add('order')
    hits.sort(compareHits)
  }
  if (hits.length > limit) faults.add('limit')
  const verdict = verdictOf(answer, hits, asked, faults)
  const { assistance: account } = answer
  const assistance = account === undefined ? undefined : readAssistance(account)
  if (account !== undefined && assistance === undefined) faults.add('assistance')
  const degraded = readDegradations(answer.degraded, faults)
  if (faults.size > 0) {
    const reason = `The searcher's answer broke its contract and was mended: ${[...faults].join(', ')}.`
    degraded.push(Object.freeze({ part: searcher.name, reason }))
  }
  return {
    hits: Object.freeze(hits.length > limit ? hits.slice(0, limit) : hits),
    unmatchedTerms: readUnmatchedTerms(answer.unmatchedTerms),
    degraded: degraded.length === 0 ? NONE : Object.freeze(degraded),
    ...(verdict === undefined ? NOTHING : { verdict }),
    ...(assistance === undefined ? NOTHING : { assistance }),
  }
}

function areInOrder(hits: readonly ToolHit[]): boolean {
  for (let i = 1; i < hits.length; i += 1) {
    if (compareHits(hits[i - 1] as Hit, hits[i] as Hit) >= 0) return false
  }
  return true
}

function readHits(
  given: readonly unknown[],
  { tree, passes, explain = false }: AskedSearcher,
  faults: Set<string>,
): ToolHit[] {
  const hits: ToolHit[] = []
  const ids = new Set<string>()
  for (const value of given) {
    const hit = readHit(value)
    if (hit === undefined) {
      faults.add('score')
      continue
    }
    const { id, score } = hit
    const found = tree.get(id)
    // A searcher that answers late may name a tool that has gone or changed meanwhile.
    if (found === undefined || !passes(found.summary)) continue
    if (ids.has(id)) {
      faults.add('repetition')
      continue
    }
    ids.add(id)
    const { summary } = found
    const explanation = explain ? readExplanation(hit.explanation) : undefined
    if (explain && explanation === undefined) faults.add('explanation')
    hits.push(
      Object.freeze(explanation === undefined ? { id, score, summary } : { id, score, summary, explanation }),
    )
  }
  return hits
}

/** Each member is read once, since it may be another one the second time. */
function readHit(hit: unknown): { id: string; score: number; explanation: unknown } | undefined {
  if (!isJsonObject(hit)) return undefined
  const { id, score, explanation } = hit
  if (typeof id !== 'string' || typeof score !== 'number') return undefined
  return Number.isFinite(score) && score >= 0 ? { id, score, explanation } : undefined
}

function verdictOf(
  answer: Readonly<Record<string, unknown>>,
  hits: readonly ToolHit[],
  { tree, passes, limit }: AskedSearcher,
  faults: Set<string>,
): Verdict | undefined {
  const given = answer.verdict
  if (given === undefined) return undefined
  const isThere = (id: string): boolean => {
    const found = tree.get(id)
    return found !== undefined && passes(found.summary)
  }
  // Who asks for no hit is told what the first would be worth.
  const verdict = readVerdict(given, { hasHits: hits.length > 0 || limit === 0, isThere })
  if (verdict === undefined) faults.add('verdict')
  return verdict
}

function readDegradations(given: unknown, faults: Set<string>): Degradation[] {
  if (given === undefined) return []
  const list: readonly unknown[] = Array.isArray(given) ? given.slice(0, MAX_DEGRADATIONS) : [given]
  return list.flatMap((entry) => {
    const { part, reason } = isJsonObject(entry) ? entry : {}
    if (typeof part === 'string' && typeof reason === 'string')
      return Object.freeze({
        part: toShownText(part, MAX_PART_LENGTH),
        reason: toShownText(reason, MAX_REASON_LENGTH),
      })
    faults.add('degraded')
    return []
  })
}

function readUnmatchedTerms(given: unknown): readonly string[] {
  if (!Array.isArray(given) || given.length === 0) return NONE
  const terms: readonly unknown[] = given
  return (
    readTexts(
      terms.filter((term) => typeof term === 'string'),
      UNMATCHED,
    ) ?? NONE
  )
}
