import { cleanText } from '@toolscout/model/internal'
import { LOOKALIKES } from '../checks/rules.ts'

/** A text as it is looked through. */
export interface FoldedText {
  /** In lower case, every letter in its plain form, without hidden characters. */
  readonly text: string
  /** Whether letters of other scripts stood in Latin words. */
  readonly hasLookalikes: boolean
}

const ASCII = /^[\0-\x7f]*$/
const WORDS = /[\p{L}\p{N}\p{M}]+/gu
const LATIN = /[a-z]/
const FOREIGN = /[\u0370-\u03ff\u0400-\u052f]/

/** Folds what makes no difference to a reader. */
export function foldText(text: string): FoldedText {
  const lower = text.toLowerCase()
  if (ASCII.test(lower)) return { text: lower, hasLookalikes: false }
  const plain = cleanText(lower).normalize('NFKC').toLowerCase()
  if (!FOREIGN.test(plain)) return { text: plain, hasLookalikes: false }
  let hasLookalikes = false
  const folded = plain.replace(WORDS, (word) => {
    if (!LATIN.test(word) || !FOREIGN.test(word)) return word
    const latin = [...word].map((letter) => LOOKALIKES.get(letter) ?? letter).join('')
    if (latin !== word && !FOREIGN.test(latin)) hasLookalikes = true
    return latin
  })
  return { text: folded, hasLookalikes }
}
