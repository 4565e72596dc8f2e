import type { FieldTexts } from './field-texts.ts'
import { FUNCTION_WORDS } from './spelling.ts'

/** Function words of requests, which tools do without. */
const OF_REQUESTS =
  'do have how i its me my no our so such their then there these they was we what where who would you your please need want'
const STOP_WORDS: ReadonlySet<string> = new Set([...FUNCTION_WORDS, ...OF_REQUESTS.split(' ')])
const CAPITAL_INSIDE = /([a-z0-9])(?=[A-Z])/g
const WORD = /[a-z0-9]+/g

/** The words of a corpus text in lower case, identifiers in their parts: ASCII letters and digits, other signs part words. */
export function splitPlainWords(text: string): readonly string[] {
  return text.replace(CAPITAL_INSIDE, '$1 ').toLowerCase().match(WORD) ?? []
}

/**
 * A text as engines that are compared get it: words split, in lower case, without function words, joined by
 * single spaces. What is left to each engine is a split at spaces.
 */
export function toPlainWords(text: string): string {
  return splitPlainWords(text)
    .filter((word) => !STOP_WORDS.has(word))
    .join(' ')
}

/** {@link toPlainWords} for every field. */
export function toPlainFields(texts: FieldTexts): FieldTexts {
  const plain = Object.entries(texts).map(([field, text]) => [field, toPlainWords(text)])
  return Object.fromEntries(plain) as FieldTexts
}
