import lexicon from './lexicon.json' with { type: 'json' }

/**
 * What a word or phrase can say. The lists of `lexicon.json` are in lower case, words separated by one space; a word that
 * begins with a dot is one that does in the text, as names of hidden files do.
 */
export type Concept = keyof typeof lexicon.concepts

const NAMES = Object.keys(lexicon.concepts) as Concept[]

/** One bit a concept. */
export const BITS = Object.freeze(Object.fromEntries(NAMES.map((name, i) => [name, 1 << i]))) as {
  readonly [concept in Concept]: number
}

/** By word or phrase, the bits of what it says. */
export const CONCEPTS: ReadonlyMap<string, number> = readLexicon()

/** What phrases of several words begin with, without their last word. */
export const PHRASE_BEGINNINGS: ReadonlySet<string> = beginningsOf(CONCEPTS.keys())

/** Every beginning of whole words that is shorter than its phrase. */
export function beginningsOf(phrases: Iterable<string>): ReadonlySet<string> {
  const beginnings = new Set<string>()
  for (const phrase of phrases) {
    for (let end = phrase.indexOf(' '); end !== -1; end = phrase.indexOf(' ', end + 1)) {
      beginnings.add(phrase.slice(0, end))
    }
  }
  return beginnings
}

function readLexicon(): ReadonlyMap<string, number> {
  const concepts = new Map<string, number>()
  for (const name of NAMES) {
    for (const phrase of lexicon.concepts[name]) {
      concepts.set(phrase, (concepts.get(phrase) ?? 0) | BITS[name])
    }
  }
  return concepts
}
