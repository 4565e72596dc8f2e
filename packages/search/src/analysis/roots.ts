import type { Token, Word } from './analyzer.ts'

/** The root terms of words, in order; stop words have none. */
export function rootsOf(words: readonly Word[]): readonly string[] {
  const roots: string[] = []
  for (const { tokens } of words) {
    // Lists of tokens are frozen, and over those the engine walks faster by number.
    for (let i = 0; i < tokens.length; i += 1) {
      const { term, root } = tokens[i] as Token
      if (root) roots.push(term)
    }
  }
  return roots
}
