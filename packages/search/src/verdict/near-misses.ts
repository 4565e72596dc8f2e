import { type NearMiss, takeCodePoints, VERDICT_LIMITS } from '@toolscout/model'
import type { Word } from '../analysis/analyzer.ts'
import { rootsOf } from '../analysis/roots.ts'
import { absentWords } from '../analysis/unmatched-terms.ts'
import { absentParts } from '../analysis/word-parts.ts'
import { type JudgedAnswer, type JudgedCatalog, standsIn } from './evidence.ts'

/** Words that count less say nothing about what is wanted: any request may hold them. */
const LEAST_SHARE = 0.4

/** What the best hits lack of what was asked for, and have that was not. */
export function readNearMisses(
  answer: JudgedAnswer,
  catalog: JudgedCatalog & { readonly idOf: (handle: number) => string },
): readonly NearMiss[] {
  const { analyzer, nameOf, idOf } = catalog
  const wanted = answer.query.words.filter((word) => isTold(word, answer.query.roots))
  const near = answer.handles.slice(0, VERDICT_LIMITS.nearMisses).map((handle, i) => {
    const held = answer.held[i] as ReadonlySet<string>
    const lacks = wanted.flatMap((word) => absentWords(word, (term) => standsIn(held, term, answer.query)))
    const unasked = analyzer
      .analyze(nameOf(handle))
      .flatMap((word) => absentParts(word, ({ terms }) => terms.some((term) => held.has(term))))
    return missOf(idOf(handle), tellable(lacks), tellable(unasked))
  })
  return Object.freeze(near)
}

function missOf(id: string, lacks: readonly string[], unasked: readonly string[]): NearMiss {
  const parts = [
    ...(lacks.length === 0 ? [] : [`nothing in it stands for ${lacks.join(', ')}`]),
    ...(unasked.length === 0 ? [] : [`its name says ${unasked.join(', ')}, which was not asked for`]),
  ]
  const why = parts.length === 0 ? 'it has what was asked for, but so have others' : parts.join('; ')
  return Object.freeze({ id, lacks, unasked, reason: `Not a clear match: ${why}.` })
}

function isTold(word: Word, shares: ReadonlyMap<string, number>): boolean {
  return rootsOf([word]).some((root) => (shares.get(root) ?? 0) >= LEAST_SHARE)
}

function tellable(words: readonly string[]): readonly string[] {
  const shortened = words.map((word) => takeCodePoints(word, VERDICT_LIMITS.wordLength))
  return Object.freeze([...new Set(shortened)].slice(0, VERDICT_LIMITS.words))
}
