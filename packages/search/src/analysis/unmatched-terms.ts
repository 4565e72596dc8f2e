import type { Word } from './analyzer.ts'
import { foldWord } from './fold.ts'

/** Words that no tool holds, neither as they are nor by their stem; each once, as it is first written. */
export function unmatchedTerms(words: readonly Word[], isHeld: (term: string) => boolean): readonly string[] {
  const written = new Map<string, string>()
  for (const { text, tokens } of words) {
    if (tokens.length === 0 || tokens.some((token) => isHeld(token.term))) continue
    const folded = foldWord(text)
    if (!written.has(folded)) written.set(folded, text)
  }
  return [...written.values()]
}
