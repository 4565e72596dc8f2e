/** A capital behind a small letter or digit, and the last of several capitals before a small letter. */
const CAPITAL_INSIDE = /(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/gu
const WORD = /[\p{L}\p{N}\p{M}]+/gu

/** The words of a text in lower case, split at case and punctuation: what anybody would write first. */
export function splitPlainWords(text: string): string[] {
  return text.replace(CAPITAL_INSIDE, ' ').toLowerCase().match(WORD) ?? []
}
