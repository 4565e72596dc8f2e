import { isJsonObject } from '@toolscout/model'
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
  const bestScore = Math.max(0, ...answer.hits.map(({ score }) => score))
  const verdict: unknown = Reflect.get(answer, 'verdict')
  if (isJsonObject(verdict) && typeof verdict.confidence === 'number') {
    const level = typeof verdict.level === 'string' ? { level: verdict.level } : {}
    return { measured: 'verdict.confidence', value: verdict.confidence, bestScore, ...level }
  }
  return { measured: 'best score', value: bestScore, bestScore }
}
