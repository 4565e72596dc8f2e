import {
  type EmbeddingPurpose,
  type LocalEmbedder,
  requireKnownMembers,
  SEARCH_FIELDS,
  type SearchDocument,
} from '@toolscout/model'
import type { Analyzer } from '@toolscout/search'
import { BUILT_IN_DIMENSIONS, BUILT_IN_MODEL, builtInTable } from './built-in-table.ts'
import { documentBag } from './document-bag.ts'
import { queryBag } from './query-bag.ts'
import { addStrayWord } from './stray-word.ts'
import { type Bag, createTokenAnalyzer } from './token-bag.ts'
import { decodeTable, type TokenTable } from './token-table.ts'

/** What {@link createTokenEmbedder} may be told. */
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
  const tableOf = (): TokenTable => own ?? builtInTable()
  let analyzer: Analyzer | undefined
  const analyzerOf = (): Analyzer => {
    analyzer ??= createTokenAnalyzer()
    return analyzer
  }

  const embedQuery = (text: string): Float32Array => {
    const table = tableOf()
    return toVector(queryBag(analyzerOf(), text), table, table.queryScales)
  }
  const embedDocument = (fields: SearchDocument['fields']): Float32Array => {
    const table = tableOf()
    return toVector(documentBag(analyzerOf(), fields), table, table.documentScales)
  }
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

const NO_FIELDS = Object.freeze(
  Object.fromEntries(SEARCH_FIELDS.map((field) => [field, ''])),
) as SearchDocument['fields']

/** The sum of what the tokens of a bag say, at length 1. */
function toVector(bag: Bag, table: TokenTable, scales: Float32Array): Float32Array {
  const { dimensions, rowOf, rows, strayLength } = table
  const sums = new Float64Array(dimensions)
  for (const [token, weight] of bag) {
    const row = rowOf.get(token)
    if (row === undefined) addStrayWord(sums, token, weight * strayLength)
    else addRow(sums, rows, row * dimensions, weight * (scales[row] as number))
  }
  return toUnitLength(sums)
}

/** Dimensions are even, which saves half of the loop. */
function addRow(sums: Float64Array, rows: Int8Array, start: number, factor: number): void {
  for (let i = 0, at = start; i < sums.length; i += 2, at += 2) {
    sums[i] = (sums[i] as number) + factor * (rows[at] as number)
    sums[i + 1] = (sums[i + 1] as number) + factor * (rows[at + 1] as number)
  }
}

/** A sum of nothing, or one that came to nothing, has no direction and is given one. */
function toUnitLength(sums: Float64Array): Float32Array {
  let length = lengthOf(sums)
  if (!(length > 1e-6)) {
    sums.fill(0)
    addStrayWord(sums, NO_WORD, 1)
    length = lengthOf(sums)
  }
  const vector = new Float32Array(sums.length)
  for (let i = 0; i < vector.length; i += 1) vector[i] = (sums[i] as number) / length
  return vector
}

function lengthOf(sums: Float64Array): number {
  let square = 0
  for (let i = 0; i < sums.length; i += 1) square += (sums[i] as number) ** 2
  return Math.sqrt(square)
}
