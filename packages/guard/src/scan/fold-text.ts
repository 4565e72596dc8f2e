import { cleanText } from '@toolscout/model/internal'
import { LOOKALIKES, PSEUDO_TAGS } from '../checks/rules.ts'

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
