/** How often the frequent words of a catalog occur, as PostgreSQL counted them. */
export interface WordStatistics {
  /** Tools that are indexed. */
  readonly tools: number
  /** The share of tools that hold a word; a word that is not here is rarer than all of them. */
  readonly shares: ReadonlyMap<string, number>
}

/** A word, and what is known of it. */
interface CountedWord {
  /** As a `tsquery`, in quotes. */
  readonly term: string
  /** Tools that hold it, estimated. */
  readonly rows: number
  /** What it counts times its inverse document frequency (Robertson and Zaragoza 2009, equation 3.3, plus one as Lucene has it). */
  readonly weight: number
}

/** A word of a request. */
export interface QueryWord extends CountedWord {
  /** The same in a name. */
  readonly inName: Pick<CountedWord, 'term' | 'rows'>
}

/** Marks the words of a name, which are indexed with it as well: few tools have a word there that many describe. */
export const NAME_MARK = '='

/** Words of a text occur together more often than chance has it: by so much, for every word more. */
const CORRELATION = 4
/** Words of which combinations are tried, those of the greatest weight. */
const COMBINED = 8
/** What a word counts elsewhere than in the name. */
const ELSEWHERE = 0.6
/** Most combinations of a request, those of the most rows. */
const MAX_COMBINATIONS = 64

/** Says of lexemes, by what each counts, how rare they are. */
export function weighWords(
  lexemes: ReadonlyMap<string, number>,
  { tools, shares }: WordStatistics,
): readonly QueryWord[] {
  const least = shares.size === 0 ? 0 : Math.min(...shares.values()) / 2
  const count = (lexeme: string): Pick<CountedWord, 'term' | 'rows'> => ({
    term: `'${lexeme.replace(/\\/g, '\\\\').replace(/'/g, "''")}'`,
    rows: Math.max(1, Math.round((shares.get(lexeme) ?? least) * tools)),
  })
  return [...lexemes].map(([lexeme, counts]) => {
    const { term, rows } = count(lexeme)
    const weight = counts * Math.log(1 + (tools - rows + 0.5) / (rows + 0.5))
    return { term, rows, weight, inName: count(NAME_MARK + lexeme) }
  })
}

/**
 * Words of about the same weight as one `tsquery`. `ts_rank` gives the mean over the words of an expression, and each
 * call of it for a row costs more than a word.
 */
export function weightClasses(words: readonly QueryWord[]): readonly Pick<CountedWord, 'term' | 'weight'>[] {
  const classes = new Map<number, QueryWord[]>()
  for (const word of words) {
    const level = Math.round(1.5 * Math.log2(word.weight))
    classes.set(level, [...(classes.get(level) ?? []), word])
  }
  return [...classes.values()].map((alike) => ({
    term: alike.map(({ term }) => term).join(' | '),
    weight: alike.reduce((sum, { weight }) => sum + weight, 0),
  }))
}

/** Words that a row holds all of. */
interface Combination {
  readonly terms: readonly string[]
  /** Tools that are expected to hold all of them. */
  readonly rows: number
  readonly weight: number
  /** It counts for weights above this alone: for lower ones there is a combination that says less. */
  readonly above: number
}

/**
 * The rows of a request that are ranked, as a `tsquery`: those that hold a word, or two or three, of so much weight that
 * at most `maxRows` are expected, and as many of the other words. `undefined` without a word.
 */
export function chooseRows(words: readonly QueryWord[], tools: number, maxRows: number): string | undefined {
  if (words.length === 0) return undefined
  if (tools <= maxRows) return words.map(({ term }) => term).join(' | ')
  const all = [...combinationsOf(words, tools)].sort((one, other) => other.weight - one.weight)
  let chosen = all.slice(0, 1)
  // The lower the weight that is asked for, the more rows.
  let [low, high] = [0, all.length]
  while (low < high) {
    const middle = (low + high) >> 1
    const { weight: least } = all[middle] as Combination
    const found = all.filter(({ weight, above }) => weight >= least && above < least)
    if (found.reduce((sum, { rows }) => sum + rows, 0) <= maxRows) {
      chosen = found
      low = middle + 1
    } else high = middle
  }
  let expected = chosen.reduce((sum, { rows }) => sum + rows, 0)
  for (const one of all) {
    if (one.terms.length > 1 || chosen.includes(one) || expected + one.rows > maxRows) continue
    expected += one.rows
    chosen.push(one)
  }
  const most = [...chosen].sort((one, other) => other.rows - one.rows).slice(0, MAX_COMBINATIONS)
  return most.map(({ terms }) => `(${terms.join(' & ')})`).join(' | ')
}

/** Every word, in the name and anywhere; of those that weigh most every two and three. */
function combinationsOf(words: readonly QueryWord[], tools: number): readonly Combination[] {
  const single = words
    .flatMap(({ term, rows, weight, inName }, word) => [
      { term, rows, word, weight: weight * ELSEWHERE, least: 0 },
      // What holds a word in its name holds it.
      { ...inName, word, weight, least: weight * ELSEWHERE },
    ])
    .sort((one, other) => other.weight - one.weight)
  const found = single.map(
    ({ term, rows, weight, least }): Combination => ({ terms: [term], rows, weight, above: least }),
  )
  const both = (one: number, other: number): number =>
    Math.min(one, other, (CORRELATION * one * other) / tools)
  const best = single.slice(0, COMBINED)
  best.forEach((one, i) => {
    best.slice(i + 1).forEach((two, j) => {
      if (two.word === one.word) return
      const pair = { rows: both(one.rows, two.rows), weight: one.weight + two.weight }
      found.push({ terms: [one.term, two.term], ...pair, above: one.weight })
      for (const three of best.slice(i + j + 2)) {
        if (three.word === one.word || three.word === two.word) continue
        const terms = [one.term, two.term, three.term]
        const weight = pair.weight + three.weight
        found.push({ terms, rows: both(pair.rows, three.rows), weight, above: pair.weight })
      }
    })
  })
  return found
}
