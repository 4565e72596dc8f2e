import type { Embedder } from '@toolscout/model'
import { checkNumber, checkOption, requireKnownMembers } from '@toolscout/model/internal'
import { type SemanticDocument, scoredText } from './semantic-document.ts'

/** Scores tools one by one. */
export interface ScoringStrategy {
  /** Names it in answers and explanations. */
  readonly name: string
  /** False when the same question may be answered differently. Default true. */
  readonly deterministic?: boolean | undefined
  /** Higher is better; finite. What has 0 or less is no hit. */
  readonly score: (
    query: string,
    document: SemanticDocument,
    options: { readonly signal?: AbortSignal | undefined },
  ) => number | Promise<number>
}

/** How many words of the query stand in the document, whatever their case; a word that is asked for twice counts twice. */
export function createOverlapStrategy(): ScoringStrategy {
  return Object.freeze({
    name: 'overlap',
    score: (query, document) => {
      const held = new Set(wordsOf(scoredText(document)))
      return wordsOf(query).filter((word) => held.has(word)).length
    },
  } satisfies ScoringStrategy)
}

function wordsOf(text: string): readonly string[] {
  return text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
}

/** Texts whose vectors are remembered; of some kilobytes each. */
const REMEMBERED = 10_000

/**
 * The cosine of the vectors of query and document. Every text is embedded once and remembered, the last
 * 10,000 of them; the embedder's errors come through unchanged. For catalogs of more than some hundred tools,
 * `createSemanticSearcher` does the same in the background and in batches.
 *
 * @throws TypeError when there is no embedder.
 */
export function createEmbeddingStrategy(embedder: Embedder): ScoringStrategy {
  checkOption('embedder', embedder, { functions: ['embed'] })
  const vectors = new Map<string, Promise<Float32Array>>()
  const vectorOf = (
    text: string,
    purpose: 'query' | 'document',
    signal: AbortSignal | undefined,
  ): Promise<Float32Array> => {
    const key = `${purpose} ${text}`
    const known = vectors.get(key)
    if (known !== undefined) return known
    const vector = embedder.embed([text], { purpose, signal }).then(([first]) => first ?? new Float32Array(0))
    // What failed is asked for again.
    vector.catch(() => vectors.delete(key))
    vectors.set(key, vector)
    const [oldest] = vectors.keys()
    if (vectors.size > REMEMBERED && oldest !== undefined) vectors.delete(oldest)
    return vector
  }
  return Object.freeze({
    name: 'embedding',
    score: async (query, document, { signal }) => {
      const [one, other] = await Promise.all([
        vectorOf(query, 'query', signal),
        vectorOf(scoredText(document), 'document', signal),
      ])
      return cosineOf(one, other)
    },
  } satisfies ScoringStrategy)
}

/** What {@link createWeightedStrategy} is made of. */
export interface WeightedStrategyOptions {
  /** The strategy that looks at words. */
  readonly lexical: ScoringStrategy
  /** The strategy that looks at meaning. */
  readonly semantic: ScoringStrategy
  /** What the lexical score counts; the semantic one counts the rest of 1. Legal: 0 (not at all) to 1 (alone). */
  readonly lexicalWeight: number
}

/**
 * lexicalWeight · lexical score + (1 − lexicalWeight) · semantic score, both as they are. For scores in units of their
 * own, fuse rankings instead.
 *
 * @throws RangeError when the weight is no number from 0 to 1.
 * @throws TypeError when one of the two is missing.
 */
export function createWeightedStrategy(options: WeightedStrategyOptions): ScoringStrategy {
  const { lexical, semantic, lexicalWeight } = checkParts(options)
  return Object.freeze({
    name: 'weighted',
    deterministic: lexical.deterministic !== false && semantic.deterministic !== false,
    score: async (query, document, options) => {
      // The one that counts nothing is not asked, so that it cannot fail either.
      const words = lexicalWeight === 0 ? 0 : await lexical.score(query, document, options)
      const meaning = lexicalWeight === 1 ? 0 : await semantic.score(query, document, options)
      return lexicalWeight * words + (1 - lexicalWeight) * meaning
    },
  } satisfies ScoringStrategy)
}

function checkParts(options: WeightedStrategyOptions): WeightedStrategyOptions {
  const known: readonly (keyof WeightedStrategyOptions)[] = ['lexical', 'semantic', 'lexicalWeight']
  requireKnownMembers('the options of a weighted strategy', options, known)
  checkOption('lexical', options.lexical, { functions: ['score'] })
  checkOption('semantic', options.semantic, { functions: ['score'] })
  checkNumber('lexicalWeight', options.lexicalWeight, { least: 0, most: 1 })
  return options
}

/** The cosine of two vectors, from −1 to 1; 0 when one has no direction or they have different dimensions. */
export function cosineOf(one: ArrayLike<number>, other: ArrayLike<number>): number {
  if (one.length !== other.length) return 0
  let product = 0
  let ownSquares = 0
  let otherSquares = 0
  for (let i = 0; i < one.length; i += 1) {
    const a = one[i] as number
    const b = other[i] as number
    product += a * b
    ownSquares += a * a
    otherSquares += b * b
  }
  const lengths = Math.sqrt(ownSquares) * Math.sqrt(otherSquares)
  return lengths > 0 && Number.isFinite(lengths) ? product / lengths : 0
}
