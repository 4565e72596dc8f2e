import type { FieldTexts } from './field-texts.ts'
import { FUNCTION_WORDS } from './spelling.ts'

const STOP_WORDS: ReadonlySet<string> = new Set(FUNCTION_WORDS)
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
