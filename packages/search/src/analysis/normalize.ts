import { stemmer } from 'stemmer'
import { isUnspaced } from './split-words.ts'

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
    'this those through to too under until up upon us use used using ve very via was wasn we were weren what when ' +
    'where whether which while who whom whose why will with within without won would wouldn you your yours ' +
    'yourself yourselves'
  ).split(' '),
)
