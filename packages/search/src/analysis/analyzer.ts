import { stemmer } from 'stemmer'
import { foldWord } from './fold.ts'
import { isUnspaced, splitIdentifier, splitUnspaced, splitWords } from './split-words.ts'
import { ENGLISH_STOP_WORDS } from './stop-words.ts'

/** A term that stands for a word in the inverted index. */
export interface Token {
  readonly term: string
  /**
   * Whether the term stands in the text itself. Stems and whole identifiers stand beside it: they are found,
   * but do not make the document longer.
   */
  readonly surface: boolean
  /** Whether the term is what all inflections of the word share: its stem, or itself when it has none. */
  readonly root: boolean
}

/** Ends the terms that are stems, so that a stem is never taken for a word: `issues` is found by `issu*`. */
const STEM_MARK = '*'

/** A word of a text, and the tokens it is found by. */
export interface Word {
  /** The word as it is written. */
  readonly text: string
  /** Empty for a stop word. */
  readonly tokens: readonly Token[]
}

/** Turns texts of tools and queries into tokens; both must go through the same analyzer. */
export interface Analyzer {
  /** Every word of the text, in order. */
  readonly analyze: (text: string) => readonly Word[]
}

/** What {@link createAnalyzer} can be told. */
export interface AnalyzerOptions {
  /** Words that are not indexed and not looked for, in lower case. Default {@link ENGLISH_STOP_WORDS}. */
  readonly stopWords?: ReadonlySet<string> | undefined
  /**
   * Gives the stem of a folded word, which is indexed beside it, or `undefined` when it has none. Default:
   * Porter's algorithm for ASCII words of three letters and more. `null` turns stems off.
   */
  readonly stem?: ((word: string) => string | undefined) | null | undefined
  /** Whether `readFile` is found by `readfile` too. Default true. */
  readonly wholeIdentifiers?: boolean | undefined
}

/**
 * Words whose analysis is remembered. Vocabularies follow Zipf's law, so this many cover nearly all words of a
 * catalog of 100,000 tools; when it is full it starts anew, which bounds memory at about 10 MB.
 */
const MAX_CACHED_WORDS = 65_536
/** Longest word that is analyzed, in UTF-16 code units; what is longer is a blob, not a word. */
const MAX_WORD_LENGTH = 128
const STEMMABLE = /^[a-z]{3,}$/

/**
 * The analyzer for tool text: words of every script, identifiers split at `_`, `-`, `.`, capitals and digits
 * with the whole kept, lower case, accents folded, stop words dropped, Porter stems (Porter 1980, "An algorithm
 * for suffix stripping") beside the words, bigrams for scripts without spaces.
 */
export function createAnalyzer(options: AnalyzerOptions = {}): Analyzer {
  const stopWords = options.stopWords ?? ENGLISH_STOP_WORDS
  const stem = options.stem === undefined ? porterStem : options.stem
  const wholes = options.wholeIdentifiers ?? true
  const cache = new Map<string, Word>()

  const analyzeWord = (text: string): Word => {
    const start = headOf(text)
    const tokens = new Map<string, Token>()
    const add = (token: Token): void => {
      if (!tokens.has(token.term)) tokens.set(token.term, Object.freeze(token))
    }
    const parts = splitIdentifier(start).flatMap((part) => (isUnspaced(part) ? splitUnspaced(part) : [part]))
    const terms = parts.map(foldWord).filter((term) => term !== '' && !stopWords.has(term))
    for (const term of terms) {
      const root = stem?.(term)
      add({ term, surface: true, root: root === undefined })
      if (root !== undefined) add({ term: `${root}${STEM_MARK}`, surface: false, root: true })
    }
    if (wholes && parts.length > 1 && !isUnspaced(text)) {
      const whole = foldWord(start.replace(/[_.-]+/g, ''))
      add({ term: whole, surface: false, root: false })
    }
    return Object.freeze({
      text,
      tokens: Object.freeze([...tokens.values()]),
    })
  }

  return Object.freeze({
    analyze: (text: string): readonly Word[] =>
      splitWords(text).map((raw) => {
        const known = cache.get(raw)
        if (known !== undefined) return known
        if (raw.length > MAX_WORD_LENGTH) return analyzeWord(raw)
        const own = copyOf(raw)
        const word = analyzeWord(own)
        if (cache.size >= MAX_CACHED_WORDS) cache.clear()
        cache.set(own, word)
        return word
      }),
  })
}

/** As much of a word as is analyzed; never half of a character. */
function headOf(word: string): string {
  if (word.length <= MAX_WORD_LENGTH) return word
  const head = word.slice(0, MAX_WORD_LENGTH)
  return /[\ud800-\udbff]$/.test(head) ? head.slice(0, -1) : head
}

/** A word cut out of a text keeps the whole text in memory; a copy of it does not. */
function copyOf(word: string): string {
  return word.split('').join('')
}

function porterStem(word: string): string | undefined {
  return STEMMABLE.test(word) ? stemmer(word) : undefined
}
