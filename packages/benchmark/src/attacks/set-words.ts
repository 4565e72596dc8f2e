import type { CatalogTool, Judgments } from '@toolscout/evaluation'
import type { JudgedQuery } from '@toolscout/evaluation/internal'
import { ENGLISH_STOP_WORDS } from '@toolscout/search'

/** What an attacker knows of a set: all of it. */
export interface SetWords {
  /** The words of each judged query, each once. */
  readonly queries: readonly QueryWords[]
  /** Words of the queries, the most frequent first. */
  readonly asked: readonly string[]
  /** Words of the tools, the rarest first. */
  readonly told: readonly string[]
  /** How rare a word is among the tools: higher is rarer. */
  readonly rarityOf: (word: string) => number
}

/** A query that some tool answers. */
export interface QueryWords {
  readonly query: JudgedQuery
  readonly words: readonly string[]
}

/** Reads the words of a set. */
export function readSetWords({ tools, queries }: Judgments): SetWords {
  const judged = queries
    .filter(({ relevance }) => relevance.size > 0)
    .map((query) => ({ query, words: wordsOf(query.text) }))
  const asked = countWords(judged.map(({ words }) => words))
  const told = countWords(tools.map((tool) => wordsOf(textOf(tool))))
  return {
    queries: judged,
    asked: inOrder(asked, (one, other) => other - one),
    told: inOrder(told, (one, other) => one - other),
    rarityOf: (word) => Math.log((1 + tools.length) / (1 + (told.get(word) ?? 0))),
  }
}

function textOf({ name, description, tags }: CatalogTool): string {
  return [name.replace(/[_-]+/g, ' '), description ?? '', ...(tags ?? [])].join(' ')
}

/** Words that say something, in lower case, each once. */
function wordsOf(text: string): readonly string[] {
  const words = text.toLowerCase().match(/\p{L}{3,}/gu) ?? []
  return [...new Set(words)].filter((word) => !ENGLISH_STOP_WORDS.has(word))
}

function countWords(lists: readonly (readonly string[])[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const word of lists.flat()) counts.set(word, (counts.get(word) ?? 0) + 1)
  return counts
}

function inOrder(
  counts: ReadonlyMap<string, number>,
  compare: (one: number, other: number) => number,
): readonly string[] {
  return [...counts].sort(([a, m], [b, n]) => compare(m, n) || (a < b ? -1 : 1)).map(([word]) => word)
}
