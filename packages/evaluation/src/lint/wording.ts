import { quote } from '@toolscout/model/internal'

/** Texts that are spelled out in a message; the finding has all ids. */
const SHOWN = 3

/** Foreign texts in a sentence: the first three quoted, the others counted. */
export function listQuoted(texts: readonly string[]): string {
  const shown = texts.slice(0, SHOWN).map(quote)
  const more = texts.length - shown.length
  if (more > 0) return `${shown.join(', ')} and ${more} more`
  return shown.length < 2 ? shown.join() : `${shown.slice(0, -1).join(', ')} and ${shown.at(-1)}`
}

/** A share as people read it. */
export function percent(share: number): string {
  return `${Math.round(100 * share)} %`
}

/** `1 word`, `2 words`. */
export function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`
}
