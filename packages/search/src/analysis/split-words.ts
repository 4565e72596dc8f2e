import { segmentRun } from './unspaced.ts'

/**
 * A letter, digit or mark run with the signs that join identifiers inside it: `read_file`, `get-env`, `v1.2`. Joiners
 * that are not seen belong to it (Persian and Hindi write them inside words), and so do full-width signs.
 */
const WORD =
  /(?:[\p{L}\p{N}\p{M}]|\u00ad|\u200c|\u200d|\u2060)+(?:[_.\-\u2010\u2011＿．－]+(?:[\p{L}\p{N}\p{M}]|\u00ad|\u200c|\u200d|\u2060)+)*/gu
const POSSESSIVE = /['’]s(?![\p{L}\p{N}\p{M}_])/giu

/** A text without its English possessives `'s`. */
export function dropPossessives(text: string): string {
  return text.includes("'") || text.includes('’') ? text.replace(POSSESSIVE, '') : text
}

/**
 * Cuts a text into words as they are written, identifiers in one piece. Underscores, dots and hyphens belong to
 * a word where they join two parts of it; everything else parts words. An English possessive `'s` is dropped.
 */
export function splitWords(text: string): readonly string[] {
  return (dropPossessives(text).match(WORD) ?? []).flatMap(segmentRun)
}

/**
 * Where an identifier changes: lower to upper, the last of several uppers before a lower (not after a single
 * first one, as in OAuth), letter and digit. Marks belong to the letter before them.
 */
const BOUNDARY =
  /(?<=(?:\p{Ll}|\p{N})\p{M}*)(?=\p{Lu})|(?<=\p{L}\p{M}*\p{Lu}\p{M}*)(?=\p{Lu}\p{M}*\p{Ll})|(?<=\p{L}\p{M}*)(?=\p{N})|(?<=\p{N})(?=\p{L})|[_.\-\u2010\u2011＿．－]+/u
const SIMPLE = /^(?:[a-z]+|[A-Z][a-z]*|[A-Z]+|[0-9]+)$/

/**
 * The parts of an identifier, in order: `createPullRequest`, `create_pull_request` and `create-pull-request`
 * all give three. A word that is no identifier gives itself.
 */
export function splitIdentifier(word: string): readonly string[] {
  return SIMPLE.test(word) ? [word] : word.split(BOUNDARY).filter((part) => part !== '')
}
