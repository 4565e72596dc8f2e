import { isJsonObject, type OptionKind } from '@toolscout/model/internal'
import type { CatalogTool, JudgedQuery, Judgments } from '../judgments/judgments.ts'
import { ANSWER_SIZE } from '../searching/evaluate-search.ts'
import {
  inTurns,
  type MeasuredAnswer,
  type SearchFunction,
  WATCH_OPTIONS,
  type WatchOptions,
} from '../searching/search-function.ts'
import { SEED } from '../statistics/numbers.ts'
import { createRandom } from '../statistics/random.ts'

/** How often tools are taken out of a set, and which. */
export interface DrawOptions extends WithdrawOptions, WatchOptions {
  /** How often tools are taken out; the seed of each time is one higher. Default 5. Legal: integers 1 to 1,000. */
  readonly draws?: number | undefined
}

/** What a search said after tools were taken out once. */
export interface Draw {
  /** Tools that stayed. */
  readonly tools: number
  readonly answerable: readonly VerdictSignal[]
  readonly unanswerable: readonly VerdictSignal[]
}

const DEFAULT_DRAWS = 5

/** What each of {@link DrawOptions} is. */
export const DRAW_OPTIONS: { readonly [Option in keyof DrawOptions]-?: OptionKind } = Object.freeze({
  draws: { least: 1, most: 1_000, whole: true },
  share: { least: 0, most: 1 },
  seed: SEED,
  ...WATCH_OPTIONS,
})

const SEEDS = 2 ** 32

/**
 * Takes tools out of a set again and again, and asks a search of those that stay.
 *
 * @throws RangeError when an option is outside its range.
 */
export async function askDraws(
  judgments: Judgments,
  createSearch: (tools: readonly CatalogTool[]) => SearchFunction,
  { draws: count = DEFAULT_DRAWS, share, seed = 1, onProgress, signal }: DrawOptions,
): Promise<readonly Draw[]> {
  const draws: Draw[] = []
  let answered = 0
  for (let i = 0; i < count; i += 1) {
    const { tools, answerable, unanswerable } = withdrawTools(judgments, { share, seed: (seed + i) % SEEDS })
    const search = createSearch(tools)
    const signals = new Map<JudgedQuery, VerdictSignal>()
    const ask = async (query: JudgedQuery): Promise<void> => {
      signals.set(query, readVerdictSignal(await search(query.text, { limit: ANSWER_SIZE, signal })))
    }
    const before = answered
    const watch = (done: number): void => {
      answered = before + done
      onProgress?.(answered)
    }
    await inTurns([...answerable, ...unanswerable], ask, { onProgress: watch, signal })
    const signalsOf = (queries: readonly JudgedQuery[]): readonly VerdictSignal[] =>
      queries.flatMap((query) => signals.get(query) ?? [])
    draws.push({
      tools: tools.length,
      answerable: signalsOf(answerable),
      unanswerable: signalsOf(unanswerable),
    })
  }
  return draws
}

/** What an answer says about itself. */
export interface VerdictSignal {
  /** Which number it is. */
  readonly measured: 'verdict.confidence' | 'best score'
  /** Higher means surer. */
  readonly value: number
  /** How sure it is of the best hit, where the verdict says so. */
  readonly certainty?: number
  /** Score of the best hit, 0 without any: what can be had without a verdict. */
  readonly bestScore: number
  /** `strong`, `weak` or `none`; absent when the answer has no verdict. */
  readonly level?: string
}

/** The verdict of an answer; the score of its best hit, 0 without any, where the search gives none. */
export function readVerdictSignal(answer: MeasuredAnswer): VerdictSignal {
  const bestScore = answer.hits.reduce(
    (best, { score }) => Math.max(best, Number.isFinite(score) ? score : 0),
    0,
  )
  const verdict: unknown = Reflect.get(answer, 'verdict')
  const { confidence, certainty, level } = isJsonObject(verdict) ? verdict : {}
  if (typeof confidence === 'number' && confidence >= 0 && confidence <= 1) {
    const said = {
      ...(typeof certainty === 'number' ? { certainty } : {}),
      ...(typeof level === 'string' ? { level } : {}),
    }
    return { measured: 'verdict.confidence', value: confidence, bestScore, ...said }
  }
  return { measured: 'best score', value: bestScore, bestScore }
}

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
