import { cleanText, takeCodePoints, truncate } from '@toolscout/model/internal'

/** How much of a text is looked at for each code point that is shown, since white space and hidden signs fall away. */
const READ_AHEAD = 8
/** Signs that close strings and fences and begin roles, tags and JSON in one template or another, and what is shown. */
const SIGNS: { readonly [sign: string]: string } = {
  ...{ '"': "'", '`': "'", '\\': '/', '<': '(', '[': '(', '{': '(', '>': ')', ']': ')', '}': ')' },
}
const TEMPLATE_SIGNS = /["`\\<>[\]{}]/g
/** What is no word but a value, such as an image in base64, costs a token for each two letters and says nothing. */
const LONG_VALUE = /([A-Za-z0-9+/=]{32})[A-Za-z0-9+/=]{16,}/g

/**
 * Foreign text as a model may see it: one line, no hidden characters, cut to `maxCodePoints`, long values cut, and plain signs in place
 * of those that would close a string or open a tag, a fence, a role or a list. Between quotes it cannot end them.
 */
export function dataText(text: string, maxCodePoints: number): string {
  const head = takeCodePoints(text, READ_AHEAD * maxCodePoints)
  const line = cleanText(head)
    .replace(/\s+/gu, ' ')
    .trim()
    .replace(LONG_VALUE, '$1…')
    .replace(TEMPLATE_SIGNS, (sign) => SIGNS[sign] ?? ' ')
  return truncate(head.length < text.length && line.length > 0 ? `${line}…` : line, maxCodePoints)
}
