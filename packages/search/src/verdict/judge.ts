import type { Verdict, VerdictLevel } from '@toolscout/model'
import { confidenceOf } from './confidence.ts'
import { type JudgedAnswer, type JudgedCatalog, readEvidence } from './evidence.ts'
import { readNearMisses } from './near-misses.ts'
import type { VerdictThresholds } from './thresholds.ts'

const NOTHING: Verdict = Object.freeze({ level: 'none', confidence: 0, nearMisses: Object.freeze([]) })

/** Judges answers: is the best hit what was asked for? */
export function createJudge(
  catalog: JudgedCatalog,
  thresholds: VerdictThresholds,
): (answer: JudgedAnswer) => Verdict {
  return (answer) => {
    if (answer.handles.length === 0) return NOTHING
    const confidence = confidenceOf(readEvidence(answer, catalog))
    const level = levelOf(confidence, thresholds)
    const nearMisses = level === 'strong' ? NOTHING.nearMisses : readNearMisses(answer, catalog)
    return Object.freeze({ level, confidence, nearMisses })
  }
}

function levelOf(confidence: number, { none, strong }: VerdictThresholds): VerdictLevel {
  if (confidence < none) return 'none'
  return confidence < strong ? 'weak' : 'strong'
}
