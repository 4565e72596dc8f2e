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

it('all rows of rare terms are looked at, and what the others add is the ceiling', () => {
  const { candidates, ceiling } = reachWithin(plan('rare common'), 1_000)
  expect(candidates.any).toEqual([termHash('rare'), termHash('rare*')])
  const roots = [termHash('rare*'), termHash('common*')]
  expect(candidates.sampled).toEqual({ hashes: [termHash('common*')], champions: 747, all: roots, most: 250 })
  const [, , word, stem] = plan('rare common').terms
  expect(ceiling).toBeCloseTo((word?.boost ?? 0) + (stem?.boost ?? 0), 9)
  expect(reachWithin(plan('rare'), 1_000)).toEqual({
    ceiling: 0,
    candidates: { any: [termHash('rare'), termHash('rare*')] },
  })
})

it('where all are frequent, a sample of each is', () => {
  const { candidates, ceiling } = reachWithin(plan('common plain'), 1_000)
  const hashes = [termHash('common*'), termHash('plain*')]
  expect(candidates).toEqual({ any: [], sampled: { hashes, champions: 375, all: hashes, most: 250 } })
  expect(ceiling).toBeGreaterThan(0)
})

it('what is needed decides how many terms are looked at', () => {
  const asked = plan('rare common')
  expect(reachAbove(asked, 0)).toMatchObject({ ceiling: 0 })
  const { candidates, ceiling } = reachAbove(asked, 1_000)
  expect(candidates).toEqual({ any: [termHash('rare'), termHash('rare*')] })
  expect(ceiling).toBeGreaterThan(0)
})
