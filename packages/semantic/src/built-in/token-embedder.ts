import { type EmbeddingPurpose, SEARCH_FIELDS, type SearchDocument } from '@toolscout/model'
import {
  type LocalEmbedder,
  requireKnownMembers,
  type SearchField,
  takeCodePoints,
} from '@toolscout/model/internal'
import { createAnalyzer } from '@toolscout/search'
import { BUILT_IN_DIMENSIONS, BUILT_IN_MODEL, builtInTable } from '../built-in-table.ts'
import { normOf } from '../vectors/vector-kernel.ts'
import { decodeTable, type TokenTable } from './token-table.ts'

/** Options of {@link createTokenEmbedder}. */
export interface TokenEmbedderOptions {
  /**
   * A table of your own training, or the one of this package where a bundler leaves no files beside the code. Not
   * changed, and not kept. Default: `data/tokens.bin` of this package, read on first use.
   */
  readonly table?: Uint8Array | undefined
}

/** Texts a call; they take microseconds each, and nothing else runs meanwhile. */
const MAX_BATCH = 1_000
/** Stands for what has no word at all, so that it has a direction too. */
const NO_WORD = ''
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
  readonly #analyzer = createAnalyzer({ stopWords: new Set() })
  readonly #counts: Uint16Array
  /** The sum of each row, of which those in `#summed` are above 0. */
  readonly #sums: Float64Array
  readonly #summed: number[] = []
  /** The sums of words that have no row. */
  readonly #strays = new Map<string, number>()

  constructor(table: TokenTable) {
    this.#table = table
    this.#counts = new Uint16Array(table.queryScales.length)
    this.#sums = new Float64Array(table.queryScales.length)
  }

  /** The vector of a request: each token counts the square root of how often it stands there. */
  embedQuery(text: string): Float32Array {
    this.#add(takeCodePoints(text, MAX_TEXT_LENGTH), QUERY_RULE)
    return this.#drain(this.#table.queryScales, (sum) => sum)
  }

  /** The vector of a tool: the sum over its fields of weight · √count; a second root holds back what several fields repeat. */
  embedDocument(fields: SearchDocument['fields']): Float32Array {
    const texts = FIELD_RULES.map(({ field }) => takeCodePoints(fields[field], MAX_TEXT_LENGTH))
    for (const [i, rule] of FIELD_RULES.entries()) this.#add(texts[i] as string, rule)
    return this.#drain(this.#table.documentScales, Math.sqrt)
  }

  #add(text: string, { limit, maxCount, weight }: CountingRule): void {
    if (text === '') return
    const strayCounts = new Map<string, number>()
    for (const row of this.#count(text, limit, strayCounts)) {
      const sum = this.#sums[row] as number
      if (sum === 0) this.#summed.push(row)
      this.#sums[row] = sum + weight * Math.sqrt(Math.min(this.#counts[row] as number, maxCount))
      this.#counts[row] = 0
    }
    for (const [token, times] of strayCounts) {
      const sum = this.#strays.get(token) ?? 0
      this.#strays.set(token, sum + weight * Math.sqrt(Math.min(times, maxCount)))
    }
  }

  /** Counts the tokens of a text, and returns the rows that were met. */
  #count(text: string, limit: number, strayCounts: Map<string, number>): readonly number[] {
    const met: number[] = []
    let read = 0
    for (const { tokens } of this.#analyzer.analyze(text)) {
      for (const { term, root } of tokens) {
        if (!root) continue
        if (read === limit) return met
        read += 1
        const row = this.#table.rowOf.get(term)
        if (row === undefined) {
          strayCounts.set(term, (strayCounts.get(term) ?? 0) + 1)
          continue
        }
        const count = this.#counts[row] as number
        if (count === 0) met.push(row)
        this.#counts[row] = count + 1
      }
    }
    return met
  }

  /** The sum of what the tokens say, at length 1; starts over. */
  #drain(scales: Float32Array, shareOf: (sum: number) => number): Float32Array {
    const { dimensions, rows, strayLength } = this.#table
    const sums = new Float64Array(dimensions)
    for (const row of this.#summed) {
      const factor = shareOf(this.#sums[row] as number) * (scales[row] as number)
      addRow(sums, rows, row * dimensions, factor)
      this.#sums[row] = 0
    }
    for (const [token, sum] of this.#strays) addStrayWord(sums, token, shareOf(sum) * strayLength)
    this.#summed.length = 0
    this.#strays.clear()
    return toUnitLength(sums)
  }
}

/** Dimensions are even, which saves half of the loop. */
function addRow(sums: Float64Array, rows: Int8Array, start: number, factor: number): void {
  for (let i = 0, at = start; i < sums.length; i += 2, at += 2) {
    sums[i] = (sums[i] as number) + factor * (rows[at] as number)
    sums[i + 1] = (sums[i + 1] as number) + factor * (rows[at + 1] as number)
  }
}

/**
 * Adds the vector of a word that the table does not know: a direction of its own, drawn from the word, so that names of
 * products and people match themselves and, but for chance, nothing else.
 */
function addStrayWord(sums: Float64Array, word: string, length: number): void {
  const step = length / Math.sqrt(sums.length)
  let state = seedOf(word)
  for (let i = 0; i < sums.length; i += 1) {
    // Marsaglia 2003, "Xorshift RNGs", with the triple 13, 17, 5.
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    sums[i] = (sums[i] as number) + (state < 0 ? -step : step)
  }
}

/** FNV-1a over UTF-16 code units; never 0, from which the generator would not get away. */
function seedOf(word: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < word.length; i += 1) hash = Math.imul(hash ^ word.charCodeAt(i), 0x01000193)
  return hash === 0 ? 1 : hash
}

/** A sum of nothing, or one that came to nothing, has no direction and is given one. */
function toUnitLength(sums: Float64Array): Float32Array {
  let length = normOf(sums)
  if (!(length > 1e-6)) {
    sums.fill(0)
    addStrayWord(sums, NO_WORD, 1)
    length = normOf(sums)
  }
  const vector = new Float32Array(sums.length)
  for (let i = 0; i < vector.length; i += 1) vector[i] = (sums[i] as number) / length
  return vector
}
