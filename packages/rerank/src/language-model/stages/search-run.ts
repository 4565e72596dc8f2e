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
export class SearchRun {
  readonly degraded: Degradation[] = []
  readonly #request: SearchRequest
  readonly #now: () => number
  readonly #durations = new Map<SearchStage, number>()
  #spent: TokenUsage = { inputTokens: 0, outputTokens: 0 }
  #calls = 0

  /** `now` gives milliseconds on a clock that never goes back. */
  constructor(request: SearchRequest, now: () => number) {
    this.#request = request
    this.#now = now
  }

  /** Runs a stage that the search cannot do without; it rejects as the stage does. */
  async time<T>(stage: SearchStage, work: () => Promise<T>): Promise<T> {
    const start = this.#now()
    try {
      return await work()
    } finally {
      const before = this.#durations.get(stage) ?? 0
      this.#durations.set(stage, before + Math.max(0, this.#now() - start))
    }
  }

  /** Runs a stage that the search can do without: `undefined` when it failed, which the account then says. */
  async attempt<T>(
    stage: SearchStage,
    work: (options: AssistantOptions) => Promise<T>,
  ): Promise<T | undefined> {
    const { taskContext, signal } = this.#request
    const onUsage = (usage: TokenUsage): void => this.#spend(usage)
    try {
      return await this.time(stage, () => work({ taskContext, signal, onUsage }))
    } catch (error) {
      // Who has stopped the search wants no lesser answer.
      signal?.throwIfAborted()
      this.degrade(stage, shownFailure(messageOf(error)))
      return undefined
    }
  }

  /** Says that a stage could not do its work. */
  degrade(stage: SearchStage, reason: string): void {
    this.degraded.push(Object.freeze({ part: stage, reason }))
  }

  account(modeUsed: SearchMode, expandedTerms: readonly string[]): Assistance {
    const stages = SEARCH_STAGES.flatMap((stage) => {
      const durationMs = this.#durations.get(stage)
      return durationMs === undefined ? [] : [Object.freeze({ stage, durationMs })]
    })
    return Object.freeze({
      modeUsed,
      expandedTerms: Object.freeze([...expandedTerms]),
      usage: Object.freeze(this.#spent),
      modelCalls: this.#calls,
      stages: Object.freeze(stages),
    })
  }

  #spend(usage: TokenUsage): void {
    const read = readUsage(usage)
    this.#calls += 1
    if (read === undefined) return
    const isEstimated = this.#spent.isEstimated === true || read.isEstimated === true
    this.#spent = {
      inputTokens: this.#spent.inputTokens + read.inputTokens,
      outputTokens: this.#spent.outputTokens + read.outputTokens,
      ...(isEstimated ? { isEstimated } : {}),
    }
  }
}
