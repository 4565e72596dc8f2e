import type { Degradation, SearchMode, SearchRequest } from '@toolscout/model'
import {
  type Assistance,
  type AssistantOptions,
  messageOf,
  SEARCH_STAGES,
  type SearchStage,
  shownFailure,
  type TokenUsage,
} from '@toolscout/model/internal'
import { readUsage } from '../reply/ask-model.ts'

/** The account of one search: what ran, how long, what it cost, what went wrong. */
export interface SearchRun {
  /** Runs a stage that the search cannot do without; it rejects as the stage does. */
  readonly time: <T>(stage: SearchStage, work: () => Promise<T>) => Promise<T>
  /** Runs a stage that the search can do without: `undefined` when it failed, which the account then says. */
  readonly attempt: <T>(
    stage: SearchStage,
    work: (options: AssistantOptions) => Promise<T>,
  ) => Promise<T | undefined>
  /** Says that a stage could not do its work. */
  readonly degrade: (stage: SearchStage, reason: string) => void
  readonly degraded: () => readonly Degradation[]
  readonly account: (modeUsed: SearchMode, expandedTerms: readonly string[]) => Assistance
}

/** Opens the account of a search. `now` gives milliseconds on a clock that never goes back. */
export function startSearchRun(request: SearchRequest, now: () => number): SearchRun {
  const { taskContext, signal } = request
  const durations = new Map<SearchStage, number>()
  const degraded: Degradation[] = []
  let spent: TokenUsage = { inputTokens: 0, outputTokens: 0 }

  const onUsage = (usage: TokenUsage): void => {
    const read = readUsage(usage)
    if (read === undefined) return
    const isEstimated = spent.isEstimated === true || read.isEstimated === true
    spent = {
      inputTokens: spent.inputTokens + read.inputTokens,
      outputTokens: spent.outputTokens + read.outputTokens,
      ...(isEstimated ? { isEstimated } : {}),
    }
  }
  const time = async <T>(stage: SearchStage, work: () => Promise<T>): Promise<T> => {
    const start = now()
    try {
      return await work()
    } finally {
      durations.set(stage, (durations.get(stage) ?? 0) + Math.max(0, now() - start))
    }
  }
  const degrade = (stage: SearchStage, reason: string): void => {
    degraded.push(Object.freeze({ part: stage, reason }))
  }
  return {
    time,
    degrade,
    attempt: async (stage, work) => {
      try {
        return await time(stage, () => work({ taskContext, signal, onUsage }))
      } catch (error) {
        // Who has stopped the search wants no lesser answer.
        signal?.throwIfAborted()
        degrade(stage, shownFailure(messageOf(error)))
        return undefined
      }
    },
    degraded: () => degraded,
    account: (modeUsed, expandedTerms) =>
      Object.freeze({
        modeUsed,
        expandedTerms: Object.freeze([...expandedTerms]),
        usage: Object.freeze(spent),
        stages: Object.freeze(
          SEARCH_STAGES.flatMap((stage) => {
            const durationMs = durations.get(stage)
            return durationMs === undefined ? [] : [Object.freeze({ stage, durationMs })]
          }),
        ),
      }),
  }
}
