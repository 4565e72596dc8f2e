import { cleanText, takeCodePoints, truncate } from '@toolscout/model/internal'

/** How much of a text is looked at for each code point that is shown, since white space and hidden signs fall away. */
const READ_AHEAD = 8
/** Signs that close fences and begin roles, tags and JSON in one template or another. */
const TEMPLATE_SIGNS = /[<>`[\]{}]/g

/** Foreign text as a model may see it: one line, no hidden characters, cut to `maxCodePoints`. */
export function dataText(text: string, maxCodePoints: number): string {
  const head = takeCodePoints(text, READ_AHEAD * maxCodePoints)
  const line = cleanText(head).replace(/\s+/gu, ' ').trim()
  return truncate(head.length < text.length && line.length > 0 ? `${line}…` : line, maxCodePoints)
}

/**
 * Writes a text as a JSON string that holds nothing but letters of that string: it cannot be closed from inside, stays
 * in its line, and what would open a tag, a fence, a role or a list is an escape.
 */
export function encodeText(text: string): string {
  return JSON.stringify(text).replace(
    TEMPLATE_SIGNS,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
