import type { Verdict } from '@toolscout/model'
import {
  type NearMiss,
  quote,
  requireKnownMembers,
  takeCodePoints,
  VERDICT_LIMITS,
  type VerdictLevel,
} from '@toolscout/model/internal'
import type { Token, Word } from '../analysis/tokens.ts'
import { absentParts, absentWords } from '../analysis/unmatched-terms.ts'
import { type Evidence, isMatched, type JudgedAnswer, type JudgedCatalog, readEvidence } from './evidence.ts'

/** The confidence at which the verdict changes its level. */
export interface VerdictOptions {
  /** Below it the level is `none`. Default 0.14. Legal: 0 (`none` only where nothing is found) to `strong`. */
  readonly none?: number | undefined
  /** From it on the level is `strong`. Default 0.65. Legal: `none` to 1. */
  readonly strong?: number | undefined
}

/** Both thresholds, with defaults filled in. */
export type VerdictThresholds = { readonly [border in keyof VerdictOptions]-?: number }

/**
 * Default thresholds: few questions with an answer are called `none`, and few without one `strong`. `docs/ranking.md` has the shares.
 */
export const DEFAULT_THRESHOLDS: VerdictThresholds = Object.freeze({ none: 0.14, strong: 0.65 })

/**
 * Fills in defaults and checks ranges.
 *
 * @throws RangeError when a threshold is no number or the two are in the wrong order.
 * @throws TypeError when there is an unknown member.
 */
export function resolveThresholds(options: VerdictOptions = {}): VerdictThresholds {
  requireKnownMembers('the option verdict', options, Object.keys(DEFAULT_THRESHOLDS))
  const { none = DEFAULT_THRESHOLDS.none, strong = DEFAULT_THRESHOLDS.strong } = options
  const areNumbers = typeof none === 'number' && typeof strong === 'number'
  if (areNumbers && none >= 0 && none <= strong && strong <= 1) return Object.freeze({ none, strong })
  throw new RangeError(
    `The verdict's borders are none ${quote(none)} and strong ${quote(strong)}; they must satisfy 0 ≤ none ≤ strong ≤ 1.`,
  )
}

const NOTHING: Verdict = Object.freeze({ level: 'none', confidence: 0, nearMisses: Object.freeze([]) })

/** Judges answers: is the best hit what was asked for? */
export function createJudge(
  catalog: JudgedCatalog,
  thresholds: VerdictThresholds,
): (answer: JudgedAnswer) => Verdict {
  return (answer) => {
    if (answer.docIds.length === 0) return NOTHING
    const confidence = confidenceOf(readEvidence(answer, catalog))
    const level = levelOf(confidence, thresholds)
    const nearMisses = level === 'strong' ? NOTHING.nearMisses : readNearMisses(answer, catalog)
    return Object.freeze({ level, confidence, nearMisses })
  }
}

function levelOf(confidence: number, { none, strong }: VerdictThresholds): VerdictLevel {
  if (confidence < none) return 'none'
  return confidence < strong ? 'weak' : 'strong'
}

/**
 * A logistic regression on whether a catalog has the tool that is asked for, every set and both groups counting alike;
 * `docs/ranking.md` says on which questions. Logarithms, because the tenth matching word says less than the second.
 */
const WEIGHTS = Object.freeze({
  intercept: -1.22,
  score: 0.58,
  lead: 0.42,
  unasked: -0.38,
  rarestLacked: -0.27,
  /**
   * The best hit's name has words that were not asked for, and lacks words that other hits hold: each alone is
   * common, both together are a contradiction. The geometric mean is high only where both are.
   */
  contradiction: -0.55,
  /** A query holds the name of a tool hardly ever by chance. */
  named: 3,
})

/** Below this share of its words a query is not about the best hit, however many they are. */
const LEAST_COVERED = 0.1

/** How likely the best hit's catalog has what is asked for, from 0 to 1, when beforehand one would bet evenly. */
export function confidenceOf(evidence: Evidence): number {
  const { score, lead, unasked, rarestLacked, heldElsewhere, covered, isNamed } = evidence
  const logit =
    WEIGHTS.intercept +
    WEIGHTS.score * Math.log1p(score) +
    WEIGHTS.lead * Math.log1p(lead) +
    WEIGHTS.unasked * Math.log1p(unasked) +
    WEIGHTS.rarestLacked * rarestLacked +
    WEIGHTS.contradiction * (unasked * heldElsewhere) ** (1 / 4) +
    (isNamed ? WEIGHTS.named : 0)
  const confidence = 1 / (1 + Math.exp(-logit))
  return isNamed ? confidence : confidence * Math.min(1, covered / LEAST_COVERED)
}

/** Words that count less say nothing about what is wanted: any request may hold them. */
const LEAST_SHARE = 0.4
const NONE: readonly string[] = Object.freeze([])

/** What the best hits lack of what was asked for, and have that was not. */
function readNearMisses(
  { docIds, query, heldBy, nameOf }: JudgedAnswer,
  { idOf }: JudgedCatalog,
): readonly NearMiss[] {
  const wanted = query.words.filter((word) => isTold(word, query.roots))
  const near = docIds.slice(0, VERDICT_LIMITS.nearMisses).map((docId, place) => {
    const held = heldBy(place)
    const lacks: string[] = []
    const unasked: string[] = []
    for (const word of wanted) absentWords(word, (term) => isMatched(held, term, query), lacks)
    for (const word of nameOf(place)) absentParts(word, (term) => held.has(term), unasked)
    return missOf(idOf(docId), tellable(lacks), tellable(unasked))
  })
  return Object.freeze(near)
}

function missOf(id: string, lacks: readonly string[], unasked: readonly string[]): NearMiss {
  const lacking = lacks.length === 0 ? '' : `nothing in it stands for ${lacks.join(', ')}`
  const saying = unasked.length === 0 ? '' : `its name says ${unasked.join(', ')}, which was not asked for`
  const both = lacking !== '' && saying !== '' ? `${lacking}; ${saying}` : lacking + saying
  const why = both === '' ? 'it has what was asked for, but so have others' : both
  return Object.freeze({ id, lacks, unasked, reason: `Not a clear match: ${why}.` })
}

function isTold({ tokens }: Word, shares: ReadonlyMap<string, number>): boolean {
  for (let i = 0; i < tokens.length; i += 1) {
    const { term, root } = tokens[i] as Token
    if (root && (shares.get(term) ?? 0) >= LEAST_SHARE) return true
  }
  return false
}

function tellable(words: readonly string[]): readonly string[] {
  if (words.length === 0) return NONE
  const shortened = new Set<string>()
  for (const word of words) shortened.add(takeCodePoints(word, VERDICT_LIMITS.wordLength))
  return Object.freeze([...shortened].slice(0, VERDICT_LIMITS.words))
}
