import type { Word } from './analyzer.ts'

/** The root terms of words, in order; stop words have none. */
export function rootsOf(words: readonly Word[]): readonly string[] {
  const roots: string[] = []
  for (const { tokens } of words) {
    for (const token of tokens) if (token.root) roots.push(token.term)
  }
  return roots
}
