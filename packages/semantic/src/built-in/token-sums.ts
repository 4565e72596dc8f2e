import { SEARCH_FIELDS, type SearchDocument } from '@toolscout/model'
import { type SearchField, takeCodePoints } from '@toolscout/model/internal'
import type { Analyzer } from '@toolscout/search'
import type { TokenTable } from './token-table.ts'

/** How the tokens of a text are counted. */
export interface CountingRule {
  /** Tokens that are read, from the beginning. */
  readonly limit: number
  /** How often a token counts. */
  readonly maxCount: number
  /** What it counts, times the square root of how often. */
  readonly weight: number
}

/** Adds up what the tokens of texts count. One vector is made at a time, so that the counters are made once. */
export interface TokenSums {
  readonly add: (text: string, rule: CountingRule) => void
  /** Tells every token with its sum, those of the table by row, and starts over. */
  readonly drain: (
    visitRow: (row: number, sum: number) => void,
    visitStray: (token: string, sum: number) => void,
  ) => void
}

/** Counters for the tokens of a table and any others. */
export function createTokenSums({ analyze }: Analyzer, { rowOf, queryScales }: TokenTable): TokenSums {
  const counts = new Uint16Array(queryScales.length)
  const sums = new Float64Array(queryScales.length)
  const summed: number[] = []
  const strays = new Map<string, number>()

  /** Counts the tokens of the table, and gives the rows that were met. */
  const count = (text: string, limit: number, strayCounts: Map<string, number>): readonly number[] => {
    const met: number[] = []
    let told = 0
    for (const { tokens } of analyze(text)) {
      for (const { term, root } of tokens) {
        if (!root) continue
        if (told === limit) return met
        told += 1
        const row = rowOf.get(term)
        if (row === undefined) {
          strayCounts.set(term, (strayCounts.get(term) ?? 0) + 1)
          continue
        }
        if (counts[row] === 0) met.push(row)
        counts[row] = (counts[row] as number) + 1
      }
    }
    return met
  }

  return Object.freeze({
    add: (text, { limit, maxCount, weight }) => {
      const strayCounts = new Map<string, number>()
      for (const row of count(text, limit, strayCounts)) {
        if (sums[row] === 0) summed.push(row)
        sums[row] = (sums[row] as number) + weight * Math.sqrt(Math.min(counts[row] as number, maxCount))
        counts[row] = 0
      }
      for (const [token, times] of strayCounts) {
        strays.set(token, (strays.get(token) ?? 0) + weight * Math.sqrt(Math.min(times, maxCount)))
      }
    },
    drain: (visitRow, visitStray) => {
      for (const row of summed) {
        visitRow(row, sums[row] as number)
        sums[row] = 0
      }
      for (const [token, sum] of strays) visitStray(token, sum)
      summed.length = 0
      strays.clear()
    },
  } satisfies TokenSums)
}

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

/** A request of more tokens is a document; its beginning says what it is about. */
const RULE: CountingRule = Object.freeze({ limit: 120, maxCount: 2, weight: 1 })
/** Enough characters for the token limit in ordinary text. */
const MAX_LENGTH = 4_000

/** Adds the tokens of a request: the square root of how often each stands there. */
export function readQuery(sums: TokenSums, text: string): void {
  sums.add(takeCodePoints(text, MAX_LENGTH), RULE)
}

/**
 * Adds the vector of a word that the table does not know: a direction of its own, drawn from the word, so that names of
 * products and people match themselves and, but for chance, nothing else.
 */
export function addStrayWord(sums: Float64Array, word: string, length: number): void {
  const step = length / Math.sqrt(sums.length)
  let state = seedOf(word)
  for (let i = 0; i < sums.length; i += 1) {
    state = nextState(state)
    sums[i] = (sums[i] as number) + (state < 0 ? -step : step)
  }
}

/** FNV-1a over UTF-16 code units; never 0, from which the generator would not get away. */
function seedOf(word: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < word.length; i += 1) hash = Math.imul(hash ^ word.charCodeAt(i), 0x01000193)
  return hash === 0 ? 1 : hash
}

/** Marsaglia 2003, "Xorshift RNGs", with the triple 13, 17, 5. */
function nextState(state: number): number {
  let next = state ^ (state << 13)
  next ^= next >>> 17
  return next ^ (next << 5)
}
