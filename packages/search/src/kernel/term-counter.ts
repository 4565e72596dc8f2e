import { SEARCH_FIELDS } from '@toolscout/model'
import { type DocumentTokens, isRoot, isSurface, type KnownTokens, numberOfCode } from '../analysis/tokens.ts'
import type { Bm25fParameters } from './bm25f.ts'
import { grown } from './hash-table.ts'
import { countOccurrence, fieldShift, LOW_FIELDS } from './partition.ts'
import { createTermNumbers, type TermNumbers } from './term-numbers.ts'

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
  readonly count: (document: DocumentTokens) => CountedTerms
}

/**
 * Starts a {@link TermCounter} that knows no terms.
 *
 * @param isPaired says of each field whether neighbouring roots are counted as pairs too.
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
  let documents = 0
  /** By number of a known token: the number of its term plus 1, or 0 where that is not known yet. */
  let numberOfToken = new Uint32Array(0)
  /** Whose numbers of tokens they are. */
  let knownKey = 0
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
    met[2 * number] = documents
    met[2 * number + 1] = entry
    return entry
  }
  /** Counts a term in a field; says whether it is its first occurrence in the document. */
  const countTerm = (number: number, field: number): boolean => {
    const isNew = met[2 * number] !== documents
    const entry = isNew ? append(number) : (met[2 * number + 1] as number)
    const profiles = field < LOW_FIELDS ? counted.lows : counted.highs
    profiles[entry] = countOccurrence(profiles[entry] as number, fieldShift(field), cap)
    return isNew
  }
  const numberOf = ({ known, others }: DocumentTokens, code: number): number => {
    const token = numberOfCode(code)
    if (token < 0) return terms.numberOf(others[-1 - token] as string)
    const met = numberOfToken[token] as number
    if (met > 0) return met - 1
    const number = terms.numberOf(known.terms[token] as string)
    numberOfToken[token] = number + 1
    return number
  }
  const meetTokens = ({ key, terms }: KnownTokens): void => {
    if (key !== knownKey) numberOfToken = new Uint32Array(terms.length)
    knownKey = key
    numberOfToken = grown(numberOfToken, terms.length)
  }
  /** Counts the tokens of a field; gives how many of them make the document longer. */
  const countField = (document: DocumentTokens, field: number, from: number, to: number): number => {
    const { codes } = document
    const withPairs = isPaired[field] === true
    let surfaceTokens = 0
    let before = -1
    for (let i = from; i < to; i += 1) {
      const code = codes[i] as number
      const number = numberOf(document, code)
      const isNew = countTerm(number, field)
      if (isSurface(code)) surfaceTokens += 1
      if (!isRoot(code)) continue
      if (field === 0 && isNew) counted.nameRoots += 1
      if (withPairs && before >= 0 && before !== number) countTerm(terms.pairNumber(before, number), field)
      before = number
    }
    return surfaceTokens
  }

  return {
    terms,
    count: (document) => {
      // Documents are numbered from 1, so that no term was held by one before the first.
      documents += 1
      counted.count = 0
      counted.length = 0
      counted.nameRoots = 0
      meetTokens(document.known)
      let from = 0
      for (const [field, end] of document.ends.entries()) {
        if (weights[field] !== 0) {
          counted.length += countField(document, field, from, end) * (lengthWeights[field] as number)
        }
        from = end
      }
      return counted
    },
  }
}
