import type { Tool, Verdict } from '@toolscout/model'
import { createAnalyzer } from '@toolscout/search'

/** Words of a query that a reason names. */
const MAX_WORDS = 5
/** How much of a description is looked at, in UTF-16 code units. */
const MAX_TEXT_LENGTH = 2_000
const analyzer = createAnalyzer()

/** Why a tool was found, in a sentence: the words of the query it says, or what it lacks. */
export function matchReason(query: string, tool: Tool, verdict: Verdict | undefined): string {
  const near = verdict?.nearMisses.find(({ id }) => id === tool.id)
  if (near !== undefined) return near.reason
  const inName = commonWords(query, [tool.name, tool.title ?? '', tool.namespace ?? ''].join(' '))
  const inText = commonWords(query, (tool.description ?? '').slice(0, MAX_TEXT_LENGTH))
  const further = inText.filter((word) => !inName.includes(word))
  const told = [
    ...(inName.length === 0 ? [] : [`its name says ${inName.join(', ')}`]),
    ...(further.length === 0 ? [] : [`its description says ${further.join(', ')}`]),
  ]
  return told.length === 0 ? 'Means something near.' : `Matches: ${told.join('; ')}.`
}

function commonWords(query: string, text: string): readonly string[] {
  const terms = new Set(analyzer.analyze(text).flatMap(({ tokens }) => tokens.map(({ term }) => term)))
  const common = analyzer.analyze(query).filter(({ tokens }) => tokens.some(({ term }) => terms.has(term)))
  return [...new Set(common.map(({ text: word }) => word))].slice(0, MAX_WORDS)
}
