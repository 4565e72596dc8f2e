import type { SearchMode } from '@toolscout/model'
import {
  type Assistance,
  isJsonObject,
  readTexts,
  SEARCH_MODES,
  SEARCH_STAGES,
  type TokenUsage,
} from '@toolscout/model/internal'

/** Expansion terms of one answer that are passed on; our expander gives at most ten for each query. */
const MAX_EXPANDED_TERMS = 32
const MAX_EXPANDED_TERM_LENGTH = 128

/** Reads the assistance that a foreign searcher reports; `undefined` when it is not valid. */
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
 * The assistance for several queries together: the lowest mode of any of them, and the sum of what was spent.
 * `undefined` when one of them has none.
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
