import { ToolscoutError } from '@toolscout/model'
import { isJsonObject, isToolId, quote } from '@toolscout/model/internal'

/** How much a tool was used after a word. */
export interface UsePair {
  readonly word: string
  readonly toolId: string
  /** Uses, each counted by half for every half-life that has passed since, as of `atMs`. */
  readonly weight: number
  readonly atMs: number
}

/** Looser than what queries are cut into, which may be cut another way by a later release. */
const ANY_WORD = /^\S{1,64}$/u

/** What was learned, as JSON. Holds single words of queries and ids of tools, no query. */
export interface SavedFeedback {
  readonly format: 1
  /** Word, id of the tool, weight, and when it was that much, in milliseconds; the least recent one first. */
  readonly pairs: readonly (readonly [word: string, toolId: string, weight: number, atMs: number])[]
}

/** Writes pairs as JSON. */
export function saveFeedback(pairs: readonly UsePair[]): SavedFeedback {
  return {
    format: 1,
    pairs: pairs.map(({ word, toolId, weight, atMs }) => [word, toolId, weight, atMs] as const),
  }
}

/**
 * Reads what {@link saveFeedback} wrote, which may have been in anybody's hands.
 *
 * @throws InvalidFeedbackError `INVALID_FEEDBACK` naming the first thing that is wrong.
 */
export function readSavedFeedback(saved: unknown, maxWeight: number): readonly UsePair[] {
  const { format, pairs } = isJsonObject(saved) ? saved : {}
  if (format !== 1) {
    throw new InvalidFeedbackError(`The format of saved feedback is ${quote(format)}; 1 is known.`, 'format')
  }
  if (!Array.isArray(pairs))
    throw new InvalidFeedbackError(`The pairs are ${quote(pairs)}; a list is needed.`, 'pairs')
  return (pairs as readonly unknown[]).map((pair, i) => {
    const [word, toolId, weight, atMs] = (Array.isArray(pair) ? pair : []) as readonly unknown[]
    const isWord = typeof word === 'string' && ANY_WORD.test(word)
    const isWeight = typeof weight === 'number' && weight > 0 && weight <= maxWeight
    if (!isWord || typeof toolId !== 'string' || !isToolId(toolId) || !isWeight || !Number.isFinite(atMs)) {
      throw new InvalidFeedbackError(`${quote(pair)} is no word, id, weight and time.`, `pairs[${i}]`)
    }
    return { word, toolId, weight, atMs: atMs as number }
  })
}

/** `INVALID_FEEDBACK`: what was to be gone on with is no saved feedback. */
class InvalidFeedbackError extends ToolscoutError<{
  /** Where the problem is, such as `pairs[3]`. */
  readonly path: string
}> {
  constructor(message: string, path: string) {
    super('INVALID_FEEDBACK', message, { details: { path } })
  }
}
