import { takeCodePoints } from '@toolscout/model'
import type { Analyzer } from '@toolscout/search'
import { type Bag, countTokens } from './token-bag.ts'

/** A request of more tokens is a document; its beginning says what it is about. */
const MAX_TOKENS = 120
/** Enough for so many tokens of any text that people write. */
const MAX_LENGTH = 4_000
/** How often a token counts. */
const MAX_COUNT = 2

/** What the tokens of a request count: the square root of how often each stands there. */
export function queryBag(analyzer: Analyzer, text: string): Bag {
  const bag = new Map<string, number>()
  for (const [token, count] of countTokens(analyzer, takeCodePoints(text, MAX_LENGTH), MAX_TOKENS)) {
    bag.set(token, Math.sqrt(Math.min(count, MAX_COUNT)))
  }
  return bag
}
