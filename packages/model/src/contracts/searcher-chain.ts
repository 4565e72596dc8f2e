import type { Searcher } from './searcher.ts'

/** A searcher and all searchers it is made of, from the outermost in, each once. */
export function searcherChain(searcher: Searcher): readonly Searcher[] {
  const chain = new Set([searcher])
  // A set visits what is added while it is walked.
  for (const link of chain) for (const inner of link.inner ?? []) chain.add(inner)
  return [...chain]
}
