import type { Analyzer } from '../analysis/analyzer.ts'
import { rootsOf } from '../analysis/roots.ts'

/** Which root terms are looked for beside a root term of a query. */
export type Lexicon = ReadonlyMap<string, ReadonlySet<string>>

/**
 * Reads lines of words that stand for each other (`photo image picture`), or lines whose words on the left also
 * mean those on the right but not the other way (`umbrella rain > weather`). Blank lines and lines that begin
 * with `#` say nothing. Words are brought to their roots, so one inflection stands for all.
 *
 * @param sources texts of any number of lines.
 */
export function readLexicon(sources: readonly string[], analyzer: Analyzer): Lexicon {
  const lexicon = new Map<string, Set<string>>()
  const link = (from: readonly string[], to: readonly string[]): void => {
    for (const word of from) {
      const meant = lexicon.get(word) ?? new Set()
      for (const other of to) if (other !== word) meant.add(other)
      if (meant.size > 0) lexicon.set(word, meant)
    }
  }
  for (const line of sources.flatMap((source) => source.split('\n'))) {
    if (line.startsWith('#')) continue
    const [left = '', right] = line.split('>')
    const words = rootsOf(analyzer.analyze(left))
    link(words, right === undefined ? words : rootsOf(analyzer.analyze(right)))
  }
  return lexicon
}
