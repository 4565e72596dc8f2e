import { ALPHANUMERIC, BLANK, KINDS, LOWER, SEPARATOR, UPPER } from '../analysis/scan-words.ts'
import { grown } from '../kernel/text-table.ts'
import { type KeyUnits, MAX_CUTS, MAX_IDENTIFIERS, MAX_WORDS } from './names.ts'

const SPACE = 0x20
/** What makes a capital letter small. */
const SMALL = 0x20

/** Reads the key of a text in one pass; says whether it is of ASCII. */
export function readKey(text: string, key: KeyUnits): boolean {
  const { ends, cuts, identifiers } = key
  key.units = grown(key.units, text.length)
  key.isPlain = false
  const { units } = key
  let [length, words, cutCount, identifierCount] = [0, 0, 0, 0]
  /** The kind of the character before, and whether nothing but separators lies between the word before and here. */
  let [before, isJoined] = [BLANK, false]
  // Of what stands between spaces: where its first word begins, where its last ends, and whether it is an identifier.
  let [start, end, isIdentifier] = [-1, 0, false]
  for (let i = 0; i <= text.length; i += 1) {
    const unit = i < text.length ? text.charCodeAt(i) : SPACE
    if (unit > 0x7f) return false
    const kind = KINDS[unit] as number
    if ((kind & ALPHANUMERIC) !== 0) {
      if (start < 0) start = i
      end = i + 1
      if (isJoined || (kind === UPPER && before === LOWER)) isIdentifier = true
      isJoined = false
      units[length++] = kind === UPPER ? unit | SMALL : unit
    } else {
      if ((before & ALPHANUMERIC) !== 0 && words < MAX_WORDS) ends[words++] = length
      if ((kind & SEPARATOR) === 0) isJoined = false
      else if ((before & SEPARATOR) === 0) {
        isJoined = (before & ALPHANUMERIC) !== 0
        if (cutCount < MAX_CUTS) cuts[cutCount++] = length
      }
      if (kind === BLANK) {
        if (isIdentifier && identifierCount < MAX_IDENTIFIERS) {
          identifiers[2 * identifierCount] = start
          identifiers[2 * identifierCount + 1] = end
          identifierCount += 1
        }
        start = -1
        isIdentifier = false
      }
    }
    before = kind
  }
  key.length = length
  key.words = words
  key.cutCount = cutCount
  key.identifierCount = identifierCount
  key.isPlain = true
  return true
}

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

/** Every place where a server's name may end and a tool's begin. */
export function separatorsOf(text: string): readonly Cut[] {
  return [...text.matchAll(/[_.:/-]+/g)].slice(0, MAX_CUTS).map((match) => ({
    before: text.slice(0, match.index),
    separator: match[0],
    after: text.slice(match.index + match[0].length),
  }))
}
