import type { CatalogTool, JudgedQuery, Judgments } from '../judgments/judgments.ts'
import { createRandom } from '../statistics/random.ts'

/** Options of {@link withdrawTools}. */
export interface WithdrawOptions {
  /** Share of the tools that are taken out. Default 0.2. Legal: above 0, below 1. */
  readonly share?: number | undefined
  /** Seed of the choice. Default 1. Legal: integers 0 to 4,294,967,295. */
  readonly seed?: number | undefined
}

/** A set with tools taken out. */
export interface WithdrawnSet {
  /** The tools that stay. */
  readonly tools: readonly CatalogTool[]
  /** Queries of which every relevant tool stays. */
  readonly answerable: readonly JudgedQuery[]
  /** Queries of which no relevant tool stays, those among them that never had one. */
  readonly unanswerable: readonly JudgedQuery[]
}

/**
 * Takes tools out of a set by chance, so that questions arise that nothing answers, asked in the words of people who
 * expected an answer. Queries that keep some of their tools are in neither group.
 *
 * @throws RangeError when an option is outside its range.
 */
export function withdrawTools(
  { tools, queries }: Judgments,
  { share = 0.2, seed = 1 }: WithdrawOptions = {},
): WithdrawnSet {
  if (!(share > 0 && share < 1)) {
    throw new RangeError(`The share is ${share}; it must be above 0 and below 1.`)
  }
  const gone = new Set(
    createRandom(seed)
      .shuffle(tools)
      .slice(0, Math.round(share * tools.length))
      .map(({ id }) => id),
  )
  const stays = tools.filter(({ id }) => !gone.has(id))
  const there = new Set(stays.map(({ id }) => id))
  const stayingOf = ({ relevance }: JudgedQuery): number =>
    [...relevance.keys()].filter((id) => there.has(id)).length
  return Object.freeze({
    tools: stays,
    answerable: queries.filter(
      (query) => query.relevance.size > 0 && stayingOf(query) === query.relevance.size,
    ),
    unanswerable: queries.filter((query) => stayingOf(query) === 0),
  })
}
