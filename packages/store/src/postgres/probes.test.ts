import { expect, it } from 'vitest'
import { chooseProbes } from './probes.ts'
import { heaviestFirst, pairsOf, type QueryWord, rankedTerms } from './query-words.ts'

const TOOLS = 1_000_000
/** Tools that hold a word anywhere, and in their name. */
const COUNTS: { readonly [word: string]: readonly [tools: number, named: number] } = {
  get: [300_000, 200_000],
  list: [200_000, 100_000],
  file: [100_000, 50_000],
  call: [40_000, 900],
  invoice: [30_000, 1_500],
  zebra: [120, 0],
  lion: [80, 0],
  oak: [1_900, 0],
  elm: [1_900, 0],
  ash: [1_900, 0],
  fir: [1_900, 0],
}
const PAIRS = new Map([
  ['call+file', 700],
  ['=file=list', 2_000],
  ['=get=list', 3_000],
])

/** The words of a request in their order. */
const read = (...lexemes: string[]): readonly QueryWord[] => {
  const words = lexemes.map((lexeme, i): QueryWord => {
    const [tools, named] = COUNTS[lexeme] ?? [0, 0]
    return { lexeme, counts: 1, place: i + 1, tools, named }
  })
  return heaviestFirst(words, TOOLS)
}
const choose = (words: readonly QueryWord[], tools = TOOLS): readonly string[] =>
  chooseProbes(words, { pairs: pairsOf(words), counts: PAIRS, tools })

it('takes any of the rare words, and those that were not counted, in one question', () => {
  expect(choose(read('get', 'zebra', 'lion', 'unheard'))[0]).toBe("'unheard' | 'lion' | 'zebra'")
})

it('takes frequent words in names or next to each other, and others together', () => {
  const [single, ...none] = choose(read('get', 'call', 'file', 'invoice'))
  expect(single?.split(' | ')).toEqual(["'call+file'", "'=invoice'", "'=call'"])
  expect(none).toEqual([])
  // Of what is looked for together one is rare: all that hold a frequent word are never read.
  const [, ...together] = choose(read('oak', 'elm', 'ash', 'fir', 'get', 'list'))
  expect(together.length).toBeGreaterThan(0)
  for (const query of together) expect(query).toMatch(/'(?:oak|elm|ash|fir)'/)
})

it('takes the tools of two words in a name where everything is frequent, and some of a single word', () => {
  expect(choose(read('get', 'list', 'file'))[0]).toContain("'=file=list'")
  expect(choose(read('get'))).toEqual(["'=get'"])
  expect(choose([])).toEqual([])
})

it('expects no more tools than may be ranked, but of words that are frequent everywhere', () => {
  const words = read('invoice', 'call', 'zebra', 'lion')
  const single = choose(words)[0]
    ?.split(' | ')
    .map((term) => term.slice(1, -1))
  const rows = single?.map((lexeme) => COUNTS[lexeme]?.[0] ?? PAIRS.get(lexeme) ?? 900)
  expect(rows?.reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(5_000)
})

it('takes every word of a small catalog', () => {
  expect(choose(read('get', 'list'), 100)).toEqual(["'list' | 'get'"])
})

it('lets no lexeme end its quotes', () => {
  expect(choose(read("a'b\\"))).toEqual(["'a''b\\\\'"])
})

it('asks for a bounded number of combinations, however long the request', () => {
  const words = Array.from({ length: 400 }, (_, i): QueryWord => {
    return { lexeme: `w${i}`, counts: 1, place: i + 1, tools: 1_000 + i, named: 300 + i }
  })
  expect(choose(words).length).toBeLessThanOrEqual(66)
})

it('pairs neighbours of the request, less across a word', () => {
  const pairs = pairsOf(read('get', 'file', 'list'))
  const shares = Object.fromEntries(pairs.map(({ lexeme, share }) => [lexeme, share]))
  expect(shares).toEqual({
    'file+get': 1,
    'file+list': 1,
    'get+list': 0.5,
    '=file=get': 1,
    '=file=list': 1,
    '=get=list': 0.5,
  })
})

it('ranks words of about the same weight together, which keeps the sum of their weights', () => {
  const rank = (...words: readonly string[]) =>
    rankedTerms(read(...words), { pairs: [], counts: PAIRS, tools: TOOLS })
  const [queries, weights, covers] = rank('zebra', 'lion', 'get')
  expect(queries).toEqual(["'zebra' | 'lion'", "'get'", "'=get'"])
  expect(weights[0]).toBeCloseTo(Number(rank('lion')[1][0]) + Number(rank('zebra')[1][0]), 9)
  expect(covers).toEqual([false, false, true])
})

it('ranks by no name where no tool is named by a word, and by nothing where there is none', () => {
  const rank = (...words: readonly string[]) =>
    rankedTerms(read(...words), { pairs: [], counts: PAIRS, tools: TOOLS })
  expect(rank('zebra')[2]).toEqual([false])
  expect(rank()).toEqual([[], [], []])
  expect(rank('list', 'get')[0].at(-1)).toBe("'=list' | '=get'")
})
