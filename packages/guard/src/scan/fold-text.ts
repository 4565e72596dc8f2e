import { cleanText } from '@toolscout/model/internal'
import { LOOKALIKES, PSEUDO_TAGS } from '../checks/rules.ts'
import { ROTATED } from './decode-texts.ts'

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

/** What of a text is to be looked at more closely; told by one pass over its characters. */
export interface TextSigns {
  /** Whether single letters stand in a row, nine at least. */
  readonly isSpaced: boolean
  /** Whether something in it may be written in another way, see `decodeTexts`. */
  readonly mayEncode: boolean
}

/** Kinds of ASCII characters, as bits. */
const [SMALL, GAP, BLOB, ESCAPE, DIGIT] = [1, 2, 4, 8, 16] as const
const KINDS = Uint8Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code)
  const kinds: readonly (readonly [RegExp, number])[] = [
    [/[a-z]/, SMALL],
    [/[ .\-_*]/, GAP],
    [/[A-Za-z0-9+/_-]/, BLOB],
    [/[%&\\]/, ESCAPE],
    [/[0-9]/, DIGIT],
  ]
  return kinds.reduce((sum, [kind, bit]) => (kind.test(character) ? sum + bit : sum), 0)
})
/** The least that the closer looks ask for. */
const LEAST = { pairs: 9, blob: 20, digits: 16 }

const ANYTHING: TextSigns = Object.freeze({ isSpaced: true, mayEncode: true })

/** Looks at every character of a text once; what is not ASCII may be anything. */
export function readSigns({ text, isAscii }: FoldedText): TextSigns {
  if (!isAscii) return ANYTHING
  let [kinds, pairs, mostPairs, blob, mostBlob, digits] = [0, 0, 0, 0, 0, 0]
  let before = 0
  /** Whether the character before is the letter of a pair. */
  let isPaired = false
  for (let i = 0; i < text.length; i += 1) {
    const kind = KINDS[text.charCodeAt(i)] as number
    kinds |= kind
    if ((kind & BLOB) !== 0) blob += 1
    else blob = 0
    if (blob > mostBlob) mostBlob = blob
    if ((kind & DIGIT) !== 0) digits += 1
    // A letter and a gap are a pair; pairs in a row begin behind each other.
    if ((before & SMALL) !== 0 && (kind & GAP) !== 0) {
      pairs = isPaired ? pairs + 1 : 1
      isPaired = false
      if (pairs > mostPairs) mostPairs = pairs
    } else isPaired = (before & GAP) !== 0 && (kind & SMALL) !== 0
    before = kind
  }
  const isLong = mostBlob >= LEAST.blob || digits >= LEAST.digits
  return {
    isSpaced: mostPairs >= LEAST.pairs,
    mayEncode: isLong || (kinds & ESCAPE) !== 0 || ROTATED.test(text),
  }
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
