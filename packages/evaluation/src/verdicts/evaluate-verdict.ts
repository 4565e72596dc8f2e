import { setImmediate } from 'node:timers/promises'
import type { CatalogTool, JudgedQuery, Judgments } from '../judgments/judgments.ts'
import { ANSWER_SIZE } from '../searching/evaluate-search.ts'
import type { SearchFunction } from '../searching/search-function.ts'
import { areaUnderCurve, bestThreshold, type Threshold } from '../statistics/roc.ts'
import { readVerdictSignal, type VerdictSignal } from './verdict-signal.ts'
import { type WithdrawOptions, withdrawTools } from './withdraw-tools.ts'

/** What {@link evaluateVerdict} may be told. */
export interface EvaluateVerdictOptions extends WithdrawOptions {
  /** Hears how many queries are answered, after each. */
  readonly onProgress?: ((answered: number) => void) | undefined
  /** Ends the evaluation when it aborts. */
  readonly signal?: AbortSignal | undefined
}

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

/** Queries between two turns of the event loop, so that signals and timers get through. */
const QUERIES_A_TURN = 16

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
  let answered = 0
  const ask = async (queries: readonly JudgedQuery[]): Promise<readonly VerdictSignal[]> => {
    const signals: VerdictSignal[] = []
    for (const { text } of queries) {
      options.signal?.throwIfAborted()
      signals.push(readVerdictSignal(await search(text, { limit: ANSWER_SIZE, signal: options.signal })))
      answered += 1
      options.onProgress?.(answered)
      if (answered % QUERIES_A_TURN === 0) await setImmediate()
    }
    return signals
  }
  const positives = await ask(answerable)
  const negatives = await ask(unanswerable)
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
