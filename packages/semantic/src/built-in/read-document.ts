import { SEARCH_FIELDS, type SearchDocument, type SearchField } from '@toolscout/model'
import { takeCodePoints } from '@toolscout/model/internal'
import type { CountingRule, TokenSums } from './token-sums.ts'

/** What the words of each field of a tool count in its vector; fields at 0 are not read. */
const EMBEDDED_FIELD_WEIGHTS: { readonly [field in SearchField]: number } = Object.freeze({
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
/** Enough characters for the token limit in ordinary text; the rest is not tokenized. */
const MAX_FIELD_LENGTH = 4_000
/** How often a token counts in one field. */
const MAX_COUNT = 3

const READ_FIELDS = SEARCH_FIELDS.filter((field) => EMBEDDED_FIELD_WEIGHTS[field] > 0)
const RULES: readonly CountingRule[] = READ_FIELDS.map((field) => ({
  limit: field === 'description' ? MAX_DESCRIPTION_TOKENS : MAX_FIELD_TOKENS,
  maxCount: MAX_COUNT,
  weight: EMBEDDED_FIELD_WEIGHTS[field],
}))

/** Adds the tokens of a tool: the sum over its fields of weight · √count. Nothing is added when a field is no text. */
export function readDocument(sums: TokenSums, fields: SearchDocument['fields']): void {
  const texts = READ_FIELDS.map((field) => takeCodePoints(fields[field], MAX_FIELD_LENGTH))
  for (const [i, text] of texts.entries()) if (text !== '') sums.add(text, RULES[i] as CountingRule)
}

/** What a sum of {@link readDocument} counts; a second root holds back what is repeated in several fields. */
export function documentShare(sum: number): number {
  return Math.sqrt(sum)
}
