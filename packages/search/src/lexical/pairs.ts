import type { Word } from '../analysis/analyzer.ts'
import { rootsOf } from '../analysis/roots.ts'

/** The term two roots are found by when they stand side by side, in either order. */
export function pairTerm(one: string, other: string): string {
  return one < other ? `${one} ${other}` : `${other} ${one}`
}

/** The words of a text, and one more whose tokens are the pairs, so that they are indexed beside them. */
export function withPairs(words: readonly Word[]): readonly Word[] {
  const roots = rootsOf(words)
  const tokens = roots.slice(1).flatMap((root, i) => {
    const before = roots[i] as string
    return root === before ? [] : [{ term: pairTerm(before, root), surface: false, root: false }]
  })
  return tokens.length === 0 ? words : [...words, { text: '', tokens }]
}
