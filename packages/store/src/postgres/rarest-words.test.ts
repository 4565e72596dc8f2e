import { expect, it } from 'vitest'
import { chooseRows, weightClasses, weighWords } from './rarest-words.ts'

const STATISTICS = {
  tools: 1_000_000,
  shares: new Map([
    ['get', 0.3],
    ['=get', 0.2],
    ['list', 0.2],
    ['=list', 0.1],
    ['file', 0.1],
    ['=file', 0.05],
    ['call', 0.04],
    ['=call', 0.001],
    ['invoice', 0.002],
  ]),
}
const weigh = (...lexemes: string[]) => weighWords(new Map(lexemes.map((lexeme) => [lexeme, 1])), STATISTICS)
const choose = (...lexemes: string[]): readonly string[] | undefined =>
  chooseRows(weigh(...lexemes), STATISTICS.tools, 4_000)?.split(' | ')

it('takes any of the rare words', () => {
  expect(choose('get', 'zebra', 'lion')?.slice(0, 2)).toEqual(["('zebra')", "('lion')"])
})

it('takes frequent words in names, or together with others', () => {
  expect(choose('get', 'call', 'file')).toEqual([
    "('=call')",
    "('=call' & 'file' & '=get')",
    "('=call' & '=file')",
  ])
})

it('takes what weighs most where everything is frequent', () => {
  expect(choose('get', 'list', 'file')).toEqual(["('=file' & '=list' & '=get')"])
  expect(choose('get')).toEqual(["('=get')"])
  expect(choose()).toBeUndefined()
})

it('takes every word of a small catalog', () => {
  const words = weighWords(new Map(Object.entries({ get: 1, list: 1 })), { ...STATISTICS, tools: 100 })
  expect(chooseRows(words, 100, 4_000)).toBe("'get' | 'list'")
})

it('lets no lexeme end its quotes', () => {
  expect(weigh("a'b\\")[0]).toMatchObject({ term: "'a''b\\\\'", inName: { term: "'=a''b\\\\'" } })
})

it('gives a word that was not counted at most half of the least that was, and an expansion less than a word', () => {
  const [rare, least] = weigh('zebra', 'invoice')
  expect(rare?.rows).toBe(500)
  expect(least?.rows).toBe(2_000)
  expect(rare?.weight).toBeGreaterThan(least?.weight ?? 0)
  const [half] = weighWords(new Map([['zebra', 0.5]]), STATISTICS)
  expect(half?.weight).toBe((rare?.weight ?? 0) / 2)
})

it('ranks words of about the same weight together, which keeps the sum of their weights', () => {
  const words = weigh('zebra', 'lion', 'get')
  const classes = weightClasses(words)
  expect(classes.map(({ term }) => term)).toEqual(["'zebra' | 'lion'", "'get'"])
  expect(classes[0]?.weight).toBe((words[0]?.weight ?? 0) + (words[1]?.weight ?? 0))
})
