import { grown } from '../kernel/text-table.ts'

/** Words of a text whose ends are kept, its cuts, and its identifiers. */
export const MAX_WORDS = 64
export const MAX_CUTS = 8
const MAX_IDENTIFIERS = 32

/**
 * The key of a text, see `nameKey`, in code units, and what tells at a glance whether it may hold a name. Good until the
 * next is read into it.
 */
export interface KeyUnits {
  units: Uint16Array
  length: number
  /** Where its first words end. */
  readonly ends: Int32Array
  words: number
  /** Where the key goes on behind the first runs of `_.:/-`. */
  readonly cuts: Int32Array
  cutCount: number
  /**
   * Where in the text its first words begin and end that are written as code writes names: with such a run inside, or
   * with a capital after a small letter; without the signs around them.
   */
  readonly identifiers: Int32Array
  identifierCount: number
  /** Whether the text is of ASCII; nothing else was read of one that is not. */
  isPlain: boolean
}

/** A key without any units. */
export function createKeyUnits(): KeyUnits {
  return {
    units: new Uint16Array(256),
    length: 0,
    ends: new Int32Array(MAX_WORDS),
    words: 0,
    cuts: new Int32Array(MAX_CUTS),
    cutCount: 0,
    identifiers: new Int32Array(2 * MAX_IDENTIFIERS),
    identifierCount: 0,
    isPlain: true,
  }
}

const SIGN = 0
const BLANK = 1
const SEPARATOR = 2
const DIGIT = 3
const CAPITAL = 4
const SMALL = 5

const KINDS = Uint8Array.from({ length: 128 }, (_, unit) => {
  const character = String.fromCharCode(unit)
  if (/[a-z]/.test(character)) return SMALL
  if (/[A-Z]/.test(character)) return CAPITAL
  if (/[0-9]/.test(character)) return DIGIT
  if (/\s/.test(character)) return BLANK
  return /[_.:/-]/.test(character) ? SEPARATOR : SIGN
})
const SPACE = 0x20
/** What makes a capital letter small. */
const LOWER = 0x20

/** Reads the key of a text in one pass; says whether it is of ASCII. */
export function readKey(text: string, key: KeyUnits): boolean {
  const { ends, cuts, identifiers } = key
  key.units = grown(key.units, text.length)
  key.isPlain = false
  const { units } = key
  let [length, words, cutCount, identifierCount] = [0, 0, 0, 0]
  /** The kind of the character before, and whether nothing but separators lies between the word before and here. */
  let [before, isJoined] = [SIGN, false]
  // Of what stands between spaces: where its first word begins, where its last ends, and whether it is an identifier.
  let [start, end, isIdentifier] = [-1, 0, false]
  for (let i = 0; i <= text.length; i += 1) {
    const unit = i < text.length ? text.charCodeAt(i) : SPACE
    if (unit > 0x7f) return false
    const kind = KINDS[unit] as number
    if (kind >= DIGIT) {
      if (start < 0) start = i
      end = i + 1
      if (isJoined || (kind === CAPITAL && before === SMALL)) isIdentifier = true
      isJoined = false
      units[length++] = kind === CAPITAL ? unit | LOWER : unit
    } else {
      if (before >= DIGIT && words < MAX_WORDS) ends[words++] = length
      if (kind === SEPARATOR && before !== SEPARATOR) {
        isJoined = before >= DIGIT
        if (cutCount < MAX_CUTS) cuts[cutCount++] = length
      } else if (kind !== SEPARATOR) isJoined = false
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

/** Takes the words of any text, as keys. */
export function joinKeys(keys: readonly string[], key: KeyUnits): void {
  key.length = 0
  key.words = 0
  for (const word of keys) {
    key.units = grown(key.units, key.length + word.length)
    for (let i = 0; i < word.length; i += 1) key.units[key.length++] = word.charCodeAt(i)
    key.ends[key.words++] = key.length
  }
}
