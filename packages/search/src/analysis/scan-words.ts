import { grown } from '../kernel/text-table.ts'

/** Kinds of ASCII characters, as far as words, identifiers and names tell them apart. */
const OTHER = 0
export const LOWER = 1
export const UPPER = 2
const DIGIT = 4
const LETTER = LOWER | UPPER
export const ALPHANUMERIC: number = LETTER | DIGIT
const JOINER = 8
/** What a word is made of. */
const WITHIN = ALPHANUMERIC | JOINER
/** What else parts the name of a server from that of a tool. */
const COLON = 16
export const SEPARATOR: number = JOINER | COLON
export const BLANK = 32

export const KINDS: Uint8Array = Uint8Array.from({ length: 128 }, (_, unit) => {
  const character = String.fromCharCode(unit)
  if (/[a-z]/.test(character)) return LOWER
  if (/[A-Z]/.test(character)) return UPPER
  if (/[0-9]/.test(character)) return DIGIT
  if (/\s/.test(character)) return BLANK
  if (/[:/]/.test(character)) return COLON
  return /[_.-]/.test(character) ? JOINER : OTHER
})

/** Where the words of a text are, or the parts of a word. Good until the next is read into it. */
export interface Spans {
  count: number
  starts: Int32Array
  ends: Int32Array
  /** The {@link hashOf} of a word in one piece; {@link IDENTIFIER} for a word that may be made of several. */
  hashes: Int32Array
}

/** In place of a hash, which is never below 0: see {@link scanParts}. */
export const IDENTIFIER = -1

/** Spans without any. */
export function createSpans(): Spans {
  return { count: 0, starts: new Int32Array(64), ends: new Int32Array(64), hashes: new Int32Array(64) }
}

/** What a word is looked up by: few operations a character, and every character counts. */
export function hashOf(text: string, start: number, end: number): number {
  let hash = 0
  for (let i = start; i < end; i += 1) hash = hashed(hash, text.charCodeAt(i))
  return finished(hash)
}

function hashed(hash: number, unit: number): number {
  return Math.imul(hash ^ unit, 0x5bd1e995)
}

function finished(hash: number): number {
  return (hash ^ (hash >>> 15)) & 0x7fff_ffff
}

function add(spans: Spans, start: number, end: number, hash: number): void {
  const { count } = spans
  if (count === spans.starts.length) {
    spans.starts = grown(spans.starts, count + 1)
    spans.ends = grown(spans.ends, count + 1)
    spans.hashes = grown(spans.hashes, count + 1)
  }
  spans.starts[count] = start
  spans.ends[count] = end
  spans.hashes[count] = hash
  spans.count = count + 1
}

/**
 * Finds every word of a text without an apostrophe, in order, as `splitWords` would cut it, at the speed of
 * reading it. Says false when the text holds characters that this cannot read; what was found before is of no use then.
 */
export function scanWords(text: string, spans: Spans): boolean {
  const length = text.length
  spans.count = 0
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
    let hash = hashed(0, unit)
    let kind = OTHER
    // Nearly every word is small letters to its end.
    for (at += 1; at < length; at += 1) {
      const next = text.charCodeAt(at)
      kind = next > 0x7f ? OTHER : (KINDS[next] as number)
      if (kind !== LOWER) break
      hash = hashed(hash, next)
    }
    if (at === length || (kind & WITHIN) === 0) {
      if (first !== DIGIT || at === start + 1) {
        add(spans, start, at, finished(hash))
        continue
      }
    }
    at = scanRest(text, start, first, spans)
  }
  return true
}

/** Finds the word that begins at `start`, whatever it is made of; gives where it ends. */
function scanRest(text: string, start: number, first: number, spans: Spans): number {
  let at = start + 1
  let end = at
  let rest = 0
  for (; at < text.length; at += 1) {
    const next = text.charCodeAt(at)
    const kind = next > 0x7f ? OTHER : (KINDS[next] as number)
    if ((kind & ALPHANUMERIC) !== 0) {
      // A joiner behind which nothing comes is no part of the word.
      rest |= at === end ? kind : kind | JOINER
      end = at + 1
    } else if (kind !== JOINER) break
  }
  add(spans, start, end, isOneWord(first, rest) ? hashOf(text, start, end) : IDENTIFIER)
  return at
}

/** Small letters, perhaps behind a capital; capitals; digits. */
function isOneWord(first: number, rest: number): boolean {
  return rest === first || rest === 0 || (first === UPPER && rest === LOWER)
}

/** Finds the parts of an identifier of ASCII characters, in order, as `splitIdentifier` would cut it. */
export function scanParts(text: string, start: number, end: number, spans: Spans): void {
  spans.count = 0
  let from = start
  let before = OTHER
  let last = OTHER
  for (let at = start; at < end; at += 1) {
    const kind = KINDS[text.charCodeAt(at)] as number
    if (kind === JOINER) {
      if (at > from) add(spans, from, at, hashOf(text, from, at))
      from = at + 1
    } else if (at > from && isBoundary(before, last, kind, text, at, end)) {
      add(spans, from, at, hashOf(text, from, at))
      from = at
    }
    before = last
    last = kind
  }
  if (end > from) add(spans, from, end, hashOf(text, from, end))
}

/** Whether a part ends between `last` and `kind`, which is at `at`; `before` precedes `last`. */
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
  if ((before & LETTER) === 0 || kindAt(text, at + 1, end) !== LOWER) return false
  // The `s` of a plural belongs to what it follows: APIs.
  return text[at + 1] !== 's' || kindAt(text, at + 2, end) === LOWER
}

function kindAt(text: string, place: number, end: number): number {
  return place < end ? (KINDS[text.charCodeAt(place)] as number) : OTHER
}

/** Dashes, quotes, bullets and dots of the block General Punctuation, which occur in English texts too. */
function isPunctuation(unit: number): boolean {
  return unit >= 0x2010 && unit <= 0x2027
}
