import { compareIds } from '@toolscout/model'
import {
  type Bm25fParameters,
  inverseDocumentFrequency,
  lengthNormalization,
  type Word,
} from '@toolscout/search'
import type { FrequencyScale } from './forward-row.ts'
import type { SearchScale } from './pages/posting-list.ts'
import { hashText, termKey } from './term-hash.ts'

/** A term that is asked for. */
export interface AskedTerm {
  readonly text: string
  readonly key: number
}

/** A term of a question that tools hold. */
export interface QueryTerm extends AskedTerm {
  /** Tools that hold it. */
  readonly holders: number
  readonly idf: number
  /** idf · (k1 + 1): what it adds at most. */
  readonly boost: number
}

/** Terms of one question that are looked up. */
const MAX_TERMS = 64

/** The terms a question is about, each once. */
export function termsOf(words: readonly Word[]): readonly AskedTerm[] {
  const terms = new Map<string, AskedTerm>()
  for (const { tokens } of words) {
    for (const { term: text } of tokens) terms.set(text, { text, key: termKey(hashText(text)) })
  }
  return [...terms.values()].slice(0, 2 * MAX_TERMS)
}

/** Weighs the terms that are held; what can add the most comes first, as in `@toolscout/search`. */
export function weighTerms(
  terms: readonly AskedTerm[],
  holdersOf: (key: number) => number,
  documents: number,
  { k1 }: Bm25fParameters,
): readonly QueryTerm[] {
  const weighed: QueryTerm[] = []
  for (const term of terms) {
    const holders = holdersOf(term.key)
    if (holders === 0) continue
    const idf = inverseDocumentFrequency(documents, holders)
    weighed.push({ ...term, holders, idf, boost: idf * (k1 + 1) })
  }
  return weighed.sort((a, b) => b.boost - a.boost || compareIds(a.text, b.text)).slice(0, MAX_TERMS)
}

/** What all tools are scored by at one revision; the total length is in steps. */
export function scaleOf(
  { documents, totalLength }: { readonly documents: number; readonly totalLength: number },
  scale: FrequencyScale,
  parameters: Bm25fParameters,
): SearchScale {
  const average = documents === 0 ? 0 : (totalLength * scale.lengthUnit) / documents
  return { ...scale, ...lengthNormalization(parameters, average) }
}
