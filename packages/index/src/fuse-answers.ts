import { compareHits, type Explanation, type Verdict } from '@toolscout/model'
import { type Assistance, SEARCH_MODES, SEARCH_STAGES } from '@toolscout/model/internal'
import type { RegisteredTool } from './registered-tools.ts'
import { MAX_EXPANDED_TERMS, MAX_UNMATCHED_TERMS, type ReadAnswer } from './searcher-answer.ts'
import type { ToolHit } from './tool-index.ts'

/** What one of several queries found. */
export interface QueryAnswer {
  readonly query: string
  readonly answer: ReadAnswer
}

/**
 * Makes one answer of the answers to several queries: the best hit of every query comes first, then the second of
 * every query, and so on. Scores of different queries cannot be compared, so a tool's score is one over its best
 * rank; equal scores are ordered by id, as everywhere. The verdict is the least confident one, so that no query goes
 * unnoticed.
 */
export function fuseAnswers(answers: readonly QueryAnswer[], limit: number): ReadAnswer {
  const best = new Map<string, ToolHit>()
  for (const { query, answer } of answers) {
    answer.hits.forEach((hit, i) => {
      const score = 1 / (i + 1)
      const known = best.get(hit.id)
      if (known === undefined || known.score < score) best.set(hit.id, rankedHit(hit, { score, query }))
    })
  }
  const terms = new Set(answers.flatMap(({ answer }) => answer.unmatchedTerms))
  const degraded = new Map(
    answers.flatMap(({ answer }) =>
      answer.degraded.map((part) => [`${part.part} ${part.reason}`, part] as const),
    ),
  )
  return Object.freeze({
    hits: Object.freeze([...best.values()].sort(compareHits).slice(0, limit)),
    unmatchedTerms: Object.freeze([...terms].slice(0, MAX_UNMATCHED_TERMS)),
    degraded: Object.freeze([...degraded.values()]),
    ...worstVerdict(answers),
    ...joinAssistance(answers),
    dropped: 0,
  })
}

/** The least confident verdict; nothing when some query has none. */
function worstVerdict(answers: readonly QueryAnswer[]): { readonly verdict?: Verdict } {
  const verdicts = answers.flatMap(({ query, answer: { verdict } }) =>
    verdict === undefined ? [] : [Object.freeze({ ...verdict, query })],
  )
  const [first, ...others] = verdicts
  if (first === undefined || verdicts.length < answers.length) return {}
  return {
    verdict: others.reduce((worst, next) => (next.confidence < worst.confidence ? next : worst), first),
  }
}

/** The lowest mode of any query, and the sum of what was spent; nothing when one of them has no assistance. */
function joinAssistance(answers: readonly QueryAnswer[]): { readonly assistance?: Assistance } {
  const known = answers.flatMap(({ answer: { assistance } }) => assistance ?? [])
  if (known.length < answers.length) return {}
  const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0)
  const runs = known.flatMap(({ stages }) => stages)
  const stages = SEARCH_STAGES.flatMap((stage) => {
    const own = runs.filter((run) => run.stage === stage).map(({ durationMs }) => durationMs)
    return own.length === 0 ? [] : [Object.freeze({ stage, durationMs: sum(own) })]
  })
  const terms = new Set(known.flatMap(({ expandedTerms }) => expandedTerms))
  const usage = {
    inputTokens: sum(known.map(({ usage }) => usage.inputTokens)),
    outputTokens: sum(known.map(({ usage }) => usage.outputTokens)),
    ...(known.some(({ usage }) => usage.isEstimated) ? { isEstimated: true } : {}),
  }
  const calls = known.flatMap(({ modelCalls }) => modelCalls ?? [])
  const assistance = {
    modeUsed: SEARCH_MODES.find((mode) => known.some(({ modeUsed }) => modeUsed === mode)) ?? 'fast',
    expandedTerms: Object.freeze([...terms].slice(0, MAX_EXPANDED_TERMS)),
    usage: Object.freeze(usage),
    ...(calls.length === known.length && { modelCalls: sum(calls) }),
    stages: Object.freeze(stages),
  }
  return { assistance: Object.freeze(assistance) }
}

function rankedHit(
  { explanation: given, ...hit }: ToolHit,
  { score, query }: { readonly score: number; readonly query: string },
): ToolHit {
  if (given === undefined) return Object.freeze({ ...hit, score })
  const label = `one over its rank for ${JSON.stringify(query)}, which is its best`
  const explanation: Explanation = Object.freeze({ label, value: score, children: Object.freeze([given]) })
  return Object.freeze({ ...hit, score, explanation })
}

/** A tool that was only listed, as a hit. */
export function toListedHit({ summary }: RegisteredTool): ToolHit {
  return Object.freeze({ id: summary.id, score: 0, summary })
}
