import type { Analyzer } from '../analysis/analyzer.ts'
import { rootsOf } from '../analysis/roots.ts'
import { findByHeads, findByRoots, lineEnd } from './find-lines.ts'

/** Which root terms are looked for beside a root term of a query. */
export interface Lexicon {
  /** What a root term means beside itself, each once; `undefined` where that is nothing. */
  readonly get: (root: string) => readonly string[] | undefined
  readonly has: (root: string) => boolean
}

/** A line by its roots. */
interface Line {
  readonly from: readonly string[]
  readonly to: readonly string[]
}

/**
 * Reads lines of words that stand for each other (`photo image picture`), or lines whose words on the left also
 * mean those on the right but not the other way (`umbrella rain > weather`). Blank lines and lines that begin
 * with `#` say nothing. Words are brought to their roots, so one inflection stands for all.
 *
 * A line is analyzed when a root is asked for that may stand in it: of thousands of lines a request needs a few.
 *
 * @param sources texts of any number of lines.
 * @param isPorter whether the analyzer is the default one. Any other has to analyze the left of all lines first.
 */
export function readLexicon(sources: readonly string[], analyzer: Analyzer, isPorter = false): Lexicon {
  const text = sources.join('\n')
  const rootsIn = (words: string): readonly string[] => rootsOf(analyzer.analyze(words))
  const linesOf = isPorter ? findByHeads(text, rootsIn) : findByRoots(text, rootsIn)
  const lines = new Map<number, Line>()
  const known = new Map<string, readonly string[]>()

  const readLine = (start: number): Line => {
    const [left = '', right] = text.slice(start, lineEnd(text, start)).split('>')
    const from = rootsIn(left)
    const line = { from, to: right === undefined ? from : rootsIn(right) }
    lines.set(start, line)
    return line
  }
  const get = (root: string): readonly string[] | undefined => {
    const before = known.get(root)
    if (before !== undefined) return before
    const starts = linesOf(root)
    if (starts.length === 0) return undefined
    const meant = new Set<string>()
    for (const start of starts) {
      const line = lines.get(start) ?? readLine(start)
      if (!line.from.includes(root)) continue
      for (const other of line.to) if (other !== root) meant.add(other)
    }
    if (meant.size === 0) return undefined
    const others = Object.freeze([...meant])
    known.set(root, others)
    return others
  }
  return { get, has: (root) => get(root) !== undefined }
}
