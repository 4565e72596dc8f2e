import { SEARCH_FIELDS, type SearchDocument } from '@toolscout/model'
import type { Analyzer, Bm25fParameters } from '@toolscout/search'
import { STEM_BITS, termHash } from './term-hash.ts'

/**
 * What a tool is found by, as the database keeps it: for each term its hash and how often it stands in the tool,
 * weighted by field. A frequency below 0 counts for two: for the stem, and for the word that is spelled like it.
 */
export interface ForwardRow {
  /** In ascending order, each once, so that the database can look one up by halving. */
  readonly terms: readonly number[]
  /** In units of {@link FrequencyScale.unit}, by the same places. Never 0. */
  readonly frequencies: readonly number[]
  /** Length of the document, weighted by field. */
  readonly length: number
}

/** The unit in which weighted frequencies are whole numbers, so that two bytes hold them exactly. */
export interface FrequencyScale {
  readonly unit: number
}

/** Weights are multiples of this, see `FieldWeights`. */
const WEIGHT_STEP = 1 / 1_024
/** Largest frequency that an `int2` holds. */
const MAX_FREQUENCY = 32_767

/**
 * Finds the scale for weights.
 *
 * @throws RangeError when frequencies of these weights do not fit into two bytes.
 */
export function frequencyScale({ weights, maxTermFrequency }: Bm25fParameters): FrequencyScale {
  const steps = SEARCH_FIELDS.map((field) => Math.round(weights[field] / WEIGHT_STEP))
  const divisor = steps.reduce(greatestCommonDivisor)
  const most = (maxTermFrequency * steps.reduce((sum, step) => sum + step, 0)) / divisor
  if (most > MAX_FREQUENCY) {
    throw new RangeError(
      `Weights whose frequencies go up to ${most} steps do not fit; take multiples of a coarser step, such as 1/8.`,
    )
  }
  return Object.freeze({ unit: divisor * WEIGHT_STEP })
}

/** Makes forward rows. Terms with one hash count as one term. */
export function createForwardRows(
  analyzer: Analyzer,
  parameters: Bm25fParameters,
): (document: SearchDocument) => ForwardRow {
  const { unit } = frequencyScale(parameters)
  const cap = parameters.maxTermFrequency
  const fields = SEARCH_FIELDS.filter((field) => parameters.weights[field] !== 0).map((field) => ({
    field,
    steps: Math.round(parameters.weights[field] / unit),
    lengthWeight: parameters.lengthWeights[field],
  }))
  return ({ fields: texts }) => {
    const frequencies = new Map<string, number>()
    let length = 0
    for (const { field, steps, lengthWeight } of fields) {
      const { counts, surfaceTokens } = countTokens(analyzer, texts[field])
      length += surfaceTokens * lengthWeight
      for (const [term, count] of counts) {
        frequencies.set(term, (frequencies.get(term) ?? 0) + steps * Math.min(count, cap))
      }
    }
    return { ...toEntries(frequencies), length }
  }
}

function countTokens(
  analyzer: Analyzer,
  text: string,
): { readonly counts: ReadonlyMap<string, number>; readonly surfaceTokens: number } {
  const counts = new Map<string, number>()
  let surfaceTokens = 0
  if (text === '') return { counts, surfaceTokens }
  for (const { tokens } of analyzer.analyze(text)) {
    for (const { term, surface } of tokens) {
      counts.set(term, (counts.get(term) ?? 0) + 1)
      if (surface) surfaceTokens += 1
    }
  }
  return { counts, surfaceTokens }
}

function toEntries(frequencies: ReadonlyMap<string, number>): Pick<ForwardRow, 'terms' | 'frequencies'> {
  const byHash = new Map<number, number>()
  for (const [term, frequency] of frequencies) {
    const hash = termHash(term)
    byHash.set(hash, Math.min((byHash.get(hash) ?? 0) + frequency, MAX_FREQUENCY))
  }
  for (const [term, frequency] of frequencies) {
    const stem = termHash(`${term}*`)
    if (byHash.get(stem) !== frequency || byHash.get(stem ^ STEM_BITS) !== frequency) continue
    byHash.set(stem, -frequency)
    byHash.delete(stem ^ STEM_BITS)
  }
  const entries = [...byHash].sort(([a], [b]) => a - b)
  return { terms: entries.map(([term]) => term), frequencies: entries.map(([, frequency]) => frequency) }
}

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b)
}
