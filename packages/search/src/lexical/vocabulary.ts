import { KnownToken, nextKey } from '../analysis/known-token.ts'
import type { Token } from '../analysis/word.ts'
import type { SectionReader, SectionWriter } from '../snapshot/sections.ts'
import { createNearKeys } from './one-edit.ts'

/** The words of all tools, to make sense of words that no tool holds. */
export interface Vocabulary {
  /** Adds the word of a token that stands in a text; again, it changes nothing. Words of other than letters are not kept. */
  readonly add: (token: Token) => void
  /** A document left or changed, so that some words may be nobody's any more. */
  readonly release: () => void
  /**
   * What may be meant by a word that no tool holds: the two it is made of (`pullrequest`), or else any of those one
   * slip of a finger away (`wheather`), in ascending order. Each reading is a row of words that tools hold.
   */
  readonly meantBy: (word: string) => readonly (readonly string[])[]
  /** Writes all there is. */
  readonly save: (out: SectionWriter) => void
}

/** Shorter words are like too many others. */
const MIN_LENGTH = 4
const LETTERS = /^(?:\p{L}\p{M}*){4,}$/u
/** Shorter parts are found in any word. */
const MIN_PART = 3
/** Longer runs of letters are no words. */
const MAX_LENGTH = 40

/**
 * Creates an empty {@link Vocabulary}, or the one that was saved.
 *
 * @param isHeld whether a tool holds a word.
 */
export function createVocabulary(isHeld: (word: string) => boolean, saved?: SectionReader): Vocabulary {
  const words = createNearKeys(isHeld, saved)
  /** Whoever met a token with it has added its word, and it is still there. */
  let key = nextKey()

  const compound = (word: string): readonly string[] => {
    for (let i = MIN_PART; i <= word.length - MIN_PART; i += 1) {
      const parts = [word.slice(0, i), word.slice(i)]
      if (parts.every(isHeld)) return parts
    }
    return []
  }
  return {
    add: (token) => {
      const word = token.term
      if (!token.surface || word.length < MIN_LENGTH || word.length > MAX_LENGTH) return
      if (KnownToken.isMet(token, key) || words.find(word) >= 0) return
      if (LETTERS.test(word)) words.add(word)
    },
    save: words.save,
    release: () => {
      key = nextKey()
      words.age()
    },
    meantBy: (word) => {
      if (word.length > MAX_LENGTH || !LETTERS.test(word)) return []
      const parts = compound(word)
      return parts.length > 0 ? [parts] : words.near(word).map((near) => [near])
    },
  }
}
