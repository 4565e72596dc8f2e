import { type DocumentTokens, isSurface, numberOfCode, termOfCode } from '../analysis/tokens.ts'
import { grown } from '../kernel/hash-table.ts'
import type { SectionReader, SectionWriter } from '../snapshot/sections.ts'
import { createEditDistanceIndex } from './edit-distance-index.ts'

/** The words of all tools, to make sense of words that no tool holds. */
export interface Spelling {
  /** Adds the words of a document; again, it changes nothing. Words of other than letters are not kept. */
  readonly add: (document: DocumentTokens) => void
  /** Call it when a document left or changed: some words may have no tool any more. */
  readonly release: () => void
  /**
   * What may be meant by a word that no tool holds: the two it is made of (`pullrequest`), or else any of those at
   * edit distance 1 (`wheather`), in ascending order. Each correction is a row of words that tools hold.
   */
  readonly correctionsOf: (word: string) => Corrections
  /** Writes all there is. */
  readonly save: (out: SectionWriter) => void
}

/** What may be meant by a word: rows of words. */
export type Corrections = readonly (readonly string[])[]

/** Shorter words are like too many others. */
const MIN_LENGTH = 4
const LETTERS = /^(?:\p{L}\p{M}*){4,}$/u
/** Shorter parts are found in any word. */
const MIN_PART = 3
/** Longer runs of letters are no words. */
const MAX_LENGTH = 40

/**
 * Creates an empty {@link Spelling}, or the one that was saved.
 *
 * @param isHeld whether a tool holds a word.
 */
export function createSpelling(isHeld: (word: string) => boolean, saved?: SectionReader): Spelling {
  const words = createEditDistanceIndex(isHeld, saved)
  /** By number of a known token: 1 where its word was added and is still there. */
  let met = new Uint8Array(0)
  /** Whose numbers of tokens they are. */
  let knownKey = 0
  let areGone = false

  const compound = (word: string): readonly string[] => {
    for (let i = MIN_PART; i <= word.length - MIN_PART; i += 1) {
      const parts = [word.slice(0, i), word.slice(i)]
      if (parts.every(isHeld)) return parts
    }
    return []
  }
  const addWord = (word: string): void => {
    if (word.length < MIN_LENGTH || word.length > MAX_LENGTH || words.find(word) >= 0) return
    if (LETTERS.test(word)) words.add(word)
  }
  return {
    add: (document) => {
      const { codes, count, known } = document
      if (areGone || known.key !== knownKey) met.fill(0)
      areGone = false
      knownKey = known.key
      met = grown(met, known.terms.length)
      for (let i = 0; i < count; i += 1) {
        const code = codes[i] as number
        if (!isSurface(code)) continue
        const number = numberOfCode(code)
        if (number >= 0) {
          if (met[number] === 1) continue
          met[number] = 1
        }
        addWord(termOfCode(document, code))
      }
    },
    save: (out) => words.save(out),
    release: () => {
      areGone = true
      words.age()
    },
    correctionsOf: (word) => {
      if (word.length > MAX_LENGTH || !LETTERS.test(word)) return []
      const parts = compound(word)
      return parts.length > 0 ? [parts] : words.near(word).map((near) => [near])
    },
  }
}
