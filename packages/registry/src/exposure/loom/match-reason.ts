import type { Tool, Verdict } from '@toolscout/model'
import { createAnalyzer } from '@toolscout/search'

/** Words of a query that a reason names. */
const MAX_WORDS = 5
/** How much of a description is looked at, in UTF-16 code units. */
const MAX_TEXT_LENGTH = 2_000
const analyzer = createAnalyzer()

/** What a tool says, as reasons need it; it follows from the definition alone, and may be kept beside it. */
export interface SaidTerms {
  /** Terms of its name, title and namespace. */
  readonly name: ReadonlySet<string>
  /** Terms of the beginning of its description. */
  readonly description: ReadonlySet<string>
}

/** Reads what a tool says. */
export function readSaidTerms(tool: Pick<Tool, 'name' | 'title' | 'namespace' | 'description'>): SaidTerms {
  const { name, title = '', namespace = '', description = '' } = tool
  return Object.freeze({
    name: termsOf([name, title, namespace].join(' ')),
    description: termsOf(description.slice(0, MAX_TEXT_LENGTH)),
  })
}

/**
 * Says of tools why a query found them, each in a sentence: the words of the query it says, or what it lacks. The query is
 * read once for all of them.
 */
export function createMatchReasons(
  query: string,
  verdict: Verdict | undefined,
): (id: string, said: SaidTerms) => string {
  const asked = new Map<string, Set<string>>()
  for (const { text, tokens } of analyzer.analyze(query)) {
    const terms = asked.get(text) ?? new Set()
    for (const { term } of tokens) terms.add(term)
    asked.set(text, terms)
  }
  const common = (said: ReadonlySet<string>): readonly string[] => {
    const words: string[] = []
    for (const [word, terms] of asked) {
      for (const term of terms) {
        if (!said.has(term)) continue
        words.push(word)
        break
      }
      if (words.length === MAX_WORDS) break
    }
    return words
  }
  return (id, said) => {
    const near = verdict?.nearMisses.find((miss) => miss.id === id)
    if (near !== undefined) return near.reason
    const inName = common(said.name)
    const further = common(said.description).filter((word) => !inName.includes(word))
    const told = [
      ...(inName.length === 0 ? [] : [`its name says ${inName.join(', ')}`]),
      ...(further.length === 0 ? [] : [`its description says ${further.join(', ')}`]),
    ]
    return told.length === 0 ? 'Means something near.' : `Matches: ${told.join('; ')}.`
  }
}

function termsOf(text: string): ReadonlySet<string> {
  const terms = new Set<string>()
  for (const { tokens } of analyzer.analyze(text)) for (const { term } of tokens) terms.add(term)
  return terms
}
