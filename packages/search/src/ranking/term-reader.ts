import { pairTerm } from '../analysis/tokens.ts'
import type { QueryTerm } from '../kernel/scored-documents.ts'
import type { FormTerm } from '../synonyms/expansions.ts'
import type { RankingSignals } from './signals.ts'
import type { Compound } from './spelling.ts'
import type { RootReading, WordReading, WordTerm } from './word-readings.ts'

/** What a word of a phrase counts, such as `take` and `off` of `take it off`: the verbs of the phrase stand for it. */
const IN_PHRASE = 0.1
/** What a pair counts of words with another one between them: `list issues` of `list open issues`. */
const ACROSS = 0.5
const NO_ROWS: WordReading['rows'] = []

/** What terms are read with. */
export interface TermReading {
  readonly signals: RankingSignals
  /** Whether a tool has two roots as a pair, see `pairTerm`. */
  readonly holdsPair: (one: string, other: string) => boolean
}

/** The terms of a text, while they are read. */
export class TermReader {
  readonly terms: Map<string, ReadTerm> = new Map()
  readonly roots: Map<string, number> = new Map()
  readonly expansions: Map<string, readonly string[]> = new Map()
  readonly #reading: TermReading
  readonly #ofPhrases: ReadonlySet<string>
  readonly #rootsRead: RootReading[] = []

  constructor(reading: TermReading, ofPhrases: ReadonlySet<string>) {
    this.#reading = reading
    this.#ofPhrases = ofPhrases
  }

  /** What a root term of the text counts. */
  readonly weightOf = (root: string): number => (this.#ofPhrases.has(root) ? IN_PHRASE : 1)

  /** Adds a term of the text itself: each counts once, however often it occurs. */
  addOwn(text: string, weight: number, covers: boolean, within?: string): void {
    const known = this.terms.get(text)
    if (weight <= (known?.weight ?? 0)) return
    if (known === undefined) this.terms.set(text, { text, weight, covers, within })
    else {
      known.weight = weight
      known.covers = covers
      known.within = within
    }
  }

  /** Adds an expansion: one that several words of the text share counts for each of them. */
  addOther(text: string, weight: number, covers = false): void {
    if (weight <= 0 || this.roots.has(text)) return
    const known = this.terms.get(text)
    if (known === undefined) this.terms.set(text, { text, weight, covers, within: undefined })
    else {
      known.weight += weight
      known.covers = covers
      known.within = undefined
    }
  }

  /** Adds what tools hold of a word, which counts for as much as `share`. */
  addTokens({ terms }: WordReading, share: number): void {
    for (let i = 0; i < terms.length; i += 1) {
      const { text, weight, weighedBy, covers, within } = terms[i] as WordTerm
      this.addOwn(
        text,
        weight * (weighedBy === undefined ? 1 : this.weightOf(weighedBy)) * share,
        covers,
        within,
      )
    }
  }

  /** Adds a word of the text. */
  addWord(word: WordReading): void {
    const { roots } = word
    for (let i = 0; i < roots.length; i += 1) {
      const read = roots[i] as RootReading
      if (this.roots.has(read.root)) continue
      this.roots.set(read.root, this.weightOf(read.root))
      this.#rootsRead.push(read)
    }
    this.addTokens(word, 1)
  }

  /** Adds the synonyms of the words. */
  addSynonyms(): void {
    for (let i = 0; i < this.#rootsRead.length; i += 1) {
      const { root, held, synonyms } = this.#rootsRead[i] as RootReading
      const weight = this.#reading.signals.synonyms * this.weightOf(root)
      for (let j = 0; j < held.length; j += 1) {
        const { term, share } = held[j] as (typeof held)[number]
        this.addOther(term, weight * share)
      }
      if (synonyms !== undefined) this.#expand(root, synonyms)
    }
  }

  addForms(forms: readonly FormTerm[]): void {
    for (const { term, weight, covers, root } of forms) {
      this.addOwn(term, weight, covers)
      if (covers && root !== undefined) this.#expand(root, [term])
    }
  }

  addCompound({ pair, root }: Compound): void {
    this.addOwn(pair, this.weightOf(root), true)
    this.#expand(root, [pair])
  }

  #expand(root: string, others: readonly string[]): void {
    const known = this.expansions.get(root)
    this.expansions.set(root, known === undefined ? others : [...known, ...others])
  }

  /** Adds neighbours as pairs, each word by the rows of roots that it may stand for. */
  addPairs(count: number, rowsAt: (at: number) => WordReading['rows']): void {
    let before: WordReading['rows'] = NO_ROWS
    let beforeThat: WordReading['rows'] = NO_ROWS
    for (let at = 0; at < count; at += 1) {
      const rows = rowsAt(at)
      for (let r = 0; r < rows.length; r += 1) {
        const row = rows[r] as readonly string[]
        for (let i = 1; i < row.length; i += 1) this.#addPair(row[i - 1], row[i], 1)
        for (let b = 0; b < before.length; b += 1) this.#addPair(before[b]?.at(-1), row[0], 1)
        for (let b = 0; b < beforeThat.length; b += 1) this.#addPair(beforeThat[b]?.at(-1), row[0], ACROSS)
      }
      beforeThat = before
      before = rows
    }
  }

  #addPair(before: string | undefined, root: string | undefined, share: number): void {
    if (before === undefined || root === undefined || before === root) return
    if (!this.#reading.holdsPair(before, root)) return
    const weight = share * this.#reading.signals.pairs * Math.min(this.weightOf(before), this.weightOf(root))
    this.addOwn(pairTerm(before, root), weight, false)
  }
}

/** A term while more is read. */
type ReadTerm = { -readonly [member in keyof QueryTerm]: QueryTerm[member] }
