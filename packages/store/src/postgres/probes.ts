import { type Counted, countedOf, PAIR, type QueryWord, rarityOf, toQuery, weightOf } from './query-words.ts'

/** Tools that are ranked for a request, expected; when more hold what is asked for, at most twice as many. */
export const MAX_ROWS = 4_000

/** What a word counts in a name and elsewhere, about the saturation that it has there, and a pair beside its words. */
const SATURATION = { name: 0.62, elsewhere: 0.45 }
/** What covering a name adds, as a share of the score: see `RankingSignals`; names have some {@link NAME_WORDS} words. */
export const COVERAGE = 0.75
const NAME_WORDS = 2.5
/** Words of a text occur together more often than chance has it: by so much, for every word more. */
const CORRELATION = 3
/** Words of the greatest weight that are looked for, and terms that are combined. */
const MOST = { words: 24, combined: 32 }
/** Postings that the rarest term of a combination has at most: all of them are read. */
const MAX_SCANNED = 2_000
/** Most combinations of a request, those of the most tools; single terms are one question, however many. */
const MAX_COMBINATIONS = 64
/** What is looked for: a word, one in a name, or a pair. */
interface Term {
  readonly query: string
  readonly lexemes: readonly string[]
  readonly rows: number
  readonly value: number
  /** Words of it that are in the name. */
  readonly named: number
  /** What tools with this hold as well. */
  readonly weaker: readonly Term[]
}

/** Terms that a tool holds all of. */
interface Combination {
  readonly terms: readonly Term[]
  /** Tools that are expected to hold all of them. */
  readonly rows: number
  readonly value: number
  /** It counts for values above this alone: for lower ones there is a combination that says less. */
  readonly above: number
}

/**
 * The tools that are ranked, as `tsquery`s that are asked one by one: those that hold terms of so much value that at most
 * {@link MAX_ROWS} are expected. Value is what our ranking would give for these terms.
 */
export function chooseProbes(
  words: readonly QueryWord[],
  { pairs, counts, tools }: Counted,
): readonly string[] {
  if (words.length === 0) return []
  if (tools <= MAX_ROWS) return [toQuery(words.map(({ lexeme }) => lexeme))]
  const known = countedOf(words)
  const terms = termsOf(known.slice(0, MOST.words), { pairs, counts, tools })
  const all = [...combinationsOf(terms, tools)].sort((one, other) => other.value - one.value)
  let chosen: readonly Combination[] = all.slice(0, 1)
  // The lower the value that is asked for, the more tools.
  let [low, high] = [0, all.length]
  while (low < high) {
    const middle = (low + high) >> 1
    const least = (all[middle] as Combination).value
    const found = all.filter(({ value, above }) => value >= least && above < least)
    if (rowsOf(found) > MAX_ROWS) high = middle
    else [chosen, low] = [found, middle + 1]
  }
  const several = chosen.filter((one) => one.terms.length > 1)
  const asked = several.sort((one, other) => other.rows - one.rows).slice(0, MAX_COMBINATIONS)
  const singles = chosen.filter((one) => one.terms.length === 1)
  const rare = words.filter((word) => word.tools === 0).map(({ lexeme }) => toQuery([lexeme]))
  const any = [...rare, ...singles.map((one) => one.terms[0]?.query)]
  return [
    ...(any.length === 0 ? [] : [any.join(' | ')]),
    ...asked.map((one) => one.terms.map(({ query }) => query).join(' & ')),
    // What is frequent everywhere, and nothing else, is cut off.
    ...(rowsOf(chosen) < MAX_ROWS / 8 ? known.slice(0, 1).map(({ lexeme }) => toQuery([lexeme])) : []),
  ]
}

function rowsOf(combinations: readonly Combination[]): number {
  return combinations.reduce((sum, { rows }) => sum + rows, 0)
}

function termsOf(words: readonly QueryWord[], { pairs, counts, tools }: Counted): readonly Term[] {
  const { name, elsewhere } = SATURATION
  const byWord = new Map<QueryWord, Term>()
  const terms = words.flatMap((word): readonly Term[] => {
    const weight = weightOf(word, tools)
    const lexemes = [word.lexeme]
    const query = toQuery(lexemes)
    const anywhere = { query, lexemes, rows: word.tools, value: weight * elsewhere, named: 0, weaker: [] }
    byWord.set(word, anywhere)
    if (word.named === 0) return [anywhere]
    const inName = { query: toQuery([`=${word.lexeme}`]), lexemes, rows: word.named, value: weight * name }
    return [anywhere, { ...inName, named: 1, weaker: [anywhere] }]
  })
  for (const { lexeme, words: both, isName, share } of pairs) {
    const rows = counts.get(lexeme) ?? 0
    const weaker = both.flatMap((word) => byWord.get(word) ?? [])
    if (rows === 0 || weaker.length < 2) continue
    const weight = both.reduce(
      (sum, word) => sum + weightOf(word, tools),
      PAIR * share * rarityOf(rows, tools),
    )
    const value = weight * (isName ? name : elsewhere)
    const lexemes = both.map((word) => word.lexeme)
    terms.push({ query: toQuery([lexeme]), lexemes, rows, value, named: isName ? 2 : 0, weaker })
  }
  return terms
}

/** Every term, and two of those that are worth most and do not share a word. */
function combinationsOf(terms: readonly Term[], tools: number): readonly Combination[] {
  const combine = (all: readonly Term[], rows: number): Combination => ({
    terms: all,
    rows,
    value: worthOf(all),
    above: Math.max(
      0,
      ...all.flatMap((term) => {
        const rest = all.filter((other) => other !== term)
        const without = rest.length === 0 ? [] : [worthOf(rest)]
        return [...without, ...term.weaker.map((weaker) => worthOf([...rest, weaker]))]
      }),
    ),
  })
  const best = [...terms].sort((one, other) => other.value - one.value).slice(0, MOST.combined)
  const pairs = best.flatMap((one, i) =>
    best.slice(i + 1).flatMap((other) => {
      const least = Math.min(one.rows, other.rows)
      if (least > MAX_SCANNED || one.lexemes.some((lexeme) => other.lexemes.includes(lexeme))) return []
      return combine([one, other], Math.min(least, (CORRELATION * one.rows * other.rows) / tools))
    }),
  )
  return [...terms.map((term) => combine([term], term.rows)), ...pairs]
}

function worthOf(terms: readonly Term[]): number {
  const [value, named] = terms.reduce(([sum, words], term) => [sum + term.value, words + term.named], [0, 0])
  return value * (1 + (COVERAGE * Math.min(named, NAME_WORDS)) / NAME_WORDS)
}
