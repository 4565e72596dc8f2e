import { type Analyzer, createAnalyzer } from '@toolscout/search'

/** What each token of a text counts. */
export type Bag = ReadonlyMap<string, number>

/**
 * The analyzer that tables are trained with: no stop words, because what a word counts is learned, and in a request
 * even `what` and `how` say something.
 */
export function createTokenAnalyzer(): Analyzer {
  return createAnalyzer({ stopWords: new Set() })
}

/** How often each root stands among the first `limit` roots of a text. */
export function countTokens({ analyze }: Analyzer, text: string, limit: number): Bag {
  const counts = new Map<string, number>()
  let told = 0
  for (const { tokens } of analyze(text)) {
    for (const { term, root } of tokens) {
      if (!root) continue
      if (told === limit) return counts
      told += 1
      counts.set(term, (counts.get(term) ?? 0) + 1)
    }
  }
  return counts
}
