import type { NearMiss, Verdict, VerdictLevel } from '@toolscout/model'
import { isJsonObject, VERDICT_LEVELS, VERDICT_LIMITS } from '@toolscout/model/internal'
import { readTexts, toShownText } from './shown-text.ts'

/** What a verdict is held to. */
export interface JudgedHits {
  /** Whether any tool was found; without one nothing can be meant. */
  readonly hasHits: boolean
  /** Whether a tool is there and takes part. */
  readonly isThere: (id: string) => boolean
}

const WORDS = { count: VERDICT_LIMITS.words, length: VERDICT_LIMITS.wordLength }
const NOTHING: Verdict = Object.freeze({ level: 'none', confidence: 0, nearMisses: Object.freeze([]) })

/**
 * Reads a verdict of any searcher into one that keeps the contract: only its own members, texts without hidden
 * characters, no more than {@link VERDICT_LIMITS}, no tool that is gone. `undefined` for what is none.
 */
export function readVerdict(given: unknown, { hasHits, isThere }: JudgedHits): Verdict | undefined {
  if (!isJsonObject(given)) return undefined
  const { level, confidence, nearMisses } = given
  if (!isLevel(level) || typeof confidence !== 'number' || !(confidence >= 0 && confidence <= 1))
    return undefined
  if (!Array.isArray(nearMisses)) return undefined
  const near: NearMiss[] = []
  const told = Math.min(nearMisses.length, VERDICT_LIMITS.nearMisses)
  for (let i = 0; i < told; i += 1) {
    const miss = readNearMiss(nearMisses[i])
    if (miss === undefined) return undefined
    if (level !== 'strong' && isThere(miss.id)) near.push(miss)
  }
  return hasHits ? Object.freeze({ level, confidence, nearMisses: Object.freeze(near) }) : NOTHING
}

function isLevel(level: unknown): level is VerdictLevel {
  return VERDICT_LEVELS.includes(level as VerdictLevel)
}

function readNearMiss(given: unknown): NearMiss | undefined {
  if (!isJsonObject(given)) return undefined
  const { id, lacks, unasked, reason } = given
  const lacked = readTexts(lacks, WORDS)
  const extra = readTexts(unasked, WORDS)
  if (typeof id !== 'string' || typeof reason !== 'string' || lacked === undefined || extra === undefined)
    return undefined
  const shown = toShownText(reason, VERDICT_LIMITS.reasonLength)
  return Object.freeze({ id, lacks: lacked, unasked: extra, reason: shown })
}
