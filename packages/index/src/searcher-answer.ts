import {
  compareHits,
  type Degradation,
  type Explanation,
  type Hit,
  type Searcher,
  type ToolSummary,
  type Verdict,
} from '@toolscout/model'
import {
  type Assistance,
  isJsonObject,
  type NearMiss,
  quote,
  readTexts,
  toShownText,
  VERDICT_LEVELS,
  VERDICT_LIMITS,
  type VerdictLevel,
} from '@toolscout/model/internal'
import { readAssistance } from './read-assistance.ts'
import { readExplanation } from './read-explanation.ts'
import { MAX_UNMATCHED_TERMS } from './search-query.ts'

/** Degradations of one searcher that are passed on. */
const MAX_DEGRADATIONS = 16
/** Longest texts of a searcher that are passed on, in code points. */
const MAX_PART_LENGTH = 64
const MAX_REASON_LENGTH = 500
const UNMATCHED = { count: MAX_UNMATCHED_TERMS, length: 128 }
const NONE: readonly never[] = Object.freeze([])

/** A hit with a summary of its tool. Frozen. */
export interface ToolHit {
  readonly id: string
  /** Higher is better; comparable only within one answer. 0 when tools were only listed. */
  readonly score: number
  readonly summary: ToolSummary
  readonly explanation?: Explanation
}

/** The summary of a tool that is registered and passes the filter of the search. */
export type ToolLookup = (id: string) => ToolSummary | undefined

/** A request to a searcher, as far as its answer is checked against it. */
export interface CheckedRequest {
  readonly searcher: Pick<Searcher, 'name'>
  readonly limit: number
  readonly passing: ToolLookup
  /** Whether every hit must be explained. Default false. */
  readonly explain?: boolean | undefined
}

/** A checked answer; its members are frozen. */
export interface ReadAnswer {
  readonly hits: readonly ToolHit[]
  readonly unmatchedTerms: readonly string[]
  readonly degraded: readonly Degradation[]
  readonly verdict?: Verdict
  readonly assistance?: Assistance
  /** Hits that took up the limit and were dropped, because their tools are not registered or do not pass the filter. */
  readonly dropped: number
}

/**
 * Reads the answer of any searcher. Hits of tools that are gone or do not pass the filter are dropped; what breaks the
 * contract (scores, order, repetitions, limit) is corrected and reported as a degradation.
 *
 * @throws TypeError when it is not an answer.
 */
export function readAnswer(answer: unknown, request: CheckedRequest): ReadAnswer {
  const { searcher, limit, passing } = request
  const given: unknown = isJsonObject(answer) ? answer.hits : undefined
  if (!isJsonObject(answer) || !Array.isArray(given)) {
    throw new TypeError(
      `The searcher ${quote(searcher.name)} answered ${quote(answer)}; an object with a list of hits is needed.`,
    )
  }
  const faults = new Set<string>()
  const { hits, dropped } = readHits(given, request, faults)
  if (!areInOrder(hits)) {
    faults.add('order')
    hits.sort(compareHits)
  }
  if (hits.length > limit) faults.add('limit')
  const { verdict: givenVerdict, assistance: givenAssistance } = answer
  // With a limit of 0, the verdict is about the hits that a higher limit would give.
  const hasHits = hits.length > 0 || limit === 0
  const verdict = givenVerdict === undefined ? undefined : readVerdict(givenVerdict, hasHits, passing)
  if (givenVerdict !== undefined && verdict === undefined) faults.add('verdict')
  const assistance = givenAssistance === undefined ? undefined : readAssistance(givenAssistance)
  if (givenAssistance !== undefined && assistance === undefined) faults.add('assistance')
  const degraded = readDegradations(answer.degraded, faults)
  if (faults.size > 0) {
    const reason = `The searcher's answer broke its contract and was mended: ${[...faults].join(', ')}.`
    degraded.push(Object.freeze({ part: searcher.name, reason }))
  }
  return {
    hits: Object.freeze(hits.length > limit ? hits.slice(0, limit) : hits),
    unmatchedTerms: readUnmatchedTerms(answer.unmatchedTerms),
    degraded: degraded.length === 0 ? NONE : Object.freeze(degraded),
    ...(verdict === undefined ? {} : { verdict }),
    ...(assistance === undefined ? {} : { assistance }),
    dropped: given.length < limit ? 0 : dropped,
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
  { passing, explain = false }: CheckedRequest,
  faults: Set<string>,
): { readonly hits: ToolHit[]; readonly dropped: number } {
  const hits: ToolHit[] = []
  let dropped = 0
  const ids = new Set<string>()
  for (const value of given) {
    const hit = readHit(value)
    if (hit === undefined) {
      faults.add('score')
      continue
    }
    const { id, score } = hit
    const summary = passing(id)
    // The tool may have gone or changed while the searcher was at work.
    if (summary === undefined) {
      dropped += 1
      continue
    }
    if (ids.has(id)) {
      faults.add('repetition')
      continue
    }
    ids.add(id)
    const explanation = explain ? readExplanation(hit.explanation) : undefined
    if (explain && explanation === undefined) faults.add('explanation')
    hits.push(
      Object.freeze(explanation === undefined ? { id, score, summary } : { id, score, summary, explanation }),
    )
  }
  return { hits, dropped }
}

/** Reads each member once, since a getter may give another value the second time. */
function readHit(hit: unknown): { id: string; score: number; explanation: unknown } | undefined {
  if (!isJsonObject(hit)) return undefined
  const { id, score, explanation } = hit
  if (typeof id !== 'string' || typeof score !== 'number') return undefined
  return Number.isFinite(score) && score >= 0 ? { id, score, explanation } : undefined
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

const WORDS = { count: VERDICT_LIMITS.words, length: VERDICT_LIMITS.wordLength }
const NO_MATCH: Verdict = Object.freeze({ level: 'none', confidence: 0, nearMisses: Object.freeze([]) })

/**
 * Reads a verdict into one that keeps the contract: only its own members, texts without hidden characters, within
 * {@link VERDICT_LIMITS}. Near misses name only tools that are registered and pass the filter. `undefined` when it is not
 * a verdict.
 */
function readVerdict(given: unknown, hasHits: boolean, passing: ToolLookup): Verdict | undefined {
  if (!isJsonObject(given)) return undefined
  const { level, confidence, nearMisses } = given
  if (!isLevel(level) || typeof confidence !== 'number' || !(confidence >= 0 && confidence <= 1))
    return undefined
  if (!Array.isArray(nearMisses)) return undefined
  const near: NearMiss[] = []
  const count = Math.min(nearMisses.length, VERDICT_LIMITS.nearMisses)
  for (let i = 0; i < count; i += 1) {
    const miss = readNearMiss(nearMisses[i])
    if (miss === undefined) return undefined
    if (level !== 'strong' && passing(miss.id) !== undefined) near.push(miss)
  }
  return hasHits ? Object.freeze({ level, confidence, nearMisses: Object.freeze(near) }) : NO_MATCH
}

function isLevel(level: unknown): level is VerdictLevel {
  return VERDICT_LEVELS.includes(level as VerdictLevel)
}

function readNearMiss(given: unknown): NearMiss | undefined {
  if (!isJsonObject(given)) return undefined
  const { id, lacks, unasked, reason } = given
  const lacked = readTexts(lacks, WORDS)
  const extra = readTexts(unasked, WORDS)
  if (typeof id !== 'string' || typeof reason !== 'string' || lacked === undefined || extra === undefined)
    return undefined
  const shown = toShownText(reason, VERDICT_LIMITS.reasonLength)
  return Object.freeze({ id, lacks: lacked, unasked: extra, reason: shown })
}
