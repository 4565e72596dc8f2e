import lexicon from './lexicon.json' with { type: 'json' }

/**
 * What a word or phrase can say. The lists of `lexicon.json` are in lower case, words separated by one space; a word that
 * begins with a dot is one that does in the text, as names of hidden files do.
 */
export type Concept = (typeof CONCEPT_NAMES)[number]

// biome-ignore format: a word each would be a page.
const CONCEPT_NAMES = [
  'override', 'rules', 'prior', 'negation', 'tell', 'user', 'stealth', 'file', 'secret', 'context', 'read', 'send',
  'place', 'slot', 'before', 'tool', 'use', 'any', 'must', 'instead', 'best', 'agent', 'address', 'command',
  'recipient', 'reroute', 'protection', 'disable', 'reply', 'persona', 'whole', 'pressure',
] as const

/** One bit a concept. */
export const BITS = Object.freeze(Object.fromEntries(CONCEPT_NAMES.map((name, i) => [name, 1 << i]))) as {
  readonly [concept in Concept]: number
}

let concepts: ReadonlyMap<string, number> | undefined

/** By word or phrase, the bits of what it says; read when it is first asked for. */
export function knownConcepts(): ReadonlyMap<string, number> {
  concepts ??= readLexicon()
  return concepts
}

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
  for (const name of CONCEPT_NAMES) {
    for (const phrase of lexicon.concepts[name]) {
      concepts.set(phrase, (concepts.get(phrase) ?? 0) | BITS[name])
    }
  }
  return concepts
}
