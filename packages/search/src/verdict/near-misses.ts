import type { NearMiss } from '@toolscout/model'
import { takeCodePoints, VERDICT_LIMITS } from '@toolscout/model/internal'
import type { Token, Word } from '../analysis/analyzer.ts'
import { absentWords } from '../analysis/unmatched-terms.ts'
import { absentParts } from '../analysis/word-parts.ts'
import { type JudgedAnswer, type JudgedCatalog, standsIn } from './evidence.ts'

/** Words that count less say nothing about what is wanted: any request may hold them. */
const LEAST_SHARE = 0.4
const NONE: readonly string[] = Object.freeze([])

/** What the best hits lack of what was asked for, and have that was not. */
export function readNearMisses(
  { handles, query, heldBy, nameOf }: JudgedAnswer,
  { idOf }: JudgedCatalog,
): readonly NearMiss[] {
  const wanted = query.words.filter((word) => isTold(word, query.roots))
  const near = handles.slice(0, VERDICT_LIMITS.nearMisses).map((handle, place) => {
    const held = heldBy(place)
    const lacks: string[] = []
    const unasked: string[] = []
    for (const word of wanted) absentWords(word, (term) => standsIn(held, term, query), lacks)
    for (const word of nameOf(place)) absentParts(word, (term) => held.has(term), unasked)
    return missOf(idOf(handle), tellable(lacks), tellable(unasked))
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
