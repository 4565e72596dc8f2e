import { type EmbeddingPurpose, SEARCH_FIELDS, type SearchDocument } from '@toolscout/model'
import {
  type LocalEmbedder,
  requireKnownMembers,
  type SearchField,
  takeCodePoints,
} from '@toolscout/model/internal'
import { createAnalyzer } from '@toolscout/search'
import {
  createDocumentReader,
  type DocumentTokens,
  isRoot,
  numberOfCode,
  termOfCode,
} from '@toolscout/search/internal'
import { BUILT_IN_DIMENSIONS, BUILT_IN_MODEL, builtInTable } from '../built-in-table.ts'
import { addRow, addStrayWord, decodeTable, type TokenTable, toUnitLength } from './token-table.ts'

/** Options of {@link createTokenEmbedder}. */
export interface TokenEmbedderOptions {
  /**
   * A table of your own training. Not
   * changed, and not kept. Default: `data/tokens.bin` of this package, read on first use.
   */
  readonly table?: Uint8Array | undefined
}

/** Texts a call; they take microseconds each, and nothing else runs meanwhile. */
const MAX_BATCH = 1_000
const NO_FIELDS = Object.freeze(
  Object.fromEntries(SEARCH_FIELDS.map((field) => [field, ''])),
) as SearchDocument['fields']

/**
 * An embedder of static token vectors: the vector of a text is the weighted sum of the vectors of its word stems. It
 * needs no network, no native code and no waiting; a request takes microseconds. Words that the table does not know have
 * a direction of their own, so that they match themselves; a text without any word has a direction that means nothing.
 *
 * It knows common English words and those of tools. It reads no word order, and long texts only in part: 120 words of a
 * request, 80 of a description.
 *
 * @throws InvalidTableError `INVALID_EMBEDDING_TABLE` when the table is none.
 * @throws TypeError when there is an unknown member.
 */
export function createTokenEmbedder(options: TokenEmbedderOptions = {}): LocalEmbedder {
  requireKnownMembers('the options of createTokenEmbedder', options, ['table'])
  const own = options.table === undefined ? undefined : decodeTable(options.table)
  let opened: TokenSums | undefined
  const open = (): TokenSums => {
    opened ??= new TokenSums(own ?? builtInTable())
    return opened
  }
  const embedQuery = (text: string): Float32Array => open().embedQuery(text)
  const embedDocument = (fields: SearchDocument['fields']): Float32Array => open().embedDocument(fields)
  const embedText = (text: string, purpose: EmbeddingPurpose): Float32Array =>
    purpose === 'query' ? embedQuery(text) : embedDocument({ ...NO_FIELDS, description: text })
  return Object.freeze({
    model: own?.model ?? BUILT_IN_MODEL,
    dimensions: own?.dimensions ?? BUILT_IN_DIMENSIONS,
    maxBatch: MAX_BATCH,
    embedQuery,
    embedDocument,
    embed: async (texts, { purpose, signal }) => {
      signal?.throwIfAborted()
      return texts.map((text) => embedText(text, purpose))
    },
  } satisfies LocalEmbedder)
}

/** How the tokens of a text are counted. */
interface CountingRule {
  /** Tokens that are read, from the beginning. */
  readonly limit: number
  /** How often a token counts. */
  readonly maxCount: number
  /** What it counts, times the square root of how often. */
  readonly weight: number
}

/** A request of more tokens is a document; its beginning says what it is about. */
const QUERY_RULE: CountingRule = Object.freeze({ limit: 120, maxCount: 2, weight: 1 })
/** Enough characters for the token limits in ordinary text; the rest is not tokenized. */
const MAX_TEXT_LENGTH = 4_000
/** What a tool is for stands at the beginning. */
const MAX_DESCRIPTION_TOKENS = 80
const MAX_FIELD_TOKENS = 200
/** How often a token counts in one field. */
const MAX_COUNT = 3
/** What the words of each field of a tool count in its vector; other fields are not read. */
const FIELD_WEIGHTS = {
  name: 3,
  title: 1,
  namespace: 1,
  description: 1,
  parameters: 0.6,
  parameterTexts: 0.2,
  tags: 0.3,
  notes: 0.2,
} satisfies { readonly [field in SearchField]?: number }
const FIELD_RULES = Object.entries(FIELD_WEIGHTS).map(([field, weight]) => ({
  field: field as SearchField,
  limit: field === 'description' ? MAX_DESCRIPTION_TOKENS : MAX_FIELD_TOKENS,
  maxCount: MAX_COUNT,
  weight,
}))

/** Adds up what the tokens of texts count. One vector is made at a time, so that the counters are made once. */
class TokenSums {
  readonly #table: TokenTable
  // No stop words: what a word counts is learned, and in a request even `what` and `how` say something.
  readonly #reader = createDocumentReader(createAnalyzer({ stopWords: new Set() }))
  /** By number of a known token: its row plus 1; 0 where that was not looked up, -1 where there is none. */
  #rowOfToken = new Int32Array(0)
  /** Whose numbers of tokens they are. */
  #knownKey = 0
  readonly #counts: Uint16Array
  /** Rows that were met in the field at hand. */
  readonly #met: number[] = []
  /** What is added up at the end. */
  readonly #vector: Float64Array
  /** The sum of each row, of which those in `#summed` are above 0. */
  readonly #sums: Float64Array
  readonly #summed: number[] = []
  /** The sums of words that have no row, and how often they stand in the field at hand. */
  readonly #strays = new Map<string, number>()
  readonly #strayCounts = new Map<string, number>()

  constructor(table: TokenTable) {
    this.#table = table
    this.#counts = new Uint16Array(table.queryScales.length)
    this.#sums = new Float64Array(table.queryScales.length)
    this.#vector = new Float64Array(table.dimensions)
  }

  /** The vector of a request: each token counts the square root of how often it stands there. */
  embedQuery(text: string): Float32Array {
    const document = this.#read([takeCodePoints(text, MAX_TEXT_LENGTH)])
    this.#add(document, 0, document.count, QUERY_RULE)
    return this.#drain(this.#table.queryScales, (sum) => sum)
  }

  /** The vector of a tool: the sum over its fields of weight · √count; a second root holds back what several fields repeat. */
  embedDocument(fields: SearchDocument['fields']): Float32Array {
    const document = this.#read(
      FIELD_RULES.map(({ field }) => takeCodePoints(fields[field], MAX_TEXT_LENGTH)),
    )
    let from = 0
    for (let i = 0; i < FIELD_RULES.length; i += 1) {
      const to = document.ends[i] as number
      if (to > from) this.#add(document, from, to, FIELD_RULES[i] as CountingRule)
      from = to
    }
    return this.#drain(this.#table.documentScales, Math.sqrt)
  }

  #read(texts: readonly string[]): DocumentTokens {
    const document = this.#reader.read(texts)
    const { key, terms } = document.known
    if (key !== this.#knownKey || terms.length > this.#rowOfToken.length) {
      const known = key === this.#knownKey ? this.#rowOfToken : new Int32Array(0)
      this.#rowOfToken = new Int32Array(2 * terms.length)
      this.#rowOfToken.set(known)
      this.#knownKey = key
    }
    return document
  }

  /** Adds the tokens of a field, which stand from `from` to `to`. */
  #add(document: DocumentTokens, from: number, to: number, rule: CountingRule): void {
    const { maxCount, weight } = rule
    this.#count(document, from, to, rule.limit)
    for (const row of this.#met) {
      const sum = this.#sums[row] as number
      if (sum === 0) this.#summed.push(row)
      this.#sums[row] = sum + weight * Math.sqrt(Math.min(this.#counts[row] as number, maxCount))
      this.#counts[row] = 0
    }
    this.#met.length = 0
    if (this.#strayCounts.size === 0) return
    for (const [token, times] of this.#strayCounts) {
      const sum = this.#strays.get(token) ?? 0
      this.#strays.set(token, sum + weight * Math.sqrt(Math.min(times, maxCount)))
    }
    this.#strayCounts.clear()
  }

  /** Counts the root tokens of a field, at most `limit` of them. */
  #count(document: DocumentTokens, from: number, to: number, limit: number): void {
    const { codes } = document
    let read = 0
    for (let i = from; i < to; i += 1) {
      const code = codes[i] as number
      if (!isRoot(code)) continue
      if (read === limit) return
      read += 1
      const row = this.#rowOf(document, code)
      if (row < 0) {
        const term = termOfCode(document, code)
        this.#strayCounts.set(term, (this.#strayCounts.get(term) ?? 0) + 1)
        continue
      }
      const count = this.#counts[row] as number
      if (count === 0) this.#met.push(row)
      this.#counts[row] = count + 1
    }
  }

  /** The row of a token; below 0 when it has none. */
  #rowOf(document: DocumentTokens, code: number): number {
    const number = numberOfCode(code)
    const known = number < 0 ? 0 : (this.#rowOfToken[number] as number)
    if (known !== 0) return known - 1
    const row = this.#table.rowOf(termOfCode(document, code))
    if (number >= 0) this.#rowOfToken[number] = row < 0 ? -1 : row + 1
    return row
  }

  /** The sum of what the tokens say, at length 1; starts over. */
  #drain(scales: Float32Array, shareOf: (sum: number) => number): Float32Array {
    const { strayLength } = this.#table
    const sums = this.#vector.fill(0)
    for (const row of this.#summed) {
      const factor = shareOf(this.#sums[row] as number) * (scales[row] as number)
      addRow(sums, this.#table, row, factor)
      this.#sums[row] = 0
    }
    for (const [token, sum] of this.#strays) addStrayWord(sums, token, shareOf(sum) * strayLength)
    this.#summed.length = 0
    this.#strays.clear()
    return toUnitLength(sums)
  }
}
