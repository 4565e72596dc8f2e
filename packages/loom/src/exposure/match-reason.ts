import type { Tool, Verdict } from '@toolscout/model'
import { createAnalyzer, type Token } from '@toolscout/search'

/** Words of a query that a reason names. */
const MAX_WORDS = 5
/** How much of a description is looked at, in UTF-16 code units. */
const MAX_TEXT_LENGTH = 2_000
const analyzer = createAnalyzer()

/** Where a tool says something. */
export type SaidWhere = 'name' | 'description' | 'both'

/**
 * What a tool says, as reasons need it: terms of its name, title and namespace, and of the beginning of its description. It
 * follows from the definition alone, and may be kept beside it.
 */
export type SaidTerms = ReadonlyMap<string, SaidWhere>

/** Reads what a tool says. */
export function readSaidTerms(tool: Pick<Tool, 'name' | 'title' | 'namespace' | 'description'>): SaidTerms {
  const { name, title = '', namespace = '', description = '' } = tool
  const inName = termsOf([name, title, namespace].join(' '))
  return joinSaid(inName, termsOf(description.slice(0, MAX_TEXT_LENGTH)))
}

/** Where each of the words or terms of a name and a description stands: one look tells both. */
export function joinSaid(
  name: Iterable<string>,
  description: Iterable<string>,
): ReadonlyMap<string, SaidWhere> {
  const said = new Map<string, SaidWhere>()
  for (const word of name) said.set(word, 'name')
  for (const word of description) {
    const before = said.get(word)
    said.set(word, before === undefined || before === 'description' ? 'description' : 'both')
  }
  return said
}

/**
 * Says of tools why a query found them, each in a sentence: the words of the query it says, or what it lacks. The query is
 * read once for all of them.
 */
export function createMatchReasons(
  query: string,
  verdict: Verdict | undefined,
): (id: string, said: SaidTerms) => string {
  const asked = [...new Map(analyzer.analyze(query).map((word) => [word.text, word])).values()]
  return (id, said) => {
    const near = verdict?.nearMisses.find((miss) => miss.id === id)
    if (near !== undefined) return near.reason
    let names = 0
    let named = ''
    let descriptions = 0
    let described = ''
    for (const { text, tokens } of asked) {
      const where = whereSaid(tokens, said)
      if (where === undefined) continue
      const isNamed = where !== 'description' && names < MAX_WORDS
      if (isNamed) {
        named = names === 0 ? text : `${named}, ${text}`
        names += 1
      }
      if (where === 'name' || descriptions === MAX_WORDS) continue
      descriptions += 1
      if (!isNamed) described = described === '' ? text : `${described}, ${text}`
    }
    if (named === '' && described === '') return 'Means something near.'
    if (described === '') return `Matches: its name says ${named}.`
    if (named === '') return `Matches: its description says ${described}.`
    return `Matches: its name says ${named}; its description says ${described}.`
  }
}

/** Where a word is said in any of its forms. */
function whereSaid(terms: readonly Token[], said: SaidTerms): SaidWhere | undefined {
  let where: SaidWhere | undefined
  // Lists of tokens are frozen, and over those the engine walks faster by number.
  for (let i = 0; i < terms.length; i += 1) {
    const own = said.get((terms[i] as Token).term)
    if (own === undefined || own === where) continue
    if (own === 'both' || where !== undefined) return 'both'
    where = own
  }
  return where
}

function termsOf(text: string): ReadonlySet<string> {
  const terms = new Set<string>()
  for (const { tokens } of analyzer.analyze(text)) for (const { term } of tokens) terms.add(term)
  return terms
}
