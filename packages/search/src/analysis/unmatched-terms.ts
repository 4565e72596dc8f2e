import type { Analyzer } from './analyzer.ts'
import { foldWord } from './fold.ts'

/** Words that no tool holds, neither as they are nor by their stem; each once, as it is first written. */
export function unmatchedTerms(
  query: string,
  analyzer: Analyzer,
  frequencyOf: (term: string) => number,
): readonly string[] {
  const unmatched = analyzer
    .analyze(query)
    .filter(({ tokens }) => tokens.length > 0 && tokens.every((token) => frequencyOf(token.term) === 0))
  const written = new Map<string, string>()
  for (const { text } of unmatched) if (!written.has(foldWord(text))) written.set(foldWord(text), text)
  return [...written.values()]
}
