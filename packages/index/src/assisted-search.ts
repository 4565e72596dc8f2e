import type { Degradation, SearchMode, TokenUsage } from '@toolscout/model'
import {
  type Assistance,
  isJsonObject,
  quote,
  SEARCH_MODES,
  SEARCH_STAGES,
  takeCodePoints,
} from '@toolscout/model/internal'
import { readTexts } from './shown-text.ts'

/** Longest task context that is handed on, in code points: a page of text, as a query. */
export const MAX_TASK_CONTEXT_LENGTH = 4_096

/** Words of an expansion that are told; ours has at most ten for each query. */
const MAX_EXPANDED_TERMS = 32
const MAX_EXPANDED_TERM_LENGTH = 128

/** What a search without any assistance did. */
const UNASSISTED: Assistance = Object.freeze({
  modeUsed: 'fast',
  expandedTerms: Object.freeze([]),
  usage: Object.freeze({ inputTokens: 0, outputTokens: 0 }),
  stages: Object.freeze([]),
})

/** How a search is to be assisted. */
export interface AssistanceWish {
  readonly mode: SearchMode | undefined
  readonly taskContext: string | undefined
  /** What was left out of it; empty when nothing was. */
  readonly degraded: readonly Degradation[]
}

/**
 * Reads the mode of a search and the context of its task, which is cut to what is handed on.
 *
 * @throws RangeError for what is no mode.
 * @throws TypeError for a context that is no text.
 */
export function readAssistanceWish(mode: unknown, taskContext: unknown): AssistanceWish {
  if (mode !== undefined && !isMode(mode)) {
    throw new RangeError(`The mode is ${quote(mode)}; it must be one of ${SEARCH_MODES.join(', ')}.`)
  }
  if (taskContext === undefined) return { mode, taskContext, degraded: [] }
  if (typeof taskContext !== 'string') {
    throw new TypeError(`A task context is a text, not ${quote(taskContext)}.`)
  }
  const head = takeCodePoints(taskContext, MAX_TASK_CONTEXT_LENGTH)
  if (head.length === taskContext.length) return { mode, taskContext, degraded: [] }
  const reason = `Only the first ${MAX_TASK_CONTEXT_LENGTH} characters of the task context were handed on.`
  return { mode, taskContext: head, degraded: [Object.freeze({ part: 'taskContext', reason })] }
}

/** Reads what a searcher says it did, which may be anybody's word; `undefined` for what is no such account. */
export function readAssistance(given: unknown): Assistance | undefined {
  if (!isJsonObject(given)) return undefined
  const { modeUsed, expandedTerms, usage, stages } = given
  const bounds = { count: MAX_EXPANDED_TERMS, length: MAX_EXPANDED_TERM_LENGTH }
  const terms = readTexts(expandedTerms, bounds)
  const spent = readUsage(usage)
  const done = readStages(stages)
  if (!isMode(modeUsed) || terms === undefined || spent === undefined || done === undefined) return undefined
  return Object.freeze({ modeUsed, expandedTerms: terms, usage: spent, stages: done })
}

/**
 * What was done for several queries together: the lowest mode any of them was answered in, and all that was spent.
 * `undefined` when a searcher said nothing of it.
 */
export function joinAssistance(parts: readonly (Assistance | undefined)[]): Assistance | undefined {
  const known = parts.filter((part) => part !== undefined)
  const [only] = known
  if (only === undefined || known.length < parts.length) return undefined
  if (known.length === 1) return only
  const lowest = Math.min(...known.map(({ modeUsed }) => SEARCH_MODES.indexOf(modeUsed)))
  const terms = new Set(known.flatMap(({ expandedTerms }) => expandedTerms))
  const runs = known.flatMap(({ stages }) => stages)
  const stages = SEARCH_STAGES.flatMap((stage) => {
    const own = runs.filter((run) => run.stage === stage)
    const durationMs = own.reduce((sum, run) => sum + run.durationMs, 0)
    return own.length === 0 ? [] : [Object.freeze({ stage, durationMs })]
  })
  return Object.freeze({
    modeUsed: SEARCH_MODES[lowest] as SearchMode,
    expandedTerms: Object.freeze([...terms].slice(0, MAX_EXPANDED_TERMS)),
    usage: known.map(({ usage }) => usage).reduce(addUsage),
    stages: Object.freeze(stages),
  })
}

/** What a search says of its assistance: a searcher that knows no modes answered as `fast`, whatever was asked for. */
export function tellAssistance(
  { mode = 'fast' }: AssistanceWish,
  told: Assistance | undefined,
  searcher: string,
): { readonly assistance?: Assistance; readonly degraded: readonly Degradation[] } {
  if (told !== undefined) return { assistance: told, degraded: [] }
  if (mode === 'fast') return { degraded: [] }
  const reason = `The searcher ${quote(searcher)} knows no modes; this is the answer of fast, not of ${mode}.`
  return { assistance: UNASSISTED, degraded: [Object.freeze({ part: 'mode', reason })] }
}

function isMode(value: unknown): value is SearchMode {
  return SEARCH_MODES.includes(value as SearchMode)
}

function readUsage(given: unknown): TokenUsage | undefined {
  if (!isJsonObject(given)) return undefined
  const { inputTokens, outputTokens, isEstimated } = given
  if (!isCount(inputTokens) || !isCount(outputTokens)) return undefined
  return Object.freeze({ inputTokens, outputTokens, ...(isEstimated === true ? { isEstimated } : {}) })
}

function readStages(given: unknown): Assistance['stages'] | undefined {
  if (!Array.isArray(given)) return undefined
  const read = new Map<string, number>()
  for (const run of given.slice(0, SEARCH_STAGES.length) as readonly unknown[]) {
    const { stage, durationMs } = isJsonObject(run) ? run : {}
    const isTime = typeof durationMs === 'number' && Number.isFinite(durationMs) && durationMs >= 0
    if (typeof stage !== 'string' || !isTime) return undefined
    read.set(stage, durationMs)
  }
  const known = SEARCH_STAGES.flatMap((stage) => {
    const durationMs = read.get(stage)
    return durationMs === undefined ? [] : [Object.freeze({ stage, durationMs })]
  })
  return known.length === read.size ? Object.freeze(known) : undefined
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0
}

function addUsage(a: TokenUsage, b: TokenUsage): TokenUsage {
  return Object.freeze({
    inputTokens: a.inputTokens + b.inputTokens,
    outputTokens: a.outputTokens + b.outputTokens,
    ...(a.isEstimated === true || b.isEstimated === true ? { isEstimated: true } : {}),
  })
}
