import { isJsonObject } from '@toolscout/model/internal'
import type { MeasuredAnswer } from '../searching/search-function.ts'

/** What an answer says about itself. */
export interface VerdictSignal {
  /** Which number it is. */
  readonly measured: 'verdict.confidence' | 'best score'
  /** Higher means surer. */
  readonly value: number
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
  const { confidence, level } = isJsonObject(verdict) ? verdict : {}
  if (typeof confidence === 'number' && confidence >= 0 && confidence <= 1) {
    const said = typeof level === 'string' ? { level } : {}
    return { measured: 'verdict.confidence', value: confidence, bestScore, ...said }
  }
  return { measured: 'best score', value: bestScore, bestScore }
}
