import { grown } from '../kernel/text-table.ts'

/** A term of the inverted index, for a word of a text. */
export interface Token {
  readonly term: string
  /**
   * Whether the term occurs in the text itself. Stems and whole identifiers are added to it: they are found,
   * but do not make the document longer.
   */
  readonly surface: boolean
  /** Whether the term is what all inflections of the word share: its stem, or itself when it has none. */
  readonly root: boolean
}

/** A word of a text, and the tokens it is found by. */
export interface Word {
  /** The word as it is written. */
  readonly text: string
  /** Empty for a stop word. */
  readonly tokens: readonly Token[]
}

/** The root terms of words, in order; stop words have none. */
export function rootsOf(words: readonly Word[]): readonly string[] {
  const roots: string[] = []
  for (const { tokens } of words) {
    // Lists of tokens are frozen, and over those the engine walks faster by number.
    for (let i = 0; i < tokens.length; i += 1) {
      const { term, root } = tokens[i] as Token
      if (root) roots.push(term)
    }
  }
  return roots
}

/** Stands between the two roots of a pair. */
export const PAIRED = ' '

/** The term two roots are found by when they are neighbours, in either order. */
export function pairTerm(one: string, other: string): string {
  return one < other ? one + PAIRED + other : other + PAIRED + one
}

let lastKey = 0

/** A number that was not used before. */
export function nextKey(): number {
  lastKey += 1
  return lastKey
}

/** Tokens that many texts share, by number. */
export interface KnownTokens {
  /** A number no other tokens have: what is remembered of one by its number is good as long as the key is the same. */
  readonly key: number
  readonly terms: string[]
}

/**
 * The tokens of a document as numbers, field after field in the order of SEARCH_FIELDS: the number of a known token,
 * or the place of its term among the others, with two bits that say what kind of token it is. A reader
 * scans one row of numbers, where words and tokens are scattered in memory.
 */
export interface DocumentTokens {
  /** Read with {@link numberOfCode}, {@link isSurface} and {@link isRoot}. */
  codes: Int32Array
  count: number
  /** By field: where its tokens end. */
  readonly ends: number[]
  known: KnownTokens
  /** Terms of tokens that are not known, such as whole identifiers, most of which occur in one tool. */
  readonly others: string[]
  /** Whether its tokens follow from this code alone, because its texts have letters of ASCII only. */
  isPlain: boolean
}

const SURFACE = 1
const ROOT = 2
const KIND_BITS = 2

/** No known tokens. */
const NO_TOKENS: KnownTokens = Object.freeze({ key: 0, terms: [] })

/** A document without any. */
export function createDocumentTokens(): DocumentTokens {
  return { codes: new Int32Array(256), count: 0, ends: [], known: NO_TOKENS, others: [], isPlain: false }
}

/** Makes room for the next document. */
export function clearTokens(document: DocumentTokens, known: KnownTokens = NO_TOKENS): void {
  document.count = 0
  document.ends.length = 0
  document.known = known
  document.others.length = 0
  document.isPlain = false
}

/** The code of a known token. */
export function tokenCode(number: number, { surface, root }: Omit<Token, 'term'>): number {
  return (number << KIND_BITS) | (surface ? SURFACE : 0) | (root ? ROOT : 0)
}

/** The number of a known token; of others their place behind the known, turned around: below 0. */
export function numberOfCode(code: number): number {
  return code >> KIND_BITS
}

/** Whether the token of a code makes its document longer. */
export function isSurface(code: number): boolean {
  return (code & SURFACE) !== 0
}

/** Whether the token of a code is what all inflections of its word share. */
export function isRoot(code: number): boolean {
  return (code & ROOT) !== 0
}

/** The term of a code. */
export function termOfCode({ known, others }: DocumentTokens, code: number): string {
  const number = code >> KIND_BITS
  return (number >= 0 ? known.terms[number] : others[-1 - number]) as string
}

/** The root terms of a field, in order. */
export function rootsInField(document: DocumentTokens, field: number): readonly string[] {
  const { codes, ends } = document
  const roots: string[] = []
  const end = ends[field] as number
  for (let i = field === 0 ? 0 : (ends[field - 1] as number); i < end; i += 1) {
    const code = codes[i] as number
    if (isRoot(code)) roots.push(termOfCode(document, code))
  }
  return roots
}

export function pushCode(document: DocumentTokens, code: number): void {
  if (document.count === document.codes.length) document.codes = grown(document.codes, document.count + 1)
  document.codes[document.count] = code
  document.count += 1
}

/** Appends a token that is not known. */
export function pushTerm(document: DocumentTokens, term: string, kind: Omit<Token, 'term'>): void {
  pushCode(document, tokenCode(-document.others.push(term), kind))
}

/** Appends words of any analyzer. */
export function pushWords(document: DocumentTokens, words: readonly Word[]): void {
  for (const { tokens } of words) for (const token of tokens) pushTerm(document, token.term, token)
}

/** The tokens of a document one by one. */
export function toTokens(document: DocumentTokens): readonly Token[] {
  const tokens: Token[] = []
  for (let i = 0; i < document.count; i += 1) {
    const code = document.codes[i] as number
    tokens.push({ term: termOfCode(document, code), surface: isSurface(code), root: isRoot(code) })
  }
  return tokens
}

/** The words of a document, by field in the order of SEARCH_FIELDS. */
export function toDocumentTokens(fields: readonly (readonly Word[])[]): DocumentTokens {
  const document = createDocumentTokens()
  for (const words of fields) {
    pushWords(document, words)
    document.ends.push(document.count)
  }
  return document
}

/** Drops tokens from `from` on whose terms occur between `first` and there. */
export function dropRepeated(document: DocumentTokens, first: number, from: number): void {
  const { codes } = document
  const end = document.count
  document.count = from
  for (let i = from; i < end; i += 1) {
    const code = codes[i] as number
    const term = termOfCode(document, code)
    let at = first
    while (at < document.count && termOfCode(document, codes[at] as number) !== term) at += 1
    if (at === document.count) codes[document.count++] = code
  }
}
