import { SEARCH_FIELDS, type SearchDocument } from '@toolscout/model'
import { type Analyzer, createAnalyzer } from '../analysis/analyzer.ts'
import { createDocumentReader } from '../analysis/tokens.ts'
import { type Bm25fParameters, DEFAULT_BM25F } from './bm25f.ts'
import { grown } from './growing-array.ts'
import { createProfileTable } from './partition.ts'
import { createTermCounter } from './term-counter.ts'
import { termText } from './term-table.ts'

/** What the terms of one document come to. Good until the next document is read. */
export interface WeightedTerms {
  /** Different terms. */
  readonly count: number
  /** Their numbers, the first `count`. */
  readonly numbers: Uint32Array
  /** How often each stands in the document, weighted by field: tf of `saturation`. */
  readonly frequencies: Float64Array
  /** Length of the document, weighted by field. */
  readonly length: number
}

/** Reads documents, one after the other, and gives each different term a number, from 0 on. */
export interface TermReader {
  readonly read: (fields: SearchDocument['fields']) => WeightedTerms
  /** The texts of all terms that were read, by number. */
  readonly texts: () => readonly string[]
}

/** Reads documents as `createBm25Searcher` does, for whoever keeps postings elsewhere and means the same scores. */
export function createTermReader(
  analyzer: Analyzer = createAnalyzer(),
  parameters: Bm25fParameters = DEFAULT_BM25F,
): TermReader {
  const reader = createDocumentReader(analyzer)
  const counter = createTermCounter(parameters)
  const table = createProfileTable(parameters)
  let frequencies = new Float64Array(64)
  return {
    read: (fields) => {
      const { count, numbers, lows, highs, length } = counter.count(
        reader.read(SEARCH_FIELDS.map((field) => fields[field])),
      )
      frequencies = grown(frequencies, count)
      for (let i = 0; i < count; i += 1) {
        const profile = table.intern(lows[i] as number, highs[i] as number)
        frequencies[i] = table.frequencies[profile] as number
      }
      return { count, numbers, frequencies, length }
    },
    texts: () => {
      const terms = counter.terms.toTable()
      return Array.from({ length: terms.count }, (_, number) => termText(terms, number))
    },
  }
}
