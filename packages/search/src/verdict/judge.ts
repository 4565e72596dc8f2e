import type { Verdict } from '@toolscout/model'
import { type NearMiss, takeCodePoints, VERDICT_LIMITS, type VerdictLevel } from '@toolscout/model/internal'
import type { Token, Word } from '../analysis/tokens.ts'
import { absentParts, absentWords, holdersOf } from '../analysis/unmatched-terms.ts'
import {
  aheadOf,
  type Evidence,
  type JudgedAnswer,
  type JudgedCatalog,
  type Meaning,
  readEvidence,
} from './evidence.ts'
import type { VerdictThresholds } from './judgment.ts'
import { withJudgment, withNearMisses } from './judgment.ts'
import { probabilitiesOf } from './probability.ts'
import { readRequestNames } from './product-names.ts'

const NONE: readonly string[] = Object.freeze([])

const NO_MISSES: readonly NearMiss[] = Object.freeze([])

/** Judges answers: does the catalog have what is asked for, and is it the best hit? */
export function createJudge(
  catalog: JudgedCatalog,
  thresholds: VerdictThresholds,
): (answer: JudgedAnswer) => Verdict {
  return (answer) => {
    const { text, query, shareKept } = answer
    const isHeld = (word: Word): boolean => word.tokens.some(({ term }) => catalog.frequencyOf(term) > 0)
    const names = readRequestNames(text, query.words, isHeld)
    const { products } = names
    const absent = products.length === 0 ? products : products.filter((word) => !catalog.isInHead(word))
    const missing = absent.length === 0 ? NONE : tellable(absent.map(({ text: written }) => written))
    const judge = (evidence: Evidence, near: readonly number[]): Verdict => {
      const isFound = evidence.score > 0
      const probable = probabilitiesOf(evidence)
      const { certainty } = probable
      // A request for every word of a tool's name has that tool, however little else speaks for it.
      const isWhole = isFound && evidence.unasked === 0 && evidence.missing === 0
      const confidence = Math.max(isWhole ? thresholds.none : 0, probable.confidence)
      const level = levelOf(confidence, certainty, thresholds)
      const isNothing = !isFound && evidence.meaning === undefined
      const verdict: Verdict = isNothing
        ? { level: 'none', confidence: 0, nearMisses: NO_MISSES }
        : level === 'strong'
          ? { level, confidence, certainty, nearMisses: NO_MISSES }
          : withNearMisses({ level, confidence, certainty })
      if (missing.length > 0) Object.assign(verdict, { missing })
      let known: readonly NearMiss[] | undefined
      const nearMisses = (): readonly NearMiss[] => {
        known ??= Object.freeze(near.slice(0, VERDICT_LIMITS.nearMisses).map(missOf))
        return known
      }
      return withJudgment(verdict, { evidence, withMeaning, shareKept, nearMisses })
    }
    const withMeaning = ({ hits, ...meaning }: Meaning): Verdict => {
      if (hits.length === 0) return judge(evidence, places)
      const ahead = aheadOf(hits.map(({ score }) => score))
      const near = hits.map(({ id }) => ids.indexOf(id)).filter((place) => place >= 0)
      return judge({ ...evidence, ...ahead, meaning }, near)
    }
    const ids = answer.docIds.map(catalog.idOf)
    const places = ids.map((_, place) => place)
    const missOf = createNearMisses(answer, ids)
    const evidence = readEvidence(answer, catalog, { isMissing: absent.some(names.isKnown), names })
    return judge(evidence, places)
  }
}

function levelOf(confidence: number, certainty: number, { none, strong }: VerdictThresholds): VerdictLevel {
  if (confidence < none) return 'none'
  return Math.min(confidence, certainty) < strong ? 'weak' : 'strong'
}

/** Words that count less say nothing about what is wanted: the verb of their phrase does. */
const LEAST_SHARE = 0.4

/**
 * What a hit lacks of what was asked for, and has that was not, by its place. It is worked out when asked for, from what
 * the hits hold now: the catalog may have changed by then.
 */
function createNearMisses(
  { query, held, nameOf }: JudgedAnswer,
  ids: readonly string[],
): (place: number) => NearMiss {
  const known: (NearMiss | undefined)[] = []
  let wanted: readonly Word[] | undefined
  const read = (place: number): NearMiss => {
    const bit = 1 << place
    wanted ??= query.words.filter((word) => isTold(word, query.roots))
    const lacks: string[] = []
    const unasked: string[] = []
    for (const word of wanted) absentWords(word, (term) => (holdersOf(held, term, query) & bit) !== 0, lacks)
    for (const word of nameOf(place))
      absentParts(word, (term) => ((held.get(term) ?? 0) & bit) !== 0, unasked)
    return toMiss(ids[place] as string, tellable(lacks), tellable(unasked))
  }
  return (place) => {
    known[place] ??= read(place)
    return known[place]
  }
}

function toMiss(id: string, lacks: readonly string[], unasked: readonly string[]): NearMiss {
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
