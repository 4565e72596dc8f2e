import { MAX_CUTS } from './key-units.ts'

/** What a word written as code writes names holds. */
const IDENTIFYING = /[_.:/-]|\p{Ll}\p{M}*\p{Lu}/u

/** Words that are written as code writes names: with separators inside, or with a capital after a small letter. */
export function identifiersOf(subquery: string): readonly string[] {
  if (!IDENTIFYING.test(subquery)) return []
  return subquery
    .split(/\s+/)
    .filter((word) => IDENTIFYING.test(word))
    .map(trimSigns)
    .filter(isIdentifier)
}

/** A word without the signs around its letters and digits; in one pass, since a query may be one long run of signs. */
function trimSigns(word: string): string {
  const start = word.search(/[\p{L}\p{N}]/u)
  if (start < 0) return ''
  let end = start
  for (const match of word.matchAll(/[\p{L}\p{N}\p{M}]+/gu)) end = match.index + match[0].length
  return word.slice(start, end)
}

/** Whether a text is one word, written as code writes names. */
export function isIdentifier(text: string): boolean {
  return /^\S*(?:[\p{L}\p{N}]\p{M}*[_.:/-]+[\p{L}\p{N}]|\p{Ll}\p{M}*\p{Lu})\S*$/u.test(text)
}

/** A text cut in two at one of its separators. */
export interface Cut {
  readonly before: string
  readonly separator: string
  readonly after: string
}

const SEPARATOR = /[_.:/-]/

/** Every place where a server's name may end and a tool's begin. */
export function separatorsOf(text: string): readonly Cut[] {
  if (!SEPARATOR.test(text)) return []
  return [...text.matchAll(/[_.:/-]+/g)].slice(0, MAX_CUTS).map((match) => ({
    before: text.slice(0, match.index),
    separator: match[0],
    after: text.slice(match.index + match[0].length),
  }))
}
