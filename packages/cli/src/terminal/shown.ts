import { cleanText, oneLine, truncate } from '@toolscout/model/internal'

/** Longest foreign text of many lines that is printed, in code points. */
const MAX_SHOWN_TEXT = 100_000

/** Foreign text for one line of a terminal: cleaned, bounded, without line breaks. */
export function shown(text: string, maxCodePoints = 200): string {
  // Cut first: cleaning reads all of a text that may be megabytes.
  return truncate(oneLine(truncate(text, maxCodePoints * 4)), maxCodePoints)
}

/** Foreign text of many lines for a terminal: without escapes and hidden characters, bounded. */
export function shownText(text: string, maxCodePoints: number = MAX_SHOWN_TEXT): string {
  return cleanText(truncate(text, maxCodePoints))
}
