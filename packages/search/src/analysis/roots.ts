import type { Analyzer, Word } from './analyzer.ts'

/** The root terms of words, in order; stop words have none. */
export function rootsOf(words: readonly Word[]): readonly string[] {
  const roots: string[] = []
  for (const { tokens } of words) {
    for (const token of tokens) if (token.root) roots.push(token.term)
  }
  return roots
}

/** The root term of one word; the word itself when it has none. */
export function rootOf(word: string, analyzer: Analyzer): string {
  return rootsOf(analyzer.analyze(word).slice(0, 1))[0] ?? word
}
