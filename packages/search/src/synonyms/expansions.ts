import { pairTerm } from '../analysis/tokens.ts'
import type { Synonyms } from './read-synonyms.ts'

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
