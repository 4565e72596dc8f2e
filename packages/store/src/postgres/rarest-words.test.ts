import { expect, it } from 'vitest'
import { chooseRows, weighWords } from './rarest-words.ts'

const STATISTICS = {
  tools: 1_000_000,
  shares: new Map([
    ['get', 0.3],
    ['list', 0.2],
    ['file', 0.1],
    ['invoice', 0.002],
  ]),
}
const choose = (...lexemes: string[]): string | undefined =>
  chooseRows(weighWords(lexemes, STATISTICS), STATISTICS.tools, 4_000)

it('takes any of the rare words, and frequent ones only together', () => {
  expect(choose('zebra')).toBe("'zebra'")
  expect(choose('get', 'invoice', 'zebra')).toBe("'zebra' | 'invoice'")
  expect(choose('get', 'list', 'file')).toBe("'file' & 'list' & 'get'")
})

it('takes a frequent word alone where there is no other', () => {
  expect(choose('get')).toBe("'get'")
  expect(choose()).toBeUndefined()
})

it('takes every word of a small catalog', () => {
  const small = { tools: 100, shares: STATISTICS.shares }
  expect(chooseRows(weighWords(['get', 'list'], small), 100, 4_000)).toBe("'list' | 'get'")
})

it('lets no lexeme end its quotes', () => {
  expect(weighWords(["a'b\\"], STATISTICS)[0]?.term).toBe("'a''b\\\\'")
})

it('gives a word that was not counted at most half of the least that was', () => {
  const [rare, least] = weighWords(['zebra', 'invoice'], STATISTICS)
  expect(rare?.rows).toBe(1_000)
  expect(least?.rows).toBe(2_000)
  expect(rare?.weight).toBeGreaterThan(least?.weight ?? 0)
})
