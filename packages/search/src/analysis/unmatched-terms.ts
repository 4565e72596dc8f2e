import { foldWord } from './fold.ts'
import type { Token, Word } from './word.ts'
import { absentParts } from './word-parts.ts'

const NONE: readonly string[] = []

/**
 * Words that no tool holds, neither as they are nor by their stem; each once, as it is first written. Of an identifier or
 * a run of characters that tools hold in part: the parts that they do not.
 */
export function unmatchedTerms(words: readonly Word[], isHeld: (term: string) => boolean): readonly string[] {
  const absent: string[] = []
  for (const word of words) absentWords(word, isHeld, absent)
  if (absent.length === 0) return NONE
  const written = new Map<string, string>()
  for (const text of absent) {
    const folded = foldWord(text)
    if (!written.has(folded)) written.set(folded, text)
  }
  return [...written.values()]
}

/** Adds what of a word is not held: the word itself as it is written, or some parts of it. */
export function absentWords(word: Word, isHeld: (term: string) => boolean, absent: string[]): void {
  const { text, tokens } = word
  if (tokens.length === 0) return
  let parts = 0
  let isAnyHeld = false
  for (let i = 0; i < tokens.length; i += 1) {
    const { term, surface, root } = tokens[i] as Token
    if (surface) parts += 1
    if (!isHeld(term)) continue
    // Of what is held as a whole nothing is absent.
    if (!surface && !root) return
    isAnyHeld = true
  }
  if (!isAnyHeld) absent.push(text)
  else if (parts > 1) absentParts(word, isHeld, absent)
}
