import { copyOf } from '../analysis/text-reader.ts'
import { pairTerm, rootsOf, type Token, type Word } from '../analysis/tokens.ts'
import type { Synonyms } from '../synonyms/read-synonyms.ts'
import type { Servers } from './servers.ts'
import type { RankingSignals } from './signals.ts'
import { type Compound, compoundOf, type Splitting } from './spelling.ts'
import { Memo } from './tools-by-key.ts'
import { baseOf } from './verbs.ts'

/** A term of a word that tools hold. */
export interface WordTerm {
  readonly text: string
  /** What it counts. */
  readonly weight: number
  /** The root whose weight in the request that is multiplied by; undefined for whole identifiers. */
  readonly weighedBy: string | undefined
  /** Whether it counts as a covered word of the name. */
  readonly covers: boolean
  /** Its stem, which every tool with this form holds too. */
  readonly within: string | undefined
}

/** What a root term comes to in a catalog. */
export interface RootReading {
  readonly root: string
  readonly synonyms: readonly string[] | undefined
  /** Those that tools hold, see `synonymsOf`. */
  readonly held: readonly { readonly term: string; readonly share: number }[]
}

/** What a word of a request comes to in a catalog. */
export interface WordReading {
  readonly terms: readonly WordTerm[]
  readonly roots: readonly RootReading[]
  /** The row of its root terms. */
  readonly rows: readonly (readonly string[])[]
  /** Whether a tool holds it in any form, or it has synonyms. */
  readonly isKnown: boolean
  /** Whether no tool holds one of its parts as it is written. */
  readonly isMistyped: boolean
  /** Whether there may be another way to write what begins with one of its roots. */
  readonly beginsForm: boolean
  readonly compound: Compound | undefined
  /** The verb that it is a form of, if any. */
  readonly verb: string | undefined
  /** The servers that it names; see `Servers.namedIn`. */
  readonly servers: ReadonlyMap<number, number>
}

/** What words are read with. */
export interface WordDeps extends Splitting, Expanding {
  readonly signals: RankingSignals
}

/** Words that are remembered: those of some hundreds of requests. */
const MAX_WORDS = 4_096

/** What words come to in a catalog, each read once until the catalog changes. */
export class WordReadings {
  readonly #deps: WordDeps
  readonly #servers: Servers
  /** By text, since an identifier is another word each time it is read. */
  readonly #words = new Map<string, WordReading>()
  readonly #roots = new Memo((root: string): RootReading => {
    return { root, synonyms: this.#deps.synonyms.get(root), held: synonymsOf(root, this.#deps) }
  })

  constructor(deps: WordDeps, servers: Servers) {
    this.#deps = deps
    this.#servers = servers
  }

  of(word: Word): WordReading {
    const known = this.#words.get(word.text)
    if (known !== undefined) return known
    const reading = this.#readWord(word)
    if (this.#words.size === MAX_WORDS) this.#words.clear()
    this.#words.set(copyOf(word.text, 0, word.text.length), reading)
    return reading
  }

  /** Call it when a tool comes or goes. */
  clear(): void {
    this.#words.clear()
    this.#roots.clear()
  }

  #readWord(word: Word): WordReading {
    const { tokens } = word
    const { frequencyOf, synonyms } = this.#deps
    const row = rootsOf([word])
    const roots = row.map((root) => this.#roots.get(root))
    return {
      terms: tokens.flatMap((token, i) => this.#termOf(token, tokens[i + 1])),
      roots,
      rows: [row],
      isKnown:
        tokens.some(({ term }) => frequencyOf(term) > 0) ||
        tokens.some(({ term }) => synonyms.get(term) !== undefined),
      isMistyped: tokens.some(({ term, surface }) => surface && frequencyOf(term) === 0),
      beginsForm: row.some(synonyms.beginsForm),
      compound: compoundOf(word, this.#deps),
      verb: baseOf(word.text.toLowerCase()),
      servers: this.#servers.namedIn(row, frequencyOf),
    }
  }

  /** What a token counts; none that tools do not hold. */
  #termOf({ term, surface, root }: Token, next: Token | undefined): readonly WordTerm[] {
    const { frequencyOf, signals } = this.#deps
    if (frequencyOf(term) === 0) return []
    if (!surface && !root)
      return [{ text: term, weight: 1, weighedBy: undefined, covers: false, within: undefined }]
    // The stem of a word follows it; a word without a stem counts for both.
    const stem = !root && next?.root === true ? next.term : undefined
    const weight = (root ? signals.stems : 0) + (surface ? signals.words : 0)
    const covers = root && signals.nameCoverage > 0
    return [{ text: term, weight, weighedBy: stem ?? term, covers, within: stem }]
  }
}

/** What expansions are weighed with. */
export interface Expanding {
  readonly synonyms: Synonyms
  /** Inverse document frequency of a term. */
  readonly rarityOf: (term: string) => number
  /** Tools that hold a term. */
  readonly frequencyOf: (term: string) => number
}

/** How much the synonyms of a word share one weight: each counts 1 / (those that tools hold) to this power. */
const SHARING = 0.4

/** What the other form of a word or phrase counts when it is one word, beside 1.7 for a word of the query. */
const WORD_FORM = 1.2
/** What the neighbours of a long form count together, as pairs, and what its words count together on their own. */
const PHRASE_FORM = 1
const WORDS_OF_FORM = 0.8

/**
 * The synonyms of a root term that tools hold, each with what it counts. However rare a synonym is, it adds no more than
 * the word itself would: `purge` in one tool must not outweigh `delete` in a hundred.
 */
export function synonymsOf(
  root: string,
  reading: Expanding,
): readonly { readonly term: string; readonly share: number }[] {
  const held = (reading.synonyms.get(root) ?? []).filter((term) => reading.frequencyOf(term) > 0)
  const share = 1 / held.length ** SHARING
  return held.map((term) => ({ term, share: share * boundOf(root, term, reading) }))
}

/** What a term may count in place of another, so that it adds no more however rare it is. */
function boundOf(root: string, term: string, reading: Expanding): number {
  return Math.min(1, reading.rarityOf(root) / reading.rarityOf(term))
}

/** A term of another form of some words of a query. */
export interface FormTerm {
  readonly term: string
  readonly weight: number
  /** Whether it stands for the whole form in a name. */
  readonly covers: boolean
  /** The root term whose other form it is of, when that is a single one. */
  readonly root: string | undefined
}

/**
 * The other forms of what is written, `pr` for `pull request` and the other way. A long form is looked for as a
 * phrase: its words alone count for their share and cover no name, since not every `request` is a `pr`.
 *
 * @param roots the root terms of the query, in order.
 */
export function otherForms(
  roots: readonly string[],
  reading: Expanding,
  weightOf: (root: string) => number,
): readonly FormTerm[] {
  const found: FormTerm[] = []
  for (let start = 0; start < roots.length; start += 1) {
    const forms = reading.synonyms.formsAt(roots, start)
    for (const { length, terms } of forms) {
      const matched = roots.slice(start, start + length)
      const meanings = forms.filter((form) => form.length === length).length
      const weight = Math.max(...matched.map(weightOf)) / Math.sqrt(meanings)
      const root = length === 1 ? matched[0] : undefined
      const add = (term: string, share: number, covers: boolean): void => {
        const bound = root === undefined ? 1 : boundOf(root, term, reading)
        found.push({ term, weight: weight * share * bound, covers, root })
      }
      if (terms.length === 1) add(terms[0] as string, WORD_FORM, true)
      else {
        for (const term of terms) add(term, WORDS_OF_FORM / terms.length, false)
        for (let i = 1; i < terms.length; i += 1)
          add(pairTerm(terms[i - 1] as string, terms[i] as string), PHRASE_FORM / (terms.length - 1), true)
      }
    }
  }
  return found
}
