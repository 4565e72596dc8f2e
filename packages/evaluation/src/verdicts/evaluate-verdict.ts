import type { CatalogTool, JudgedQuery, Judgments } from '../judgments/judgments.ts'
import { ANSWER_SIZE } from '../searching/evaluate-search.ts'
import { inTurns, type WatchOptions } from '../searching/in-turns.ts'
import type { SearchFunction } from '../searching/search-function.ts'
import { areaUnderCurve, bestThreshold, type Threshold } from '../statistics/roc.ts'
import { readVerdictSignal, type VerdictSignal } from './verdict-signal.ts'
import { type WithdrawOptions, withdrawTools } from './withdraw-tools.ts'

/** What {@link evaluateVerdict} may be told. */
export interface EvaluateVerdictOptions extends WithdrawOptions, WatchOptions {}

/** How well the verdict of a search tells questions that some tool answers from those that none does. */
export interface VerdictEvaluation {
  readonly set: string
  /** Which number of the answer was measured. */
  readonly measured: VerdictSignal['measured']
  /** Tools that stayed. */
  readonly tools: number
  readonly answerable: number
  readonly unanswerable: number
  /** `undefined` when one of the two groups is empty. */
  readonly auc: number | undefined
  /** The border that parts the groups best. */
  readonly threshold: Threshold | undefined
  /** Share of the answerable queries that were called `none`; `undefined` when answers have no verdict. */
  readonly answerableCalledNone: number | undefined
  /** Share of the unanswerable queries that were called `none`; `undefined` when answers have no verdict. */
  readonly unanswerableCalledNone: number | undefined
}

/**
 * Takes tools out of a set, has a search made for those that stay, and asks it what can be answered and what cannot.
 *
 * Rejects with what the search rejects with, and with the signal's reason.
 *
 * @throws RangeError when an option is outside its range.
 */
export async function evaluateVerdict(
  judgments: Judgments,
  createSearch: (tools: readonly CatalogTool[]) => SearchFunction,
  options: EvaluateVerdictOptions = {},
): Promise<VerdictEvaluation> {
  const { tools, answerable, unanswerable } = withdrawTools(judgments, options)
  const search = createSearch(tools)
  const { signal } = options
  const signals = new Map<JudgedQuery, VerdictSignal>()
  const ask = async (query: JudgedQuery): Promise<void> => {
    signals.set(query, readVerdictSignal(await search(query.text, { limit: ANSWER_SIZE, signal })))
  }
  await inTurns([...answerable, ...unanswerable], ask, options)
  const signalsOf = (queries: readonly JudgedQuery[]): readonly VerdictSignal[] =>
    queries.flatMap((query) => signals.get(query) ?? [])
  const positives = signalsOf(answerable)
  const negatives = signalsOf(unanswerable)
  const groups = { positives: positives.map(toValue), negatives: negatives.map(toValue) }
  return {
    set: judgments.name,
    measured: [...positives, ...negatives][0]?.measured ?? 'best score',
    tools: tools.length,
    answerable: answerable.length,
    unanswerable: unanswerable.length,
    auc: areaUnderCurve(groups),
    threshold: bestThreshold(groups),
    answerableCalledNone: shareOfNone(positives),
    unanswerableCalledNone: shareOfNone(negatives),
  }
}

function toValue({ value }: VerdictSignal): number {
  return value
}

function shareOfNone(signals: readonly VerdictSignal[]): number | undefined {
  const levels = signals.flatMap(({ level }) => level ?? [])
  return levels.length === 0 ? undefined : levels.filter((level) => level === 'none').length / levels.length
}
