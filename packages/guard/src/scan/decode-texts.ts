import { cleanText } from '@toolscout/model/internal'
import { LOOKALIKES, PSEUDO_TAGS } from '../checks/rules.ts'

/** Blobs of one text that are decoded. */
const MAX_BLOBS = 20
/** Letters of a blob that are decoded; what hides has to fit into a definition. */
const MAX_BLOB = 8_000
const LEAST_BLOB = 20
const BLOBS = new RegExp(`(?<![A-Za-z0-9+/_-])[A-Za-z0-9+/_-]{${LEAST_BLOB},}`, 'g')
const IS_BLOB = Uint8Array.from({ length: 128 }, (_, code) =>
  Number(/[A-Za-z0-9+/_-]/.test(String.fromCharCode(code))),
)
const HEX = /^(?:0x)?[0-9a-fA-F]+$/
const HAS_ESCAPES =
  /%[0-9a-f]{2}.?%[0-9a-f]{2}.?%[0-9a-f]{2}|&#x?[0-9a-f]{2,6};.?&#|\\[ux]\{?[0-9a-f]{2,4}.?\\[ux]/i
const ESCAPES = /%([0-9a-f]{2})|&#(\d{2,6});|&#x([0-9a-f]{2,6});|\\u\{?([0-9a-f]{4})\}?|\\x([0-9a-f]{2})/gi
/** Letters as numbers in a row. */
const NUMBERS = /(?:\b(?:3[2-9]|[4-9]\d|1[01]\d|12[0-6])[ ,;-]{1,2}){8,400}/g
const MAX_NUMBERS = 400
const LETTERS = /[a-z]/gi
const TAGS = /[\u{e0020}-\u{e007e}]+/gu
const HAS_TAG = /[\u{e0020}-\u{e007e}]/u
/** A text of so few letters and spaces says nothing. */
const LEAST_TEXT = 8
const LEAST_PRINTABLE = 0.95
const LEAST_LETTERS = 0.25
/** A text that says that its letters were exchanged. */
const ROTATED = /\brot-?13\b/i
/** The least that escapes, tag characters, exchanged letters and numbers ask for. */
const SIGNS = /[%&\\\udb40]|13|\d\d[ ,;-]{1,2}\d\d/
/** Commands that are run, which hardly hold a sentence. */
export const RUNS: RegExp =
  /\b(?:curl|wget|iwr|invoke-webrequest)\b.{0,200}(?:\||;|&&)\s*(?:sudo\s+)?(?:sh|bash|zsh|python3?|node|iex)\b|\/dev\/tcp\/|\bchmod\s+(?:\+x|[0-7]{3,4})\b|\b(?:nc|ncat)\s.{0,40}-e\b|\bpowershell\b.{0,80}-e(?:nc)?\b|\brm\s+-[a-z]*r[a-z]*f|\/bin\/(?:ba|z)?sh\s+-i|\bbase64\s+-d\b.{0,40}\|\s*(?:ba)?sh|\bcat\s+(?:~|\/etc|\/root|\/home)\S*|\beval\(|\bcrontab\b/i

/** Readable texts that stand in a text in another writing: base64, hexadecimal, escapes, tag characters, ROT13. */
export function decodeTexts(text: string): readonly string[] {
  const found: string[] = []
  if (!hasBlob(text) && !SIGNS.test(text)) return found
  let blobs = 0
  for (const [blob] of text.matchAll(BLOBS)) {
    blobs += 1
    if (blobs > MAX_BLOBS) break
    const cut = blob.slice(0, MAX_BLOB)
    const bytes = Buffer.from(cut, HEX.test(cut) && cut.length % 2 === 0 ? 'hex' : 'base64')
    found.push(bytes.toString('utf8'))
  }
  if (HAS_ESCAPES.test(text)) found.push(unescapeText(text))
  if (HAS_TAG.test(text)) {
    for (const [tags] of text.matchAll(TAGS)) {
      found.push([...tags].map((tag) => String.fromCodePoint((tag.codePointAt(0) ?? 0) - 0xe0000)).join(''))
    }
  }
  if (ROTATED.test(text)) found.push(text.replace(LETTERS, rotate))
  for (const [numbers] of text.matchAll(NUMBERS)) {
    found.push(String.fromCharCode(...(numbers.match(/\d+/g) ?? []).slice(0, MAX_NUMBERS).map(Number)))
  }
  return found.filter(isReadable)
}

/** Whether a text holds a blob: one that is long enough has a character at every twentieth place. */
function hasBlob(text: string): boolean {
  const isBlob = (at: number): boolean => IS_BLOB[text.charCodeAt(at)] === 1
  for (let i = LEAST_BLOB - 1; i < text.length; i += LEAST_BLOB) {
    if (!isBlob(i)) continue
    let [from, to] = [i, i + 1]
    while (from > 0 && isBlob(from - 1)) from -= 1
    while (to < text.length && isBlob(to)) to += 1
    if (to - from >= LEAST_BLOB) return true
  }
  return false
}

function unescapeText(text: string): string {
  return text.replace(ESCAPES, (_all, percent, decimal, entity, unicode, hex) => {
    const code =
      decimal === undefined ? Number.parseInt(percent ?? entity ?? unicode ?? hex, 16) : Number(decimal)
    return code <= 0x10ffff ? String.fromCodePoint(code) : ''
  })
}

function rotate(letter: string): string {
  const code = letter.charCodeAt(0)
  const first = code < 97 ? 65 : 97
  return String.fromCharCode(((code - first + 13) % 26) + first)
}

/** Random bytes are hardly ever printable, and hardly ever letters. */
function isReadable(text: string): boolean {
  if (text.length < LEAST_TEXT) return false
  let [letters, printable] = [0, 0]
  for (let i = 0; i < text.length; i += 1) {
    const code = text.charCodeAt(i)
    const isLetter = (code > 159 && code !== 0xfffd) || ((code | 32) >= 97 && (code | 32) <= 122)
    if (isLetter) letters += 1
    if (isLetter || (code >= 32 && code < 127) || code === 10) printable += 1
  }
  return printable >= LEAST_PRINTABLE * text.length && letters >= LEAST_LETTERS * text.length
}

/** A text as it is looked through. */
export interface FoldedText {
  /** In lower case, every letter in its plain form, without hidden characters. */
  readonly text: string
  /** Whether letters of other scripts stood in Latin words. */
  readonly hasLookalikes: boolean
  /** Whether it is in ASCII, as nearly all are: then nothing was folded but the case. */
  readonly isAscii: boolean
}

const ASCII = /^[\0-\x7f]*$/
const WORDS = /[\p{L}\p{N}\p{M}]+/gu
const LATIN = /[a-z]/
const FOREIGN = /[\u0370-\u03ff\u0400-\u052f]/

/** Folds what makes no difference to a reader. */
export function foldText(text: string): FoldedText {
  const lower = text.toLowerCase()
  if (ASCII.test(lower)) return { text: lower, hasLookalikes: false, isAscii: true }
  const plain = cleanText(lower).normalize('NFKC').toLowerCase()
  if (!FOREIGN.test(plain)) return { text: plain, hasLookalikes: false, isAscii: false }
  let hasLookalikes = false
  const folded = plain.replace(WORDS, (word) => {
    if (!LATIN.test(word) || !FOREIGN.test(word)) return word
    const latin = [...word].map((letter) => LOOKALIKES.get(letter) ?? letter).join('')
    if (latin !== word && !FOREIGN.test(latin)) hasLookalikes = true
    return latin
  })
  return { text: folded, hasLookalikes, isAscii: false }
}

/** Where a text poses as the system by its markup, or `undefined`. */
export function findMarker(text: string): number | undefined {
  for (const match of text.matchAll(TAG)) {
    if (PSEUDO_TAGS.has(match[1] ?? '')) return match.index
  }
  const found = MARKER.exec(text) ?? HIDING.exec(text)
  return found === null ? undefined : found.index
}

const TAG = /[<[{]{1,2}[|/!]?\s?([a-z_]{2,24})[ :|>\]}]/g
/** Markup that hides what it holds. */
const HIDING =
  /display: ?none|visibility: ?hidden|color ?[=:] ?"?(?:white|#fff|transparent)|font-size: ?[01]|opacity: ?0|<desc>|<s>|```(?:system|instruction|prompt|admin)|(?<!note (?:to|for) (?:the )?)(?:assistant|agent|model|ai|llm)\)?: (?=[a-z])/
const MARKER =
  /<<sys>>|\[\/?inst\]|<\|[a-z_]{2,20}\|>|<!--|(?:^|\n)\s{0,8}(?:system|assistant|developer|human)\s?:|#{1,6} ?(?:system|instruction|new instruction|developer|assistant)s?\b|[=*-]{3,6} ?(?:system|admin|(?:begin|start|end)(?: of)? (?:system|admin|instruction|hidden|secret|prompt|override|description|tool|user|internal|context))|(?:^|\n|\()\s?(?:system|admin|internal|hidden|security|developer) (?:note|message|notice|prompt|instruction|directive|override|alert|update)s?\s?:/
