import type { Analyzer } from './analyzer.ts'

/** Words that no tool holds, neither as they are nor by their stem; each once, as written. */
export function unmatchedTerms(
  query: string,
  analyzer: Analyzer,
  frequencyOf: (term: string) => number,
): readonly string[] {
  const unmatched = analyzer
    .analyze(query)
    .filter(({ tokens }) => tokens.length > 0 && tokens.every((token) => frequencyOf(token.term) === 0))
  return [...new Set(unmatched.map((word) => word.text))]
}
