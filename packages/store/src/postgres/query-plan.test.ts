import { createAnalyzer, DEFAULT_BM25F } from '@toolscout/search'
import { expect, it } from 'vitest'
import { planQuery, reachAbove, reachWithin } from './query-plan.ts'
import { termHash } from './term-hash.ts'

const holders = new Map(
  Object.entries({ rare: 3, 'rare*': 4, common: 5_000, 'common*': 6_000, plain: 7_000, 'plain*': 8_000 }).map(
    ([term, held]) => [termHash(term), held],
  ),
)
const statistics = { revision: 1, documents: 10_000, totalLength: 100_000, holders }
const plan = (query: string) => planQuery(createAnalyzer().analyze(query), statistics, DEFAULT_BM25F)

it('terms that add the most come first; words nobody holds are left out', () => {
  expect(plan('common nobody rare').terms.map(({ text }) => text)).toEqual([
    'rare',
    'rare*',
    'common',
    'common*',
  ])
  expect(plan('nobody').terms).toEqual([])
})

it('rows of rare terms are looked at, and the frequent ones are the ceiling of the rest', () => {
  const { candidates, ceiling } = reachWithin(plan('rare common'), 1_000)
  expect(candidates).toEqual({ type: 'any', hashes: [termHash('rare'), termHash('rare*')] })
  const [, , word, stem] = plan('rare common').terms
  expect(ceiling).toBeCloseTo((word?.boost ?? 0) + (stem?.boost ?? 0), 9)
  expect(reachWithin(plan('rare'), 1_000).ceiling).toBe(0)
})

it('where all are frequent, champions are', () => {
  const { candidates, ceiling } = reachWithin(plan('common plain'), 1_000)
  const hashes = [termHash('common*'), termHash('plain*')]
  expect(candidates).toEqual({ type: 'champions', hashes, most: 1_000 })
  expect(ceiling).toBeGreaterThan(0)
})

it('what is needed decides how many terms are looked at', () => {
  const asked = plan('rare common')
  expect(reachAbove(asked, 0)).toMatchObject({ ceiling: 0 })
  const { candidates, ceiling } = reachAbove(asked, 1_000)
  expect(candidates.hashes).toEqual([termHash('rare'), termHash('rare*')])
  expect(ceiling).toBeGreaterThan(0)
})
