import { SEARCH_FIELDS } from '@toolscout/model'
import { checkNumber, checkWhole, type OptionKind, type SearchField } from '@toolscout/model/internal'

/**
 * How much each field weighs. Kept as multiples of 1/1024, so that sums of weights are exact and an index that
 * was changed step by step scores as one that was built at once, to the last bit.
 */
export type FieldWeights = { readonly [field in SearchField]: number }

/** The parameters of BM25F. */
export interface Bm25fParameters {
  /** What a term counts in each field; 0 leaves the field unsearched. Legal: 0 to 1,000. */
  readonly weights: FieldWeights
  /** What a token of each field adds to the document's length. Legal: 0 to 1,000. */
  readonly lengthWeights: FieldWeights
  /**
   * What a term counts in the words of any field that stand beyond its bound, see `boundFields`; they are found, and do
   * not make the document longer. Legal: 0 to 1,000.
   */
  readonly overflowWeight: number
  /** How fast repetitions of a term stop adding. Legal: 0 (presence alone counts) to 100. */
  readonly k1: number
  /** How much longer documents are held back. Legal: 0 (not at all) to 1 (in proportion). */
  readonly b: number
  /** Occurrences of a term that count in one field at most. Legal: integers 1 to 31. */
  readonly maxTermFrequency: number
}

/** Highest legal {@link Bm25fParameters.maxTermFrequency}: five bits a field keep ten fields in one number. */
const MAX_TERM_FREQUENCY = 31

/**
 * Defaults. k1 and b are Robertson's usual values; a name outweighs a description three to one, parameter
 * descriptions and values help at a low weight and hurt at a high one, names and tags do not make a tool long.
 */
export const DEFAULT_BM25F: Bm25fParameters = Object.freeze({
  weights: Object.freeze({
    name: 3,
    title: 2,
    namespace: 1,
    description: 1,
    parameters: 0.75,
    parameterTexts: 0.25,
    values: 0.25,
    output: 0.125,
    tags: 1,
    notes: 0.5,
  }),
  lengthWeights: Object.freeze({
    name: 0,
    title: 0,
    namespace: 0,
    description: 1,
    parameters: 0.75,
    parameterTexts: 0.25,
    values: 0.25,
    output: 0.125,
    tags: 0,
    notes: 0.5,
  }),
  overflowWeight: 0.125,
  k1: 1.2,
  b: 0.75,
  maxTermFrequency: MAX_TERM_FREQUENCY,
})

/** Parameters as callers give them: what is absent takes its default. */
export interface Bm25fOptions {
  /** Weights of single fields; the others keep theirs. Each 0 to 1,000. */
  readonly weights?: { readonly [field in SearchField]?: number | undefined } | undefined
  /** Length weights of single fields; the others keep theirs. Each 0 to 1,000. */
  readonly lengthWeights?: { readonly [field in SearchField]?: number | undefined } | undefined
  /** Default 0.125. Legal: 0 to 1,000. */
  readonly overflowWeight?: number | undefined
  /** Default 1.2. Legal: 0 to 100. */
  readonly k1?: number | undefined
  /** Default 0.75. Legal: 0 to 1. */
  readonly b?: number | undefined
  /** Default 31. Legal: integers 1 to 31. */
  readonly maxTermFrequency?: number | undefined
}

/** What each of {@link Bm25fOptions} is; numbers are looked at by {@link resolveBm25f}. */
export const BM25F_KINDS: { readonly [option in keyof Bm25fOptions]-?: OptionKind } = Object.freeze({
  weights: 'object',
  lengthWeights: 'object',
  overflowWeight: 'anything',
  k1: 'anything',
  b: 'anything',
  maxTermFrequency: 'anything',
})

/** Weights by field in the order of SEARCH_FIELDS, and that of the words beyond the bounds of all of them. */
export function weightsByField({ weights, overflowWeight }: Bm25fParameters): readonly number[] {
  return [...SEARCH_FIELDS.map((field) => weights[field]), overflowWeight]
}

/**
 * Fills in defaults and checks ranges.
 *
 * @throws RangeError when a number is outside its legal range, or no weight is above 0.
 */
export function resolveBm25f(
  options: Bm25fOptions = {},
  defaults: Bm25fParameters = DEFAULT_BM25F,
): Bm25fParameters {
  const k1 = checkNumber('k1', options.k1 ?? defaults.k1, { least: 0, most: 100 })
  const b = checkNumber('b', options.b ?? defaults.b, { least: 0, most: 1 })
  const cap = options.maxTermFrequency ?? defaults.maxTermFrequency
  const weights = resolveWeights('weights', options.weights, defaults.weights)
  if (SEARCH_FIELDS.every((field) => weights[field] === 0)) throw new RangeError('Every field weighs 0.')
  return Object.freeze({
    weights,
    lengthWeights: resolveWeights('lengthWeights', options.lengthWeights, defaults.lengthWeights),
    overflowWeight: checkNumber('overflowWeight', options.overflowWeight ?? defaults.overflowWeight, {
      least: 0,
      most: 1_000,
    }),
    k1,
    b,
    maxTermFrequency: checkWhole('maxTermFrequency', cap, 1, MAX_TERM_FREQUENCY),
  })
}

/**
 * How rare a term is: ln(1 + (N − n + ½) / (n + ½)), the idf of Robertson and Spärck Jones with the 1 that keeps
 * it positive for terms of more than half of all documents (Robertson and Zaragoza 2009, "The Probabilistic
 * Relevance Framework: BM25 and Beyond", section 3.2; the 1 as in Lucene).
 *
 * @param documents N, the documents there are.
 * @param documentFrequency n, the documents that hold the term.
 */
export function inverseDocumentFrequency(documents: number, documentFrequency: number): number {
  return Math.log(1 + (documents - documentFrequency + 0.5) / (documentFrequency + 0.5))
}

/**
 * How much of a term's full weight a document earns, from 0 to 1: tf / (tf + k1·(1 − b + b·len/avg)), with
 * tf = Σ weight · occurrences over the fields and len = Σ length weight · tokens over the fields (Robertson,
 * Zaragoza and Taylor 2004, "Simple BM25 Extension to Multiple Weighted Fields", section 3.3). The score of a
 * document is the sum over the terms of idf · (k1 + 1) · saturation.
 *
 * `flat` is k1·(1 − b) and `slope` is k1·b/avg: both are the same for all documents of a search.
 */
export function saturation(tf: number, length: number, flat: number, slope: number): number {
  return tf / (tf + flat + slope * length)
}

/** The parts of {@link saturation} that are the same for all documents of a search. */
export function lengthNormalization(
  parameters: Bm25fParameters,
  averageLength: number,
): { readonly flat: number; readonly slope: number } {
  const { k1, b } = parameters
  // Documents without length have nothing to be held back by.
  return averageLength > 0 ? { flat: k1 * (1 - b), slope: (k1 * b) / averageLength } : { flat: k1, slope: 0 }
}

/** 1 + coverage · share of the name that the query covers, at most the whole; 1 where the name has no words. */
export function coverageFactor(coverage: number, covered: number, nameRoots: number): number {
  return covered === 0 || nameRoots === 0 ? 1 : 1 + (coverage * Math.min(covered, nameRoots)) / nameRoots
}

function resolveWeights(what: string, given: Bm25fOptions['weights'], defaults: FieldWeights): FieldWeights {
  for (const field of Object.keys(given ?? {})) {
    if (!(SEARCH_FIELDS as readonly string[]).includes(field)) {
      throw new RangeError(
        `${what} names the field ${JSON.stringify(field)}; there are ${SEARCH_FIELDS.join(', ')}.`,
      )
    }
  }
  const resolved = SEARCH_FIELDS.map((field) => {
    const weight = checkNumber(`${what}.${field}`, given?.[field] ?? defaults[field], {
      least: 0,
      most: 1_000,
    })
    return [field, Math.round(weight * 1_024) / 1_024]
  })
  return Object.freeze(Object.fromEntries(resolved)) as FieldWeights
}
