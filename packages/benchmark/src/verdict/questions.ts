import type { Judgments } from '@toolscout/evaluation'
import { createRandom, type JudgedQuery, sampleQueries } from '@toolscout/evaluation/internal'

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

/** Tools of small catalogs, at most. */
const SMALL_SIZES: readonly number[] = [20, 50, 100]
/** Catalogs of each size. */
const SMALL_CATALOGS = 10
const MOST_SERVERS = 5
/** Questions with an answer that a small catalog is asked, at most, and as many without. */
const SMALL_QUESTIONS = 20

/**
 * Catalogs of one to five servers of a set, as most people have them, with questions that they answer and as many that
 * they do not. Each server answers a question of the set. None of a set that has fewer servers.
 */
export function smallCatalogs(
  { tools, queries }: Judgments,
  seed: number,
): readonly Pick<Judgments, 'tools' | 'queries'>[] {
  const serverOf = new Map(tools.map(({ id, namespace = '' }) => [id, namespace]))
  if (new Set(serverOf.values()).size < MOST_SERVERS) return []
  const random = createRandom(seed)
  return SMALL_SIZES.flatMap((size) =>
    Array.from({ length: SMALL_CATALOGS }, (_, i) => {
      const asked = random.shuffle(queries)
      const servers = [
        ...new Set(asked.flatMap(({ relevance }) => serverOf.get([...relevance.keys()][0] ?? '') ?? [])),
      ]
      const chosen = servers.slice(0, 1 + (i % MOST_SERVERS))
      const share = Math.ceil(size / chosen.length)
      const own = chosen.flatMap((server) =>
        random.shuffle(tools.filter(({ namespace = '' }) => namespace === server)).slice(0, share),
      )
      const there = new Set(own.map(({ id }) => id))
      const isAnswered = ({ relevance }: JudgedQuery): boolean =>
        [...relevance.keys()].some((id) => there.has(id))
      const answered = asked.filter(isAnswered).slice(0, SMALL_QUESTIONS)
      const others = asked.filter((query) => !isAnswered(query)).slice(0, answered.length)
      return { tools: own, queries: [...answered, ...others] }
    }),
  )
}
