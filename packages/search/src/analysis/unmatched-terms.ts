import { foldWord } from './fold.ts'
import type { Word } from './word.ts'
import { absentParts, partsOf } from './word-parts.ts'

/**
 * Words that no tool holds, neither as they are nor by their stem; each once, as it is first written. Of an identifier or
 * a run of characters that tools hold in part: the parts that they do not.
 */
export function unmatchedTerms(words: readonly Word[], isHeld: (term: string) => boolean): readonly string[] {
  const written = new Map<string, string>()
  for (const text of words.flatMap((word) => absentWords(word, isHeld))) {
    const folded = foldWord(text)
    if (!written.has(folded)) written.set(folded, text)
  }
  return [...written.values()]
}

/** What of a word is not held: the word itself as it is written, or some parts of it. */
export function absentWords(word: Word, isHeld: (term: string) => boolean): readonly string[] {
  const { text, tokens } = word
  if (tokens.length === 0) return []
  if (!tokens.some(({ term }) => isHeld(term))) return [text]
  const isWholeHeld = tokens.some(({ term, surface, root }) => !surface && !root && isHeld(term))
  if (isWholeHeld || partsOf(word).length < 2) return []
  return absentParts(word, ({ terms }) => terms.some(isHeld))
}
