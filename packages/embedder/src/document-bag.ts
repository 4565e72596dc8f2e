import { SEARCH_FIELDS, type SearchDocument, type SearchField, takeCodePoints } from '@toolscout/model'
import type { Analyzer } from '@toolscout/search'
import { type Bag, countTokens } from './token-bag.ts'

/** What the words of each field of a tool count in its vector; fields at 0 are not read. */
export const EMBEDDED_FIELD_WEIGHTS: { readonly [field in SearchField]: number } = Object.freeze({
  name: 3,
  title: 1,
  namespace: 1,
  description: 1,
  parameters: 0.6,
  parameterTexts: 0.2,
  values: 0,
  output: 0,
  tags: 0.3,
  notes: 0.2,
})

/** What a tool is for stands at the beginning. */
const MAX_DESCRIPTION_TOKENS = 80
const MAX_FIELD_TOKENS = 200
/** Enough for so many tokens of any text that people read; whatever is behind is not even cut into words. */
const MAX_FIELD_LENGTH = 4_000
/** How often a token counts in one field. */
const MAX_COUNT = 3

/**
 * What the tokens of a tool count: the square root of the sum over its fields of weight · √count. Both roots hold back
 * what is repeated, in one field and in several.
 */
export function documentBag(analyzer: Analyzer, fields: SearchDocument['fields']): Bag {
  const bag = new Map<string, number>()
  for (const field of SEARCH_FIELDS) {
    const weight = EMBEDDED_FIELD_WEIGHTS[field]
    const text = fields[field]
    if (weight === 0 || text === '') continue
    const limit = field === 'description' ? MAX_DESCRIPTION_TOKENS : MAX_FIELD_TOKENS
    for (const [token, count] of countTokens(analyzer, takeCodePoints(text, MAX_FIELD_LENGTH), limit)) {
      bag.set(token, (bag.get(token) ?? 0) + weight * Math.sqrt(Math.min(count, MAX_COUNT)))
    }
  }
  for (const [token, sum] of bag) bag.set(token, Math.sqrt(sum))
  return bag
}
