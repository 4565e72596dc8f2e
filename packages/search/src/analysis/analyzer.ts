import { checkOption, checkOptions, type OptionKind, sha256 } from '@toolscout/model/internal'
import { setFastWay } from './document-reader.ts'
import {
  ENGLISH_STOP_WORDS,
  foldWord,
  isUnspaced,
  splitIdentifier,
  splitPairs,
  stemWord,
} from './split-words.ts'
import { createTextReader } from './text-reader.ts'
import type { Token, Word } from './tokens.ts'

/** Ends the terms that are stems, so that a stem is never taken for a word: `issues` is found by `issu*`. */
const STEM_MARK = '*'

/** Turns texts of tools and queries into tokens; both must go through the same analyzer. */
export interface Analyzer {
  /** Every word of the text, in order. */
  readonly analyze: (text: string) => readonly Word[]
  /**
   * Changes whenever the tokens of any text may change; a snapshot of a searcher is refused where it is another. Absent
   * when the analyzer cannot tell, as with a stemmer of your own; then give one: `{ ...analyzer, fingerprint: 'mine-1' }`.
   */
  readonly fingerprint?: string | undefined
}

/** Options of {@link createAnalyzer}. */
export interface AnalyzerOptions {
  /** Words that are neither indexed nor searched, in lower case. Default {@link ENGLISH_STOP_WORDS}. */
  readonly stopWords?: ReadonlySet<string> | undefined
  /**
   * Gives the stem of a folded word, which is indexed in addition, or `undefined` when it has none. Default:
   * Porter's algorithm for ASCII words of three letters and more, the first five letters without the vowel signs
   * at their end for words of other alphabets. `null` turns stems off.
   */
  readonly stem?: ((word: string) => string | undefined) | null | undefined
  /** Whether `readFile` is found by `readfile` too. Default true. */
  readonly wholeIdentifiers?: boolean | undefined
}

const KINDS: { readonly [option in keyof AnalyzerOptions]-?: OptionKind } = {
  stopWords: { functions: ['has'] },
  stem: 'anything',
  wholeIdentifiers: 'boolean',
}

/** Longest word that is analyzed, in UTF-16 code units; what is longer is a blob, not a word. */
const MAX_WORD_LENGTH = 128
/** What joins the parts of an identifier. */
const JOINERS = /[_.\-\u2010\u2011]+/g
const JOINED = new RegExp(JOINERS, '')
/** Words in one piece that have no accents. */
const PLAIN = /^(?:[a-z]+|[A-Z][a-z]*|[A-Z]+|[0-9]+)$/

/**
 * The analyzer for tool text: words of every script, identifiers split at `_`, `-`, `.`, capitals and digits
 * with the whole kept, lower case, accents folded, stop words dropped, stems added to the words. Chinese, Japanese and
 * Korean are cut into pairs of characters, other scripts without spaces into the words of the platform's dictionary.
 *
 * @throws TypeError for an option that is unknown or of another kind.
 */
export function createAnalyzer(options: AnalyzerOptions = {}): Analyzer {
  checkOptions('the options of createAnalyzer', options, KINDS)
  if (options.stem !== undefined && options.stem !== null) checkOption('stem', options.stem, 'function')
  const stopWords = options.stopWords ?? ENGLISH_STOP_WORDS
  const stem = options.stem === undefined ? stemWord : options.stem
  const wholes = options.wholeIdentifiers ?? true

  const toWord = (text: string, tokens: readonly Token[]): Word =>
    Object.freeze({ text, tokens: Object.freeze(tokens) })
  const surfaceToken = (term: string, isRoot: boolean): Token =>
    Object.freeze({ term, surface: true, root: isRoot })
  const rootToken = (root: string): Token =>
    Object.freeze({ term: `${root}${STEM_MARK}`, surface: false, root: true })

  /** What `analyzeWord` comes to for a word in one piece, as nearly all are. */
  const analyzePlainWord = (text: string): Word => {
    const term = text.toLowerCase()
    if (stopWords.has(term)) return toWord(text, [])
    const root = stem?.(term)
    if (root === undefined) return toWord(text, [surfaceToken(term, true)])
    return toWord(text, [surfaceToken(term, false), rootToken(root)])
  }
  const analyzeWord = (text: string): Word => {
    if (text.length <= MAX_WORD_LENGTH && PLAIN.test(text)) return analyzePlainWord(text)
    const start = toOneForm(headOf(text))
    const tokens = new Map<string, Token>()
    const add = (token: Token): void => {
      if (token.term !== '' && !tokens.has(token.term)) tokens.set(token.term, token)
    }
    const parts = splitIdentifier(start).flatMap(splitPairs)
    const terms = parts.map(foldWord).filter((term) => term !== '' && !stopWords.has(term))
    for (const term of terms) {
      const root = stem?.(term)
      add(surfaceToken(term, root === undefined))
      if (root !== undefined) add(rootToken(root))
    }
    if (wholes && parts.length > 1 && !isUnspaced(start)) {
      add(Object.freeze({ term: wholeOf(start), surface: false, root: false }))
    }
    return toWord(text, [...tokens.values()])
  }

  const { analyze, readTexts } = createTextReader({
    analyzeWord,
    wholeOf: wholes ? wholeOf : undefined,
    maxWordLength: MAX_WORD_LENGTH,
  })
  setFastWay(analyze, readTexts)
  return Object.freeze({
    get fingerprint() {
      if (options.stem) return undefined
      return fingerprintOf({ stopWords, stems: stem !== null, wholeIdentifiers: wholes })
    },
    analyze,
  })
}

/** As much of a word as is analyzed; never half of a character. */
function headOf(word: string): string {
  if (word.length <= MAX_WORD_LENGTH) return word
  const head = word.slice(0, MAX_WORD_LENGTH)
  return /[\ud800-\udbff]$/.test(head) ? head.slice(0, -1) : head
}

/** Letters and their marks in one piece, half-width and full-width letters made plain. */
function toOneForm(word: string): string {
  return word.normalize(/[\uff00-\uffef]/.test(word) ? 'NFKC' : 'NFC')
}

/** An identifier without what joins its parts. */
function wholeOf(identifier: string): string {
  return foldWord(JOINED.test(identifier) ? identifier.replace(JOINERS, '') : identifier)
}

/** Raised whenever the tokens of any text change; a test compares them with those of before. */
const ANALYSIS_VERSION = 2

/** What tokens depend on besides the text. */
export interface AnalysisOptions {
  readonly stopWords: ReadonlySet<string>
  readonly stems: boolean
  readonly wholeIdentifiers: boolean
}

/** Names an analysis: this code and its options. What the platform knows of letters is looked at one by one. */
function fingerprintOf({ stopWords, stems, wholeIdentifiers }: AnalysisOptions): string {
  const words = sha256([...stopWords].sort().join('\n'))
  return JSON.stringify([ANALYSIS_VERSION, words, stems, wholeIdentifiers])
}
