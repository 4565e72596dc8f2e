import { type EmbeddingPurpose, SEARCH_FIELDS, type SearchDocument } from '@toolscout/model'
import { type LocalEmbedder, requireKnownMembers } from '@toolscout/model/internal'
import { createAnalyzer } from '@toolscout/search'
import { splitSubqueries } from '@toolscout/search/internal'
import { BUILT_IN_DIMENSIONS, BUILT_IN_MODEL, builtInTable } from '../built-in-table.ts'
import { createSemanticSearcher, type SemanticSearcher } from '../embedding-index/semantic-searcher.ts'
import type { HybridRetriever } from '../hybrid/hybrid-searcher.ts'
import {
  addStrayWord,
  createTokenSums,
  documentShare,
  readDocument,
  readQuery,
  type TokenSums,
} from './token-sums.ts'
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
  let opened: { readonly table: TokenTable; readonly sums: TokenSums } | undefined
  const open = (): { readonly table: TokenTable; readonly sums: TokenSums } => {
    if (opened === undefined) {
      const table = own ?? builtInTable()
      // No stop words: what a word counts is learned, and in a request even `what` and `how` say something.
      opened = { table, sums: createTokenSums(createAnalyzer({ stopWords: new Set() }), table) }
    }
    return opened
  }

  const embedQuery = (text: string): Float32Array => {
    const { table, sums } = open()
    readQuery(sums, text)
    return toVector(sums, table, table.queryScales, (sum) => sum)
  }
  const embedDocument = (fields: SearchDocument['fields']): Float32Array => {
    const { table, sums } = open()
    readDocument(sums, fields)
    return toVector(sums, table, table.documentScales, documentShare)
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

/** The sum of what the tokens say, at length 1. */
function toVector(
  tokens: TokenSums,
  { dimensions, rows, strayLength }: TokenTable,
  scales: Float32Array,
  shareOf: (sum: number) => number,
): Float32Array {
  const sums = new Float64Array(dimensions)
  tokens.drain(
    (row, sum) => addRow(sums, rows, row * dimensions, shareOf(sum) * (scales[row] as number)),
    (token, sum) => addStrayWord(sums, token, shareOf(sum) * strayLength),
  )
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

/** Token vectors as a retriever of a hybrid searcher, after one for words. */
export interface BuiltInRetriever extends HybridRetriever {
  readonly searcher: SemanticSearcher
  readonly weight: number
}

/** Half or a third more of it brings about as much; `docs/ranking.md` has the figures. */
const WEIGHT = 1.2
/** Random words reach a cosine of .35 by chance, in a catalog of thousands. */
const MIN_SCORE_ALONE = 0.4

/**
 * The token embedder as it was measured to help: `createHybridSearcher({ searchers: [createLexicalSearcher(),
 * createBuiltInRetriever()] })` is the default ranking. A request and each of its clauses of two words or more are
 * embedded, see `clausesOf` of `createSemanticSearcher`.
 *
 * @throws InvalidTableError `INVALID_EMBEDDING_TABLE` when the table is none.
 * @throws TypeError for an unknown option.
 */
export function createBuiltInRetriever(options: TokenEmbedderOptions = {}): BuiltInRetriever {
  return Object.freeze({
    searcher: createSemanticSearcher({ embedder: createTokenEmbedder(options), clausesOf }),
    weight: WEIGHT,
    ungated: true,
    minScoreAlone: MIN_SCORE_ALONE,
  })
}

/** The clauses of a request; a single word says too little about what is meant. */
function clausesOf(query: string): readonly string[] {
  return splitSubqueries(query).filter((clause) => /\S\s+\S/.test(clause))
}
