/** A word of a request as the database reads it, and the tools that hold it. */
export interface QueryWord {
  readonly lexeme: string
  /** What it counts beside a word of the request, at most 1. */
  readonly counts: number
  /** Its place in the request; null for an expansion. */
  readonly place: number | null
  readonly tools: number
  /** Tools that hold it in their name. */
  readonly named: number
}

/** Two words that stand together in texts or in names, and are indexed as one. */
export interface QueryPair {
  readonly lexeme: string
  readonly words: readonly [QueryWord, QueryWord]
  readonly isName: boolean
  /** What standing together counts: 1 for neighbours in the request, less across a word. */
  readonly share: number
}

/** Tools by lexeme, as they were counted; rarer ones are missing. */
export type ToolCounts = ReadonlyMap<string, number>

/** What is known of a catalog. */
export interface Counted {
  readonly pairs: readonly QueryPair[]
  readonly counts: ToolCounts
  readonly tools: number
}

/** What tools are ranked by: words of about the same weight, of which `ts_rank` gives the mean; those that `covers` tell how much of the name is covered. */
export type RankedTerms = readonly [queries: string[], weights: number[], covers: boolean[]]

/** What standing together counts beside the words. */
export const PAIR = 0.6
/** `ts_rank` divides what a word has by this, the limit of the sum of 1/i². */
const RANK_UNIT = 1.64493406685

/** ln(1 + (N − n + ½) / (n + ½)), see Robertson and Zaragoza 2009, equation 3.3, with the 1 of Lucene. */
export function rarityOf(holding: number, tools: number): number {
  return Math.log(1 + (Math.max(holding, tools) - holding + 0.5) / (holding + 0.5))
}

/** What a word counts, by how rare it is. */
export function weightOf({ counts, tools: holding }: QueryWord, tools: number): number {
  return counts * rarityOf(Math.max(1, holding), tools)
}

/** Words by weight, the greatest first. */
export function heaviestFirst(words: readonly QueryWord[], tools: number): readonly QueryWord[] {
  return [...words].sort((one, other) => weightOf(other, tools) - weightOf(one, tools))
}

/** Words that were counted; the others are in hardly any tool. */
export function countedOf(words: readonly QueryWord[]): readonly QueryWord[] {
  return words.filter((word) => word.tools > 0)
}

/** The pairs of a request, in texts and in names: neighbours and, across a word, their neighbours. */
export function pairsOf(words: readonly QueryWord[]): readonly QueryPair[] {
  const inOrder = countedOf(words)
    .filter(({ place }) => place !== null)
    .sort((one, other) => Number(one.place) - Number(other.place))
  return inOrder.flatMap((one, i) =>
    inOrder.slice(i + 1, i + 3).flatMap((other, across) => {
      const [first, last] =
        one.lexeme < other.lexeme ? [one.lexeme, other.lexeme] : [other.lexeme, one.lexeme]
      const pair = { words: [one, other], share: 1 / (1 + across) } as const
      return [
        { ...pair, lexeme: `${first}+${last}`, isName: false },
        { ...pair, lexeme: `=${first}=${last}`, isName: true },
      ]
    }),
  )
}

/** What the tools are ranked by: words, pairs of neighbours, and how much of a name is covered. */
export function rankedTerms(words: readonly QueryWord[], { pairs, counts, tools }: Counted): RankedTerms {
  const classes = new Map<number | 'name', { readonly lexemes: string[]; weight: number }>()
  const add = (lexeme: string, weight: number, name?: 'name'): void => {
    const level = name ?? Math.round(3 * Math.log2(weight))
    const alike = classes.get(level) ?? { lexemes: [], weight: 0 }
    alike.lexemes.push(lexeme)
    alike.weight += weight * RANK_UNIT
    classes.set(level, alike)
  }
  for (const word of words) add(word.lexeme, weightOf(word, tools))
  for (const { lexeme, share } of pairs) {
    const rows = counts.get(lexeme) ?? 0
    if (rows > 0) add(lexeme, PAIR * share * rarityOf(rows, tools))
  }
  for (const { lexeme, counts: own, named } of words) if (own === 1 && named > 0) add(`=${lexeme}`, 1, 'name')
  const all = [...classes.values()]
  return [
    // `ts_rank` sorts the lexemes of its query for every tool, which takes least where the last comes first.
    all.map(({ lexemes }) => toQuery(lexemes.sort().reverse())),
    all.map(({ weight }) => weight),
    [...classes.keys()].map((level) => level === 'name'),
  ]
}

/** Lexemes as a `tsquery` that holds one of them. */
export function toQuery(lexemes: readonly string[]): string {
  return lexemes.map((lexeme) => `'${lexeme.replace(/\\/g, '\\\\').replace(/'/g, "''")}'`).join(' | ')
}
