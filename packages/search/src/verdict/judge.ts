import type { Verdict } from '@toolscout/model'
import {
  type NearMiss,
  quote,
  requireKnownMembers,
  takeCodePoints,
  VERDICT_LIMITS,
  type VerdictLevel,
} from '@toolscout/model/internal'
import { rootsOf, type Token, type Word } from '../analysis/tokens.ts'
import { absentParts, absentWords } from '../analysis/unmatched-terms.ts'
import { inverseDocumentFrequency } from '../kernel/bm25f.ts'
import type { QueryTerms } from '../ranking/query-terms.ts'

const NONE: readonly string[] = Object.freeze([])

/** The confidence at which the verdict changes its level. */
export interface VerdictOptions {
  /** Below it the level is `none`. Default 0.14. Legal: 0 (`none` only where nothing is found) to `strong`. */
  readonly none?: number | undefined
  /** From it on the level is `strong`. Default 0.65. Legal: `none` to 1. */
  readonly strong?: number | undefined
}

/** Both thresholds, with defaults filled in. */
export type VerdictThresholds = { readonly [threshold in keyof VerdictOptions]-?: number }

/** Few questions with an answer are called `none`, and few without one `strong`; see `docs/ranking.md`. */
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
    `The verdict's thresholds are none ${quote(none)} and strong ${quote(strong)}; they must satisfy 0 ≤ none ≤ strong ≤ 1.`,
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
  // The best hit's name has words that were not asked for, and lacks words that other hits hold: each alone is
  // common, both together are a contradiction. The geometric mean is high only where both are.
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

/** What judging an answer needs to know of the catalog. */
export interface JudgedCatalog {
  /** Tools that hold a term. */
  readonly frequencyOf: (term: string) => number
  /** Tools in the catalog. */
  readonly size: () => number
  readonly idOf: (docId: number) => string
}

/** An answer as it is judged. */
export interface JudgedAnswer {
  readonly query: QueryTerms
  /** The best hits, whatever was asked for: all there are, or {@link JUDGED_HITS}. */
  readonly docIds: readonly number[]
  readonly scores: readonly number[]
  /** Which terms of the query a hit holds, by its place. */
  readonly heldBy: (place: number) => ReadonlySet<string>
  /** The words of the name of a hit, by its place. */
  readonly nameOf: (place: number) => readonly Word[]
  /** Whether the query names a hit. */
  readonly isNamed: (docId: number) => boolean
}

/** Hits that the verdict looks at: the first screen. */
export const JUDGED_HITS = 5

/**
 * What speaks for the best hit and against it. All are in units of the weight of a word that only one tool holds
 * (its inverse document frequency), so that they mean the same in a catalog of fifty tools and in one of fifty thousand.
 */
export interface Evidence {
  /** Its score. */
  readonly score: number
  /** How far it is ahead of the fifth hit. */
  readonly lead: number
  /** Its name's words that were not asked for. */
  readonly unasked: number
  /** The rarest word of the query that it lacks and some tool holds. */
  readonly rarestLacked: number
  /** Words of the query that it lacks and that another of the best hits holds. */
  readonly heldElsewhere: number
  /** Share of the words of the query that any tool holds by their weight, from 0 to 1: those that it holds itself. */
  readonly covered: number
  /** Whether the query names it. */
  readonly isNamed: boolean
}

/** Reads the evidence out of an answer that has hits. */
export function readEvidence(
  { docIds, scores, query, heldBy, nameOf, isNamed }: JudgedAnswer,
  { frequencyOf, size }: JudgedCatalog,
): Evidence {
  const tools = size()
  const unit = inverseDocumentFrequency(tools, 1)
  const held = heldBy(0)
  let rarestLacked = 0
  let heldElsewhere = 0
  let covered = 0
  let coverable = 0
  for (const [root, share] of query.roots) {
    const frequency = frequencyOf(root)
    const weight = share * inverseDocumentFrequency(tools, frequency)
    const isHeld = isMatched(held, root, query)
    if (isHeld || frequency > 0) coverable += weight
    if (isHeld) {
      covered += weight
      continue
    }
    if (frequency > 0) rarestLacked = Math.max(rarestLacked, weight)
    for (let place = 1; place < docIds.length; place += 1) {
      if (!isMatched(heldBy(place), root, query)) continue
      heldElsewhere += weight
      break
    }
  }
  let unasked = 0
  const nameRoots = rootsOf(nameOf(0))
  for (let i = 0; i < nameRoots.length; i += 1) {
    const root = nameRoots[i] as string
    if (held.has(root) || nameRoots.indexOf(root) < i) continue
    unasked += inverseDocumentFrequency(tools, frequencyOf(root))
  }
  const [score, fifth] = [scores[0] as number, scores[JUDGED_HITS - 1] ?? 0]
  return {
    score: score / unit,
    lead: (score - fifth) / unit,
    unasked: unasked / unit,
    rarestLacked: rarestLacked / unit,
    heldElsewhere: heldElsewhere / unit,
    covered: coverable === 0 ? 0 : covered / coverable,
    isNamed: isNamed(docIds[0] as number),
  }
}

/** Whether these terms hold a word of the query or one of its expansions. */
function isMatched(
  held: ReadonlySet<string>,
  root: string,
  { expansions }: Pick<QueryTerms, 'expansions'>,
): boolean {
  if (held.has(root)) return true
  const others = expansions.get(root) ?? NONE
  for (let i = 0; i < others.length; i += 1) if (held.has(others[i] as string)) return true
  return false
}
