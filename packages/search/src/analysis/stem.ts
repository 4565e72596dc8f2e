import { stemmer } from 'stemmer'
import { isUnspaced } from './unspaced.ts'

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
