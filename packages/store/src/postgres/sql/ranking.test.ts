import { expect, it } from 'vitest'
import { type Ranking, rankingStatement } from './ranking.ts'

const ranking: Ranking = {
  terms: [
    { hash: 7, stem: 9, boost: 2 },
    { hash: 9, boost: 1 },
  ],
  candidates: { any: [7, 9] },
  facets: [[1, 2], [3]],
  limit: 10,
  unit: 0.125,
  flat: 0.3,
  slope: 0.02,
  explain: false,
}

it('the text depends on how many terms there are and on nothing they are', () => {
  const others: Ranking = {
    ...ranking,
    terms: [
      { hash: -1, stem: -2, boost: 8 },
      { hash: -2, boost: 3 },
    ],
    candidates: { any: [1, 2, 3] },
    facets: [[5], []],
    limit: 3,
  }
  expect(rankingStatement(others).text).toBe(rankingStatement(ranking).text)
  expect(rankingStatement(ranking).text).not.toMatch(/'/)
})

it('a sample is bound like all else', () => {
  const sampled = { hashes: [9], champions: 10, all: [7, 9], most: 5 }
  for (const any of [[], [7]]) {
    const { text, values } = rankingStatement({ ...ranking, candidates: { any, sampled } })
    expect(new Set(text.match(/\$\d+/g)).size).toBe(values.length)
  }
})

it('every value is a parameter, and a look-up that two terms share is made once', () => {
  const { text, values } = rankingStatement(ranking)
  const used = new Set(text.match(/\$\d+/g))
  expect(used.size).toBe(values.length)
  expect(text.match(/width_bucket/g)).toHaveLength(2)
})
