/** A letter, digit or mark run with the signs that join identifiers inside it: `read_file`, `get-env`, `v1.2`. */
const WORD = /[\p{L}\p{N}\p{M}]+(?:[_.-]+[\p{L}\p{N}\p{M}]+)*/gu
const POSSESSIVE = /['’]s\b/giu

/** A text without its English possessives `'s`. */
export function dropPossessives(text: string): string {
  return text.includes("'") || text.includes('’') ? text.replace(POSSESSIVE, '') : text
}

/**
 * Cuts a text into words as they are written, identifiers in one piece. Underscores, dots and hyphens belong to
 * a word where they join two parts of it; everything else parts words. An English possessive `'s` is dropped.
 */
export function splitWords(text: string): readonly string[] {
  return dropPossessives(text).match(WORD) ?? []
}

/**
 * Where an identifier changes: lower to upper, the last of several uppers before a lower (not after a single
 * first one, as in OAuth), letter and digit.
 */
const BOUNDARY =
  /(?<=\p{Ll}|\p{N})(?=\p{Lu})|(?<=\p{L}\p{Lu})(?=\p{Lu}\p{Ll})|(?<=\p{L})(?=\p{N})|(?<=\p{N})(?=\p{L})|[_.-]+/u
const SIMPLE = /^(?:[a-z]+|[A-Z][a-z]*|[A-Z]+|[0-9]+)$/

/**
 * The parts of an identifier, in order: `createPullRequest`, `create_pull_request` and `create-pull-request`
 * all give three. A word that is no identifier gives itself.
 */
export function splitIdentifier(word: string): readonly string[] {
  return SIMPLE.test(word) ? [word] : word.split(BOUNDARY).filter((part) => part !== '')
}

/** Scripts written without spaces between words. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー々]+/gu

/** Whether a word holds letters of a script that is written without spaces. */
export function isUnspaced(word: string): boolean {
  return /[^\x20-\u0dff]/.test(word) && word.search(UNSPACED) >= 0
}

/**
 * Cuts a word of mixed scripts at the script's border, and runs of a script without spaces into overlapping
 * pairs of characters (bigrams), which find words without a dictionary. A run of one character gives itself.
 */
export function splitUnspaced(word: string): readonly string[] {
  const pieces: string[] = []
  let end = 0
  for (const match of word.matchAll(UNSPACED)) {
    if (match.index > end) pieces.push(word.slice(end, match.index))
    pieces.push(...bigrams(match[0]))
    end = match.index + match[0].length
  }
  if (end < word.length) pieces.push(word.slice(end))
  return pieces
}

function bigrams(run: string): readonly string[] {
  const characters = [...run]
  if (characters.length === 1) return characters
  return characters.slice(1).map((character, i) => `${characters[i]}${character}`)
}
