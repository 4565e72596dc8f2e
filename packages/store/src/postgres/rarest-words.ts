/** How often the frequent words of a catalog occur, as PostgreSQL counted them. */
export interface WordStatistics {
  /** Tools that are indexed. */
  readonly tools: number
  /** The share of tools that hold a word; a word that is not here is rarer than all of them. */
  readonly shares: ReadonlyMap<string, number>
}

/** A word of a request. */
export interface QueryWord {
  /** As a `tsquery`, in quotes. */
  readonly term: string
  /** Tools that hold it, estimated. */
  readonly rows: number
  /** Its inverse document frequency (Robertson and Zaragoza 2009, equation 3.3, plus one as Lucene has it). */
  readonly weight: number
}

/** Words of a text occur together more often than chance has it: by so much, for every word more. */
const CORRELATION = 4
/** Frequent words of which combinations are tried. */
const COMBINED = 8

/** Says of lexemes how rare they are. */
export function weighWords(
  lexemes: readonly string[],
  { tools, shares }: WordStatistics,
): readonly QueryWord[] {
  const least = shares.size === 0 ? 0 : Math.min(...shares.values()) / 2
  return lexemes.map((lexeme) => {
    const rows = Math.max(1, Math.round((shares.get(lexeme) ?? least) * tools))
    const quoted = lexeme.replace(/\\/g, '\\\\').replace(/'/g, "''")
    return { term: `'${quoted}'`, rows, weight: Math.log(1 + (tools - rows + 0.5) / (rows + 0.5)) }
  })
}

/**
 * The rows of a request that are ranked, as a `tsquery`: any of its rarest words, and two or three of the others
 * together, as many as are expected to give at most `maxRows`. `undefined` without a word.
 */
export function chooseRows(words: readonly QueryWord[], tools: number, maxRows: number): string | undefined {
  const rarest = [...words].sort((one, other) => one.rows - other.rows)
  const parts: string[] = []
  let expected = 0
  const take = (part: string, rows: number): boolean => {
    if (expected + rows > maxRows) return false
    expected += rows
    parts.push(part)
    return true
  }
  const frequent = rarest.filter(({ term, rows }) => !take(term, rows)).slice(0, COMBINED)
  const missing: Combination[] = []
  for (const { words: two, rows } of combinations(frequent, 2, tools)) {
    if (!take(`(${two.join(' & ')})`, rows)) missing.push({ words: two, rows })
  }
  if (missing.length > 0) {
    for (const { words: three, rows } of combinations(frequent, 3, tools))
      take(`(${three.join(' & ')})`, rows)
  }
  if (parts.length > 0) return parts.join(' | ')
  return rarest.length === 0 ? undefined : rarest.map(({ term }) => term).join(' & ')
}

interface Combination {
  readonly words: readonly string[]
  /** Tools that are expected to hold all of them. */
  readonly rows: number
}

/** Every two, or every three, of some words, the rarest first. */
function combinations(words: readonly QueryWord[], size: 2 | 3, tools: number): readonly Combination[] {
  const found: Combination[] = []
  words.forEach((one, i) => {
    words.slice(i + 1).forEach((other, j) => {
      const two = (CORRELATION * one.rows * other.rows) / tools
      const both = { words: [one.term, other.term], rows: Math.min(two, one.rows, other.rows) }
      if (size === 2) found.push(both)
      else
        for (const third of words.slice(i + j + 2)) {
          const rows = Math.min(both.rows, third.rows, (CORRELATION * both.rows * third.rows) / tools)
          found.push({ words: [...both.words, third.term], rows })
        }
    })
  })
  return found.sort((one, other) => one.rows - other.rows)
}
