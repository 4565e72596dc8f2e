import type { Judgments } from '@toolscout/evaluation'
import { type JudgedQuery, sampleQueries } from '@toolscout/evaluation/internal'

/** Questions of each group that are asked of one set, or of one draw. */
const QUESTIONS = 200
/** Questions of other sets that a catalog is asked. */
export const STRANGERS = 100
/** Requests of words drawn by chance that a catalog is asked. */
const BY_CHANCE = 40
/** A prime, so that neighbours in a request are no neighbours in a text. */
const STRIDE = 7_919
/** A set with fewer different words gives none. */
const LEAST_WORDS = 100

/** The questions of a set: all where some have no answer, else a sample. */
export function ownGroups(set: Judgments): readonly JudgedQuery[] {
  const withAnswer = set.queries.filter(({ relevance }) => relevance.size > 0)
  const without = set.queries.filter(({ relevance }) => relevance.size === 0)
  return without.length > 0 ? set.queries : [...sampled(set, withAnswer)]
}

/** Questions evenly spread over those of a set. */
export function sampled(
  set: Judgments,
  queries: readonly JudgedQuery[],
  most: number = QUESTIONS,
): readonly JudgedQuery[] {
  return queries.length <= most ? queries : sampleQueries({ ...set, queries }, most).queries
}

/** Requests of five words taken here and there from the descriptions of a set: nothing answers them. */
export function questionsByChance(set: Judgments): readonly JudgedQuery[] {
  const found = set.tools.flatMap(({ description = '' }) => description.match(/[a-z]{3,}/gi) ?? [])
  const words = [...new Set(found)]
  const wordAt = (place: number): string => words[(place * STRIDE) % words.length] ?? ''
  return Array.from({ length: words.length < LEAST_WORDS ? 0 : BY_CHANCE }, (_, i) => ({
    id: `by chance ${i}`,
    text: [0, 1, 2, 3, 4].map((k) => wordAt(5 * i + k)).join(' '),
    relevance: new Map(),
  }))
}

/** Questions that a catalog has nothing for: those of a set about one subject to the others, and theirs to it. */
export function strangersOf(
  sets: readonly Judgments[],
  apart: string | undefined,
): readonly (readonly [Judgments, readonly JudgedQuery[]])[] {
  const single = sets.find(({ name }) => name === apart)
  if (single === undefined) return []
  const others = sets.filter(
    (set) => set !== single && !set.queries.some(({ relevance }) => relevance.size === 0),
  )
  const theirs = others.flatMap((set) => sampled(set, set.queries, Math.ceil(STRANGERS / others.length)))
  const its = sampled(single, single.queries, STRANGERS)
  return [[single, theirs], ...others.map((set) => [set, its] as const)]
}
