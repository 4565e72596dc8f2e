import { createNearKeys } from './one-edit.ts'

/** The words of all tools, to make sense of words that no tool holds. */
export interface Vocabulary {
  /** Adding a word again changes nothing. Words that are not plain letters are not kept. */
  readonly add: (word: string) => void
  /** A document left or changed, so that some words may be nobody's any more. */
  readonly release: () => void
  /**
   * What may be meant by a word that no tool holds: the two it is made of (`pullrequest`), or else any of those one
   * slip of a finger away (`wheather`), in ascending order. Each reading is a row of words that tools hold.
   */
  readonly meantBy: (word: string) => readonly (readonly string[])[]
}

/** Shorter words are like too many others. */
const MIN_LENGTH = 4
const LETTERS = /^(?:\p{L}\p{M}*){4,}$/u
/** Shorter parts are found in any word. */
const MIN_PART = 3
/** Longer runs of letters are no words. */
const MAX_LENGTH = 40

/** Words that are remembered, a power of two. */
const RECENT = 4_096

/**
 * Creates an empty {@link Vocabulary}.
 *
 * @param isHeld whether a tool holds a word.
 */
export function createVocabulary(isHeld: (word: string) => boolean): Vocabulary {
  const words = createNearKeys(isHeld)
  /** Words that were added of late and are there: most words of a tool are among them. */
  const recent = new Array<string>(RECENT).fill('')

  const compound = (word: string): readonly string[] => {
    for (let i = MIN_PART; i <= word.length - MIN_PART; i += 1) {
      const parts = [word.slice(0, i), word.slice(i)]
      if (parts.every(isHeld)) return parts
    }
    return []
  }
  return {
    add: (word) => {
      if (word.length < MIN_LENGTH || word.length > MAX_LENGTH) return
      const place = placeOf(word)
      if (recent[place] === word) return
      if (words.find(word) < 0 && LETTERS.test(word)) words.add(word)
      recent[place] = word
    },
    release: () => {
      recent.fill('')
      words.age()
    },
    meantBy: (word) => {
      if (word.length > MAX_LENGTH || !LETTERS.test(word)) return []
      const parts = compound(word)
      return parts.length > 0 ? [parts] : words.near(word).map((near) => [near])
    },
  }
}

/** Where a word is remembered, by four of its letters. */
function placeOf(word: string): number {
  const last = word.length - 1
  const ends = word.charCodeAt(0) + 31 * word.charCodeAt(last)
  const middle = word.charCodeAt(last >> 1) + 31 * word.charCodeAt(last - 1)
  return (ends + 961 * middle + word.length) & (RECENT - 1)
}
