import { checkOptions, type OptionKind } from '@toolscout/model/internal'
import { TooFewQuestionsError } from '../errors.ts'
import type { CatalogTool, Judgments } from '../judgments/judgments.ts'
import type { SearchFunction } from '../searching/search-function.ts'
import { askDraws, DRAW_OPTIONS, type DrawOptions, type VerdictSignal } from './draws.ts'

/** Options of {@link calibrateVerdict}. */
export interface CalibrateVerdictOptions extends DrawOptions {
  /** Share of the questions with an answer that may be called `none`. Default 0.03. Legal: 0 to below 1. */
  readonly calledNone?: number | undefined
  /** Share of the questions without an answer that may be called `strong`. Default 0.1. Legal: 0 to below 1. */
  readonly calledStrong?: number | undefined
}

const OPTIONS = {
  ...DRAW_OPTIONS,
  calledNone: { least: 0, most: 1 },
  calledStrong: { least: 0, most: 1 },
} satisfies { [Option in keyof CalibrateVerdictOptions]-?: OptionKind }

/** Where the levels part on one catalog: the option `verdict` of `createLexicalSearcher`. */
export interface VerdictCalibration {
  readonly none: number
  readonly strong: number
}

/** Fewer questions of a kind say nothing about a share of three in a hundred. */
const FEWEST_QUESTIONS = 30

/**
 * Finds where `none`, `weak` and `strong` part for one catalog and the way its users ask: from questions of theirs with
 * the tools that answer them. Where the borders of the search lie now does not matter.
 *
 * Rejects with what the search rejects with, and with the signal's reason.
 *
 * @throws RangeError when an option is outside its range.
 * @throws TypeError when an answer has no verdict, and for an unknown option.
 * @throws TooFewQuestionsError `TOO_FEW_QUESTIONS`: when there are fewer than 30 questions with an answer, or without one, over all draws.
 */
export async function calibrateVerdict(
  judgments: Judgments,
  createSearch: (tools: readonly CatalogTool[]) => SearchFunction,
  given: CalibrateVerdictOptions = {},
): Promise<VerdictCalibration> {
  checkOptions('the options of calibrateVerdict', given, OPTIONS)
  const { calledNone = 0.03, calledStrong = 0.1, ...options } = given
  for (const [name, share] of Object.entries({ calledNone, calledStrong })) {
    if (!(share >= 0 && share < 1)) throw new RangeError(`${name} is ${share}; it must be from 0 to below 1.`)
  }
  const draws = await askDraws(judgments, createSearch, options)
  const answerable = draws.flatMap((draw) => draw.answerable)
  const unanswerable = draws.flatMap((draw) => draw.unanswerable)
  if (answerable.length < FEWEST_QUESTIONS || unanswerable.length < FEWEST_QUESTIONS) {
    throw new TooFewQuestionsError({
      answerable: answerable.length,
      unanswerable: unanswerable.length,
      needed: FEWEST_QUESTIONS,
    })
  }
  if ([...answerable, ...unanswerable].some(({ measured }) => measured !== 'verdict.confidence'))
    throw new TypeError('An answer of the search has no verdict, so there is nothing to calibrate.')
  const none = atShare(ascending(answerable, ({ value }) => value).toReversed(), 1 - calledNone)
  const highest = atShare(ascending(unanswerable, certaintyOf), 1 - calledStrong)
  // The next number above, so that the one at the border is not strong.
  const strong = ascending(answerable, certaintyOf).find((value) => value > highest) ?? 1
  return Object.freeze({ none, strong: Math.max(none, strong) })
}

/** What decides `strong`; a verdict of your own may have one number for both levels. */
function certaintyOf({ value, certainty = value }: VerdictSignal): number {
  return certainty
}

function ascending(
  signals: readonly VerdictSignal[],
  numberOf: (signal: VerdictSignal) => number,
): readonly number[] {
  return signals.map(numberOf).sort((one, other) => one - other)
}

/** The last of the first numbers that are a share of all. */
function atShare(sorted: readonly number[], share: number): number {
  return sorted[Math.ceil(share * sorted.length) - 1] ?? 0
}
