import { type DocumentTokens, isSurface, numberOfCode, termOfCode } from '../analysis/tokens.ts'
import { grown } from '../kernel/text-table.ts'
import type { SectionReader, SectionWriter } from '../snapshot/sections.ts'
import { EditDistanceIndex } from './edit-distance-index.ts'

/** Shorter words are like too many others. */
const MIN_LENGTH = 4
const LETTERS = /^(?:\p{L}\p{M}*){4,}$/u
/** Longer runs of letters are no words. */
const MAX_LENGTH = 40

/** Whether a text may be a word of the vocabulary. */
export function isVocable(text: string): boolean {
  return text.length >= MIN_LENGTH && text.length <= MAX_LENGTH && LETTERS.test(text)
}

/** The words of all tools, to make sense of words that no tool holds. */
export class Vocabulary {
  readonly words: EditDistanceIndex
  /** By number of a known token: 1 where its word was added and is still there. */
  #met = new Uint8Array(0)
  /** Whose numbers of tokens they are. */
  #knownKey = 0
  #areGone = false

  /** @param isHeld whether a tool holds a word. */
  constructor(isHeld: (word: string) => boolean, saved?: SectionReader) {
    this.words = new EditDistanceIndex(isHeld, saved)
  }

  /** Adds the words of a document; again, it changes nothing. Words of other than letters are not kept. */
  add(document: DocumentTokens): void {
    const { codes, count, known } = document
    if (this.#areGone || known.key !== this.#knownKey) this.#met.fill(0)
    this.#areGone = false
    this.#knownKey = known.key
    this.#met = grown(this.#met, known.terms.length)
    for (let i = 0; i < count; i += 1) {
      const code = codes[i] as number
      if (!isSurface(code)) continue
      const number = numberOfCode(code)
      if (number >= 0) {
        if (this.#met[number] === 1) continue
        this.#met[number] = 1
      }
      const word = termOfCode(document, code)
      if (isVocable(word)) this.words.add(word)
    }
  }

  /** Call it when a document left or changed: some words may have no tool any more. */
  release(): void {
    this.#areGone = true
    this.words.age()
  }

  /** Writes all there is. */
  save(out: SectionWriter): void {
    this.words.save(out)
  }
}
