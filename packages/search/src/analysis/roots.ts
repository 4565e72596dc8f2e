import type { Analyzer, Word } from './analyzer.ts'

/** The root terms of words, in order; stop words have none. */
export function rootsOf(words: readonly Word[]): readonly string[] {
  return words.flatMap((word) => word.tokens.filter((token) => token.root).map((token) => token.term))
}

/** The root term of one word; the word itself when it has none. */
export function rootOf(word: string, analyzer: Analyzer): string {
  return rootsOf(analyzer.analyze(word).slice(0, 1))[0] ?? word
}
