import { createSpans, hashOf, IDENTIFIER, scanParts, scanWords } from './scan-words.ts'
import { chunksOf, dropPossessives, isUnspaced, splitWords } from './split-words.ts'
import {
  clearTokens,
  createDocumentTokens,
  type DocumentTokens,
  pushTerm,
  pushWords,
  type ReadTexts,
  termOfCode,
  toTokens,
  type Word,
} from './tokens.ts'
import { WordTable } from './word-table.ts'

/** Reads texts word by word and remembers the words. */
export interface TextReader {
  /** Every word of the text, in order. */
  readonly analyze: (text: string) => readonly Word[]
  /** The tokens of those words, for whole documents. */
  readonly readTexts: ReadTexts
}

/** What a {@link TextReader} makes of words. */
export interface TextReaderDeps {
  readonly analyzeWord: (text: string) => Word
  /** The term of an identifier as a whole; absent where wholes have none. */
  readonly wholeOf: ((identifier: string) => string) | undefined
  /** Longest word that is remembered, in UTF-16 code units; at most 255. */
  readonly maxWordLength: number
}

const WHOLE = { surface: false, root: false }

/** Creates a {@link TextReader}. */
export function createTextReader({ analyzeWord, wholeOf, maxWordLength }: TextReaderDeps): TextReader {
  let table = new WordTable()
  /** Words of the table that were asked for as such. */
  let words: (Word | undefined)[] = []
  const spans = createSpans()
  const parts = createSpans()
  const identifier = createDocumentTokens()

  /** Replaces a full table, which bounds its size; never inside a document, whose tokens are numbers in it. */
  const renewTable = (): void => {
    if (!table.isFull) return
    table = new WordTable()
    words = []
  }
  /** The number of a word in the table, or -1 when it does not take it. */
  const numberAt = (text: string, start: number, end: number, hash: number): number => {
    if (end - start > maxWordLength) return -1
    const known = table.find(text, start, end, hash)
    return known >= 0 || table.isFull ? known : table.add(analyzeWord(copyOf(text, start, end)))
  }
  const wordAt = (text: string, start: number, end: number, hash: number): Word => {
    const number = numberAt(text, start, end, hash)
    if (number < 0) return analyzeWord(text.slice(start, end))
    const word = words[number] ?? analyzeWord(copyOf(text, start, end))
    words[number] = word
    return word
  }
  const appendWord = (to: DocumentTokens, text: string, start: number, end: number, hash: number): void => {
    const number = numberAt(text, start, end, hash)
    if (number < 0) pushWords(to, [analyzeWord(text.slice(start, end))])
    else table.appendTo(to, number)
  }
  /** Whether an identifier has parts; then they are found in `parts`. */
  const hasParts = (text: string, start: number, end: number): boolean => {
    if (end - start > maxWordLength) return false
    scanParts(text, start, end, parts)
    return parts.count > 1
  }
  /** An identifier is composed of its known parts rather than remembered: most occur in one tool. */
  const appendParts = (to: DocumentTokens, text: string, start: number, end: number): void => {
    const first = to.count
    for (let i = 0; i < parts.count; i += 1) {
      const before = to.count
      appendWord(to, text, parts.starts[i] as number, parts.ends[i] as number, parts.hashes[i] as number)
      if (before > first) dropRepeated(to, first, before)
    }
    if (wholeOf !== undefined) pushTerm(to, wholeOf(text.slice(start, end)), WHOLE)
  }
  const identifierAt = (text: string, start: number, end: number): Word => {
    if (!hasParts(text, start, end)) return wordAt(text, start, end, hashOf(text, start, end))
    clearTokens(identifier, table.tokens)
    appendParts(identifier, text, start, end)
    return { text: text.slice(start, end), tokens: toTokens(identifier) }
  }
  const appendIdentifier = (to: DocumentTokens, text: string, start: number, end: number): void => {
    if (hasParts(text, start, end)) appendParts(to, text, start, end)
    else appendWord(to, text, start, end, hashOf(text, start, end))
  }

  /** Pieces of a text that is not of ASCII. A sentence without spaces is a long word, but no blob. */
  const runsOf = (text: string): readonly string[] =>
    splitWords(text).flatMap((run) =>
      run.length <= maxWordLength || !isUnspaced(run) ? [run] : chunksOf(run, maxWordLength / 2, 1),
    )
  const appendText = (to: DocumentTokens, given: string): void => {
    const text = dropPossessives(given)
    if (!scanWords(text, spans)) {
      for (const run of runsOf(given)) appendWord(to, run, 0, run.length, hashOf(run, 0, run.length))
      return
    }
    const { count, starts, ends, hashes } = spans
    for (let i = 0; i < count; i += 1) {
      const hash = hashes[i] as number
      if (hash === IDENTIFIER) appendIdentifier(to, text, starts[i] as number, ends[i] as number)
      else appendWord(to, text, starts[i] as number, ends[i] as number, hash)
    }
  }

  return {
    analyze: (given) => {
      renewTable()
      const text = dropPossessives(given)
      if (!scanWords(text, spans)) {
        return runsOf(given).map((run) => wordAt(run, 0, run.length, hashOf(run, 0, run.length)))
      }
      const found: Word[] = []
      const { count, starts, ends, hashes } = spans
      for (let i = 0; i < count; i += 1) {
        const hash = hashes[i] as number
        if (hash === IDENTIFIER) found.push(identifierAt(text, starts[i] as number, ends[i] as number))
        else found.push(wordAt(text, starts[i] as number, ends[i] as number, hash))
      }
      return found
    },
    readTexts: (texts, document) => {
      renewTable()
      clearTokens(document, table.tokens)
      for (const text of texts) {
        if (text !== '') appendText(document, text)
        document.ends.push(document.count)
      }
    },
  }
}

/** Drops tokens from `from` on whose terms occur between `first` and there. */
function dropRepeated(document: DocumentTokens, first: number, from: number): void {
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

/** V8 makes a shorter piece of a text a text of its own. */
const LEAST_SLICE = 13

/** A word cut out of a text keeps the whole text in memory; a copy of it does not. */
function copyOf(text: string, start: number, end: number): string {
  const word = text.slice(start, end)
  return word.length < LEAST_SLICE ? word : word.split('').join('')
}
