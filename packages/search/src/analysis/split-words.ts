import { stemmer } from 'stemmer'

/** Scripts without spaces whose words are of one or two characters, and Korean, whose particles cling to words. */
const PAIRED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー々]+/gu
/** Scripts without spaces whose words are of many characters, so that only a dictionary tells them apart. */
const SEGMENTED = /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u
/** The first character of those scripts; what lies below has spaces. */
const FIRST = /[\u0e00-\u{10ffff}]/u

/** Whether a text holds letters of a script that is written without spaces, or of Korean. */
export function isUnspaced(text: string): boolean {
  return FIRST.test(text) && (text.search(PAIRED) >= 0 || SEGMENTED.test(text))
}

/** Whether the words of a text are found by the dictionary of the platform. */
export function needsDictionary(text: string): boolean {
  return SEGMENTED.test(text)
}

/** Made when first needed, because making it takes tens of milliseconds. */
let segmenter: Intl.Segmenter | undefined
/**
 * Characters that are given to the segmenter at once. It nearDuplicates all of its text for every word it finds, so a long text
 * in one piece would take memory by the square of its length.
 */
const MAX_SEGMENTED = 256

/**
 * Cuts a run of letters into the words of a script that has no spaces between them, where it holds any, by the
 * dictionary of the platform (Unicode Standard Annex 29); any other run gives itself.
 */
function segmentRun(run: string): readonly string[] {
  if (!FIRST.test(run) || !SEGMENTED.test(run)) return [run]
  segmenter ??= new Intl.Segmenter('en', { granularity: 'word' })
  const words: string[] = []
  for (const part of run.split(/[_.-]+/)) {
    for (const chunk of chunksOf(part, MAX_SEGMENTED, 0)) {
      for (const { segment, isWordLike } of segmenter.segment(chunk)) if (isWordLike) words.push(segment)
    }
  }
  return words
}

/**
 * Cuts a word of mixed scripts at the script's border, and runs of a script without spaces into overlapping
 * pairs of characters (bigrams), which find words without a dictionary. A run of one character gives itself.
 */
export function splitPairs(word: string): readonly string[] {
  if (!FIRST.test(word)) return [word]
  const pieces: string[] = []
  let end = 0
  for (const match of word.matchAll(PAIRED)) {
    if (match.index > end) pieces.push(word.slice(end, match.index))
    pieces.push(...bigrams(match[0]))
    end = match.index + match[0].length
  }
  if (end < word.length) pieces.push(word.slice(end))
  return pieces
}

/** A run cut into pieces of at most `length` characters, each beginning with the last ones of the piece before. */
export function chunksOf(run: string, length: number, overlap: number): readonly string[] {
  if (run.length <= length) return [run]
  const characters = [...run]
  const chunks: string[] = []
  for (let i = 0; i === 0 || i + overlap < characters.length; i += length - overlap) {
    chunks.push(characters.slice(i, i + length).join(''))
  }
  return chunks
}

function bigrams(run: string): readonly string[] {
  const characters = [...run]
  if (characters.length === 1) return characters
  return characters.slice(1).map((character, i) => `${characters[i]}${character}`)
}

/**
 * A letter, digit or mark run with the signs that join identifiers inside it: `read_file`, `get-env`, `v1.2`. Joiners
 * that are not seen belong to it (Persian and Hindi write them inside words), and so do full-width signs.
 */
const WORD =
  /(?:[\p{L}\p{N}\p{M}]|\u00ad|\u200c|\u200d|\u2060)+(?:[_.\-\u2010\u2011＿．－]+(?:[\p{L}\p{N}\p{M}]|\u00ad|\u200c|\u200d|\u2060)+)*/gu
const POSSESSIVE = /['’]s(?![\p{L}\p{N}\p{M}_])/giu

/** A text without its English possessives `'s`. */
export function dropPossessives(text: string): string {
  return text.includes("'") || text.includes('’') ? text.replace(POSSESSIVE, '') : text
}

/**
 * Cuts a text into words as they are written, identifiers in one piece. Underscores, dots and hyphens belong to
 * a word where they join two parts of it; everything else parts words. An English possessive `'s` is dropped.
 */
export function splitWords(text: string): readonly string[] {
  return (dropPossessives(text).match(WORD) ?? []).flatMap(segmentRun)
}

/**
 * Where an identifier changes: lower to upper, the last of several uppers before a lower (not after a single
 * first one, as in OAuth, nor before the `s` of a plural, as in APIs), letter and digit. Marks belong to the letter
 * before them.
 */
const BOUNDARY =
  /(?<=(?:\p{Ll}|\p{N})\p{M}*)(?=\p{Lu})|(?<=\p{L}\p{M}*\p{Lu}\p{M}*)(?=\p{Lu}\p{M}*\p{Ll})(?!\p{Lu}s(?!\p{Ll}))|(?<=\p{L}\p{M}*)(?=\p{N})|(?<=\p{N})(?=\p{L})|[_.\-\u2010\u2011＿．－]+/u
const SIMPLE = /^(?:[a-z]+|[A-Z][a-z]*|[A-Z]+|[0-9]+)$/

/**
 * The parts of an identifier, in order: `createPullRequest`, `create_pull_request` and `create-pull-request`
 * all give three. A word that is no identifier gives itself.
 */
export function splitIdentifier(word: string): readonly string[] {
  return SIMPLE.test(word) ? [word] : word.split(BOUNDARY).filter((part) => part !== '')
}

const ASCII = /^[\x20-\x7e]*$/
/**
 * Marks that are written or left out as one likes: accents of alphabets, vowel points of Hebrew and Arabic with the
 * stroke that stretches Arabic words, the dot below of Devanagari, signs around a
 * character, and what is not seen at all, such as joiners.
 */
const DROPPED =
  /[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0640\u064b-\u065f\u0670\u06d6-\u06ed\u093c]|\p{Me}|\p{Default_Ignorable_Code_Point}/gu
/** Letters whose mark is part of the glyph, so that decomposition does not part them, and letters of two shapes. */
const LETTERS: { readonly [letter: string]: string } = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
  ς: 'σ',
  ى: 'ي',
  ی: 'ي',
  ک: 'ك',
  ة: 'ه',
}
const LETTER = new RegExp(`[${Object.keys(LETTERS).join('')}]`, 'g')

/**
 * Brings a word to the form in which words are compared: lower case, full-width and other compatibility forms
 * made plain (Unicode NFKC), accents of alphabets and optional vowel points removed. Vowel signs of Indic and other
 * scripts stay, because there they are letters. Idempotent.
 */
export function foldWord(word: string): string {
  const lower = word.toLowerCase()
  if (ASCII.test(lower)) return lower
  return word
    .normalize('NFKD')
    .toUpperCase()
    .toLowerCase()
    .normalize('NFKD')
    .replace(DROPPED, '')
    .normalize('NFC')
    .replace(LETTER, (letter) => LETTERS[letter] ?? letter)
}

/** Whether a text has nothing but ASCII characters, of any kind. */
export function isAscii(text: string): boolean {
  for (let i = 0; i < text.length; i += 1) if (text.charCodeAt(i) > 0x7f) return false
  return true
}

const ENGLISH = /^[a-z]{3,}$/
const LETTERS_ONLY = /^[\p{L}\p{M}]+$/u
/** The Arabic article, and the conjunction or preposition that may cling to it. */
const ARTICLE = /^[وبكف]?ال(?=\p{L}{3})/u
/** Five letters with their marks. */
const HEAD = /^(?:\p{L}\p{M}*){1,5}/u
/** What carries inflection at the end: vowel signs of Indic scripts, a vowel of Cyrillic or Greek after three letters. */
const ENDING = /\p{M}+$|(?<=\p{L}{3})[аеиоуыэюяієьъαεηιουω]$/u

/**
 * The stem of a folded word, or `undefined` when it has none. Of words in ASCII: Porter 1980, "An algorithm for suffix
 * stripping". Of other alphabets: the first five letters without a vowel at their end, which does for inflected languages
 * much of what their stemmers do (McNamee, Nicholas and Mayfield 2009, "Addressing morphological variation in
 * alphabetic languages").
 */
export function stemWord(word: string): string | undefined {
  if (ENGLISH.test(word)) return stemmer(word)
  if (word.length < 3 || !LETTERS_ONLY.test(word) || isUnspaced(word)) return undefined
  return HEAD.exec(word.replace(ARTICLE, ''))?.[0].replace(ENDING, '')
}

/**
 * English words that say nothing about which tool is meant: articles, pronouns, prepositions, auxiliaries,
 * question words and the courtesies of requests. Verbs of tools (get, find, list, make) are not among them.
 */
export const ENGLISH_STOP_WORDS: ReadonlySet<string> = new Set(
  (
    'a about above after again all also am an and any are aren as at be because been before being below between ' +
    'both but by can cannot could couldn d did didn do does doesn doing don down during each either else etc few ' +
    'for from further had hadn has hasn have haven having he her here hers herself him himself his how i if in ' +
    'into is isn it its itself just let lets ll m may me might mine more most must my myself need neither no nor ' +
    'not now of off on once only onto or other our ours ourselves out over own per please re s same shall she ' +
    'should shouldn so some such t than thank thanks that the their theirs them themselves then there these they ' +
    'this those through to too under until up upon us use used using ve very via want wanted wants was wasn we were weren what when ' +
    'where whether which while who whom whose why will with within without won would wouldn you your yours ' +
    'yourself yourselves'
  ).split(' '),
)

/** What is no letter, digit or mark of ASCII texts: what parts their words. */
const ASCII_SIGNS = /[^a-z0-9]+/g
const SIGNS = /[^\p{L}\p{N}\p{M}]+/gu

/** Dashes, quotes and dots of the block General Punctuation, which occur in English texts and in no key. */
const PUNCTUATION = /[\u2010-\u2027]/g

/** A name without case, accents and separators: `readFile`, `read_file` and `read file` are `readfile`. */
export function nameKey(name: string): string {
  if (isAscii(name)) return name.toLowerCase().replace(ASCII_SIGNS, '')
  const plain = name.replace(PUNCTUATION, ' ')
  return isAscii(plain) ? nameKey(plain) : foldWord(plain).replace(SIGNS, '')
}
