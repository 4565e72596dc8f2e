import {
  clearTokens,
  createDocumentTokens,
  type DocumentTokens,
  type KnownTokens,
  pushCode,
  pushTerm,
  tokenCode,
} from './document-tokens.ts'
import { nextKey } from './keys.ts'
import type { Token, Word } from './word.ts'

/** As analyzers do it. */
type Analyze = (text: string) => readonly Word[]

/** Reads documents, one after the other. */
export interface DocumentReader {
  /** The tokens of texts, by field in the order of SEARCH_FIELDS. Good until the next document is read. */
  readonly read: (texts: readonly string[]) => DocumentTokens
}

/** Appends the tokens of texts to a document without any, in the way of one analyzer. */
export type ReadTexts = (texts: readonly string[], document: DocumentTokens) => void

/** The ways of analyzers that have one that is faster than by their words. By `analyze`, so that a copy in which that is another has none. */
const fastWays = new WeakMap<Analyze, ReadTexts>()

/** Says how documents are read faster. It must give the very tokens of the words that `analyze` gives. */
export function setFastWay(analyze: Analyze, readTexts: ReadTexts): void {
  fastWays.set(analyze, readTexts)
}

/** Creates a {@link DocumentReader}. */
export function createDocumentReader(analyzer: { readonly analyze: Analyze }): DocumentReader {
  const document = createDocumentTokens()
  const readTexts = fastWays.get(analyzer.analyze) ?? createSlowWay(analyzer.analyze)
  return {
    read: (texts) => {
      readTexts(texts, document)
      return document
    },
  }
}

/** Terms that are remembered; as many stand in nearly all words of a few thousand tools. */
const MAX_KNOWN_TERMS = 16_384

/** Reads documents by the words of any analyzer. */
function createSlowWay(analyze: Analyze): ReadTexts {
  let known: KnownTokens = { key: nextKey(), terms: [] }
  const numbers = new Map<string, number>()

  const push = (document: DocumentTokens, token: Token): void => {
    const { term } = token
    let number = numbers.get(term)
    if (number === undefined) {
      if (numbers.size >= MAX_KNOWN_TERMS) {
        pushTerm(document, term, token)
        return
      }
      number = known.terms.push(term) - 1
      numbers.set(term, number)
    }
    pushCode(document, tokenCode(number, token))
  }
  return (texts, document) => {
    if (numbers.size >= MAX_KNOWN_TERMS) {
      numbers.clear()
      known = { key: nextKey(), terms: [] }
    }
    clearTokens(document, known)
    for (const text of texts) {
      if (text !== '') {
        for (const { tokens } of analyze(text)) for (const token of tokens) push(document, token)
      }
      document.ends.push(document.count)
    }
  }
}
