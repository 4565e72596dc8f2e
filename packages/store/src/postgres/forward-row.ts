import { SEARCH_FIELDS, type SearchDocument } from '@toolscout/model'
import {
  type Analyzer,
  type Bm25fParameters,
  createDocumentReader,
  type DocumentTokens,
  isSurface,
  numberOfCode,
} from '@toolscout/search'
import { hashText } from './term-hash.ts'
import { createTermWeights, MAX_FREQUENCY } from './term-weights.ts'

/** What a tool is found by: its terms with how often each stands in it, weighted by field, and its length. */
export interface ForwardRow {
  /** Keys of terms in ascending order, each once. */
  readonly terms: readonly number[]
  /** In units of {@link FrequencyScale.unit}, by the same places. Never 0. */
  readonly frequencies: readonly number[]
  /** Length of the document, weighted by field, in units of {@link FrequencyScale.lengthUnit}. */
  readonly length: number
}

/** The units in which weighted frequencies and lengths are whole numbers, so that nothing is lost by keeping them. */
export interface FrequencyScale {
  readonly unit: number
  readonly lengthUnit: number
}

/** Weights are multiples of this, see `FieldWeights`. */
const WEIGHT_STEP = 1 / 1_024

/**
 * Finds the scale for weights.
 *
 * @throws RangeError when frequencies of these weights do not fit into two bytes.
 */
export function frequencyScale({
  weights,
  lengthWeights,
  maxTermFrequency,
}: Bm25fParameters): FrequencyScale {
  const steps = SEARCH_FIELDS.map((field) => Math.round(weights[field] / WEIGHT_STEP))
  const divisor = steps.reduce(greatestCommonDivisor)
  const most = (maxTermFrequency * steps.reduce((sum, step) => sum + step, 0)) / divisor
  if (most > MAX_FREQUENCY) {
    throw new RangeError(
      `Weights whose frequencies go up to ${most} steps do not fit; take multiples of a coarser step, such as 1/8.`,
    )
  }
  const lengths = SEARCH_FIELDS.map((field) => Math.round(lengthWeights[field] / WEIGHT_STEP))
  const lengthDivisor = lengths.reduce(greatestCommonDivisor) || 1
  return Object.freeze({ unit: divisor * WEIGHT_STEP, lengthUnit: lengthDivisor * WEIGHT_STEP })
}

/** Makes forward rows. Terms with one hash count as one term. */
export function createForwardRows(
  analyzer: Analyzer,
  parameters: Bm25fParameters,
): (document: SearchDocument) => ForwardRow {
  const { unit, lengthUnit } = frequencyScale(parameters)
  const fields = SEARCH_FIELDS.map((field) => ({
    field,
    isIndexed: parameters.weights[field] !== 0,
    steps: Math.round(parameters.weights[field] / unit),
    lengthSteps: Math.round(parameters.lengthWeights[field] / lengthUnit),
  }))
  const reader = createDocumentReader(analyzer)
  const hashOf = createTokenHashes()
  const weights = createTermWeights(parameters.maxTermFrequency)
  return ({ fields: texts }) => {
    const document = reader.read(fields.map(({ field, isIndexed }) => (isIndexed ? texts[field] : '')))
    const { codes, ends } = document
    let length = 0
    weights.beginDocument()
    let at = 0
    fields.forEach(({ steps, lengthSteps }, i) => {
      const end = ends[i] as number
      weights.beginField(steps)
      for (; at < end; at += 1) {
        const code = codes[at] as number
        weights.add(hashOf(document, numberOfCode(code)))
        if (isSurface(code)) length += lengthSteps
      }
    })
    const { keys, frequencies } = weights.take()
    return { terms: keys, frequencies, length }
  }
}

/** Hashes tokens, those that stand in many texts once. */
function createTokenHashes(): (document: DocumentTokens, token: number) => number {
  let key = 0
  let hashes: number[] = []
  return ({ known, others }, token) => {
    if (token < 0) return hashText(others[-1 - token] as string)
    if (known.key !== key) {
      key = known.key
      hashes = []
    }
    for (let i = hashes.length; i <= token; i += 1) hashes.push(hashText(known.terms[i] as string))
    return hashes[token] as number
  }
}

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b)
}
