import type { Analyzer } from '../analysis/analyzer.ts'
import {
  type DocumentTokens,
  isSurface,
  numberOfCode,
  pairTerm,
  rootsOf,
  termOfCode,
  type Word,
} from '../analysis/tokens.ts'
import { grown } from '../kernel/text-table.ts'
import type { SectionReader, SectionWriter } from '../snapshot/sections.ts'
import { EditDistanceIndex } from './edit-distance-index.ts'

/** What may be meant by a word: rows of words. */
export type Corrections = readonly (readonly string[])[]

/** Shorter words are like too many others. */
const MIN_LENGTH = 4
const LETTERS = /^(?:\p{L}\p{M}*){4,}$/u
/** Shorter parts are found in any word. */
const MIN_PART = 3
/** Longer runs of letters are no words. */
const MAX_LENGTH = 40

/** Words whose corrections are remembered, since a request and its subqueries ask for the same: those of a long one. */
const MAX_CORRECTED = 64

/** The words of all tools, to make sense of words that no tool holds. */
export class Spelling {
  readonly #isHeld: (word: string) => boolean
  readonly #words: EditDistanceIndex
  /** By number of a known token: 1 where its word was added and is still there. */
  #met = new Uint8Array(0)
  /** Whose numbers of tokens they are. */
  #knownKey = 0
  #areGone = false
  readonly #corrected = new Map<string, Corrections>()

  /** @param isHeld whether a tool holds a word. */
  constructor(isHeld: (word: string) => boolean, saved?: SectionReader) {
    this.#isHeld = isHeld
    this.#words = new EditDistanceIndex(isHeld, saved)
  }

  /** Adds the words of a document; again, it changes nothing. Words of other than letters are not kept. */
  add(document: DocumentTokens): void {
    this.#corrected.clear()
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
      this.#addWord(termOfCode(document, code))
    }
  }

  /** Call it when a document left or changed: some words may have no tool any more. */
  release(): void {
    this.#corrected.clear()
    this.#areGone = true
    this.#words.age()
  }

  /**
   * What may be meant by a word that no tool holds: the two it is made of (`pullrequest`), or else any of those at
   * edit distance 1 (`wheather`), in ascending order. Each correction is a row of words that tools hold.
   */
  correctionsOf(word: string): Corrections {
    let meant = this.#corrected.get(word)
    if (meant === undefined) {
      meant = this.#findCorrections(word)
      if (this.#corrected.size === MAX_CORRECTED) this.#corrected.clear()
      this.#corrected.set(word, meant)
    }
    return meant
  }

  /** Writes all there is. */
  save(out: SectionWriter): void {
    this.#words.save(out)
  }

  #findCorrections(word: string): Corrections {
    if (word.length > MAX_LENGTH || !LETTERS.test(word)) return []
    for (let i = MIN_PART; i <= word.length - MIN_PART; i += 1) {
      const parts = [word.slice(0, i), word.slice(i)]
      if (parts.every(this.#isHeld)) return [parts]
    }
    return this.#words.near(word).map((near) => [near])
  }

  #addWord(word: string): void {
    if (word.length < MIN_LENGTH || word.length > MAX_LENGTH || this.#words.find(word) >= 0) return
    if (LETTERS.test(word)) this.#words.add(word)
  }
}

/** What compounds are taken apart with. */
export interface Splitting {
  readonly analyzer: Analyzer
  /** Tools that hold a term. */
  readonly frequencyOf: (term: string) => number
}

/** Words that are taken apart, and the shortest part, as in `db`. */
const COMPOUND = /^[a-z]{6,128}$/
const MIN_COMPOUND_PART = 2

/** Words in one piece that tools write as two (`cosmosdb`, `Cosmos DB`): their root terms, and the pairs they are found by. */
export function compoundsAsPairs(
  words: readonly Word[],
  reading: Splitting,
): readonly { readonly root: string; readonly pair: string }[] {
  return words.flatMap((word) => {
    const text = word.text.toLowerCase()
    const [root, part] = rootsOf([word])
    if (root === undefined || part !== undefined || !COMPOUND.test(text)) return []
    const pair = pairOf(text, reading)
    return pair === undefined ? [] : [{ root, pair }]
  })
}

function pairOf(word: string, reading: Splitting): string | undefined {
  for (let i = MIN_COMPOUND_PART; i <= word.length - MIN_COMPOUND_PART; i += 1) {
    const parts = [word.slice(0, i), word.slice(i)]
    if (!parts.every((part) => reading.frequencyOf(part) > 0)) continue
    const [one, other, ...more] = rootsOf(reading.analyzer.analyze(parts.join(' ')))
    if (one === undefined || other === undefined || more.length > 0) continue
    if (reading.frequencyOf(pairTerm(one, other)) > 0) return pairTerm(one, other)
  }
  return undefined
}
