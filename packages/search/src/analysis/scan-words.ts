/** Kinds of ASCII characters, as far as words and identifiers tell them apart. */
const OTHER = 0
const LOWER = 1
const UPPER = 2
const DIGIT = 4
const LETTER = LOWER | UPPER
const ALPHANUMERIC = LETTER | DIGIT
const JOINER = 8

const KINDS = Uint8Array.from({ length: 128 }, (_, unit) => {
  const character = String.fromCharCode(unit)
  if (/[a-z]/.test(character)) return LOWER
  if (/[A-Z]/.test(character)) return UPPER
  if (/[0-9]/.test(character)) return DIGIT
  return /[_.-]/.test(character) ? JOINER : OTHER
})

/** What is told of the words of a text: where each stands. */
export interface WordVisitor {
  /** A word in one piece. */
  readonly word: (start: number, end: number) => void
  /** A word that may be made of several, see {@link forEachPart}. */
  readonly identifier: (start: number, end: number) => void
}

/**
 * Tells of every word of a text without an apostrophe, in order, as `splitWords` would cut it, at the speed of
 * reading it. Says false when the text holds characters that this cannot read; what was told before is of no use then.
 */
export function scanWords(text: string, { word, identifier }: WordVisitor): boolean {
  const length = text.length
  let at = 0
  while (at < length) {
    const unit = text.charCodeAt(at)
    if (unit > 0x7f) {
      if (!isPunctuation(unit)) return false
      at += 1
      continue
    }
    const first = KINDS[unit] as number
    if ((first & ALPHANUMERIC) === 0) {
      at += 1
      continue
    }
    const start = at
    let end = at + 1
    let rest = 0
    for (at += 1; at < length; at += 1) {
      const next = text.charCodeAt(at)
      const kind = next > 0x7f ? OTHER : (KINDS[next] as number)
      if ((kind & ALPHANUMERIC) !== 0) {
        // A joiner behind which nothing comes is no part of the word.
        rest |= at === end ? kind : kind | JOINER
        end = at + 1
      } else if (kind !== JOINER) break
    }
    if (isOneWord(first, rest)) word(start, end)
    else identifier(start, end)
  }
  return true
}

/** Small letters, perhaps behind a capital; capitals; digits. */
function isOneWord(first: number, rest: number): boolean {
  return rest === first || rest === 0 || (first === UPPER && rest === LOWER)
}

/**
 * Tells of the parts of an identifier of ASCII characters, in order, as `splitIdentifier` would cut it.
 *
 * @param visit gets where each part stands in the text.
 */
export function forEachPart(
  text: string,
  start: number,
  end: number,
  visit: (start: number, end: number) => void,
): void {
  let from = start
  let before = OTHER
  let last = OTHER
  for (let at = start; at < end; at += 1) {
    const kind = KINDS[text.charCodeAt(at)] as number
    if (kind === JOINER) {
      if (at > from) visit(from, at)
      from = at + 1
    } else if (at > from && isBoundary(before, last, kind, text, at, end)) {
      visit(from, at)
      from = at
    }
    before = last
    last = kind
  }
  if (end > from) visit(from, end)
}

/** Whether a part ends between `last` and `kind`, which stands at `at`; `before` stands before `last`. */
function isBoundary(
  before: number,
  last: number,
  kind: number,
  text: string,
  at: number,
  end: number,
): boolean {
  if (((last & DIGIT) !== 0) !== ((kind & DIGIT) !== 0)) return true
  if (kind !== UPPER || last === DIGIT) return false
  if (last === LOWER) return true
  const next = at + 1 < end ? (KINDS[text.charCodeAt(at + 1)] as number) : OTHER
  return (before & LETTER) !== 0 && next === LOWER
}

/** Dashes, quotes, bullets and dots of the block General Punctuation, which stand in English texts too. */
function isPunctuation(unit: number): boolean {
  return unit >= 0x2010 && unit <= 0x2027
}
