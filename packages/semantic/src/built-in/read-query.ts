import { takeCodePoints } from '@toolscout/model/internal'
import type { CountingRule, TokenSums } from './token-sums.ts'

/** A request of more tokens is a document; its beginning says what it is about. */
const RULE: CountingRule = Object.freeze({ limit: 120, maxCount: 2, weight: 1 })
/** Enough characters for the token limit in ordinary text. */
const MAX_LENGTH = 4_000

/** Adds the tokens of a request: the square root of how often each stands there. */
export function readQuery(sums: TokenSums, text: string): void {
  sums.add(takeCodePoints(text, MAX_LENGTH), RULE)
}
