import { SEARCH_FIELDS } from '@toolscout/model'
import { KnownToken } from '../analysis/known-token.ts'
import type { Word } from '../analysis/word.ts'
import type { Bm25fParameters } from './bm25f.ts'
import { grown } from './growing-array.ts'
import { countOccurrence, fieldShift, LOW_FIELDS } from './profile-table.ts'
import { createTermNumbers, type TermNumbers } from './term-numbers.ts'

/** The words of one document, by field in the order of SEARCH_FIELDS. */
export type AnalyzedDocument = readonly (readonly Word[])[]

/** What the terms of one document come to. Good until the next document is counted. */
export interface CountedTerms {
  /** Different terms. */
  count: number
  /** Their numbers and profiles, the first `count` of each. */
  numbers: Uint32Array
  lows: Uint32Array
  highs: Uint32Array
  /** Length of the document, weighted by field. */
  length: number
  /** Different root terms in the name. */
  nameRoots: number
}

/** Counts the terms of documents, one after the other, and gives each different term a number. */
export interface TermCounter {
  readonly terms: Pick<TermNumbers, 'size' | 'find' | 'toTable'>
  readonly count: (document: AnalyzedDocument) => CountedTerms
}

/**
 * Starts a {@link TermCounter} that knows no terms.
 *
 * @param isPaired says of each field whether roots that stand side by side there are counted as pairs too.
 */
export function createTermCounter(
  parameters: Bm25fParameters,
  isPaired: readonly boolean[] = [],
): TermCounter {
  const weights = SEARCH_FIELDS.map((field) => parameters.weights[field])
  const lengthWeights = SEARCH_FIELDS.map((field) => parameters.lengthWeights[field])
  const cap = parameters.maxTermFrequency
  const terms = createTermNumbers()
  /** Two for each term, side by side: the last document that held it, and its entry there. */
  let met = new Uint32Array(2_048)
  let document = 0
  const counted: CountedTerms = {
    count: 0,
    numbers: new Uint32Array(64),
    lows: new Uint32Array(64),
    highs: new Uint32Array(64),
    length: 0,
    nameRoots: 0,
  }

  const growEntries = (entries: number): void => {
    counted.numbers = grown(counted.numbers, entries)
    counted.lows = grown(counted.lows, entries)
    counted.highs = grown(counted.highs, entries)
  }
  const append = (number: number): number => {
    const entry = counted.count
    counted.count += 1
    if (2 * number >= met.length) met = grown(met, 2 * number + 2)
    if (entry >= counted.numbers.length) growEntries(entry + 1)
    counted.numbers[entry] = number
    counted.lows[entry] = 0
    counted.highs[entry] = 0
    met[2 * number] = document
    met[2 * number + 1] = entry
    return entry
  }
  /** Counts a term in a field; says whether it is its first occurrence in the document. */
  const countTerm = (number: number, field: number): boolean => {
    const isNew = met[2 * number] !== document
    const entry = isNew ? append(number) : (met[2 * number + 1] as number)
    const profiles = field < LOW_FIELDS ? counted.lows : counted.highs
    profiles[entry] = countOccurrence(profiles[entry] as number, fieldShift(field), cap)
    return isNew
  }
  /** Counts the words of a field; gives how many tokens make the document longer. */
  const countField = (words: readonly Word[], field: number): number => {
    const withPairs = isPaired[field] === true
    let surfaceTokens = 0
    let before = -1
    for (const { tokens } of words) {
      for (const token of tokens) {
        const number = KnownToken.numberIn(token, terms)
        const isNew = countTerm(number, field)
        if (token.surface) surfaceTokens += 1
        if (!token.root) continue
        if (field === 0 && isNew) counted.nameRoots += 1
        if (withPairs && before >= 0 && before !== number) countTerm(terms.pairNumber(before, number), field)
        before = number
      }
    }
    return surfaceTokens
  }

  return {
    terms,
    count: (fields) => {
      // Documents are numbered from 1, so that no term was held by one before the first.
      document += 1
      counted.count = 0
      counted.length = 0
      counted.nameRoots = 0
      for (let field = 0; field < fields.length; field += 1) {
        if (weights[field] === 0) continue
        counted.length +=
          countField(fields[field] as readonly Word[], field) * (lengthWeights[field] as number)
      }
      return counted
    },
  }
}
