/** What input tokens cost, as parts of the price of one that is neither written to a cache nor read from it. */
export interface TokenPrices {
  /** A token that is sent for the first time. */
  readonly write: number
  /** A token of a prefix that was sent before. */
  readonly read: number
}

/** Prices with prompt caching: 1.25 and 0.1 are Anthropic's for five minutes; OpenAI and Gemini write at 1. */
export const CACHED_PRICES: TokenPrices = Object.freeze({ write: 1.25, read: 0.1 })
/** Prices without: every request pays for its whole prompt. */
export const PLAIN_PRICES: TokenPrices = Object.freeze({ write: 1, read: 1 })

/** A conversation as the provider bills it: a prefix that is there from the start, and what each request adds. */
export interface Session {
  /** Tokens of tool definitions in every request. */
  readonly start: number
  /** Tokens that are in the conversation when a request is made and were not in the one before; one for each request. */
  readonly added: readonly number[]
}

/** What a session comes to. */
export interface SessionCost {
  readonly requests: number
  /** Tokens of the prompts of all requests together. */
  readonly inputTokens: number
  /** The same as tokens of full price. */
  readonly billedTokens: number
}

/** Adds a session up: every request sends again all that was sent before, in the same order, so that caches hold. */
export function costOf({ start, added }: Session, prices: TokenPrices): SessionCost {
  let sent = 0
  let inputTokens = 0
  let billedTokens = 0
  for (const [i, tokens] of added.entries()) {
    const fresh = tokens + (i === 0 ? start : 0)
    billedTokens += sent * prices.read + fresh * prices.write
    sent += fresh
    inputTokens += sent
  }
  return { requests: added.length, inputTokens, billedTokens: Math.round(billedTokens) }
}
