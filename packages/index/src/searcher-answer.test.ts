import type { Searcher, ToolFilter } from '@toolscout/model'
import { expect, it } from 'vitest'
import { createToolIndex } from './create-tool-index.ts'
import type { SearchAnswer } from './tool-index.ts'

const search = async (answer: unknown, limit = 10, filter?: ToolFilter): Promise<SearchAnswer> => {
  const searcher: Searcher = { name: 'own', apply: () => {}, search: async () => answer as never }
  const index = createToolIndex({ searcher })
  const inputSchema = { type: 'object' }
  for (const name of ['a', 'b', 'c'])
    index.register({ name, inputSchema, tags: [name] }, { kind: 'local', handler: name })
  return index.search('x', { limit, filter })
}
const hit = (id: unknown, score: unknown): object => ({ id, score })
const idsOf = ({ hits }: SearchAnswer): readonly string[] => hits.map(({ id }) => id)

it('takes what keeps the contract as it is', async () => {
  const degraded = [{ part: 'semantic', reason: 'no embedder' }]
  const answer = await search({
    hits: [hit('c', 2), hit('a', 1), hit('b', 1)],
    unmatchedTerms: ['y'],
    degraded,
  })
  expect(idsOf(answer)).toEqual(['c', 'a', 'b'])
  expect(answer).toMatchObject({ unmatchedTerms: ['y'], degraded })
})

it('leaves out tools that are not there any more, or do not pass any more', async () => {
  const answer = await search({ hits: [hit('gone', 2), hit('a', 1), hit('b', 1)] }, 10, { tags: ['b'] })
  expect([idsOf(answer), answer.degraded]).toEqual([['b'], []])
})

it.each([
  ['scores', [hit('a', Number.NaN), hit('b', -1), hit('c', 1), hit('a', '1')], ['c'], 'score'],
  ['values that are no hits', [null, 'a', {}, hit(3, 1), hit('c', 1)], ['c'], 'score'],
  ['order', [hit('a', 1), hit('b', 2)], ['b', 'a'], 'order'],
  ['order of ties', [hit('b', 1), hit('a', 1)], ['a', 'b'], 'order'],
  ['repetitions', [hit('a', 2), hit('a', 1)], ['a'], 'repetition'],
  ['limit', [hit('a', 3), hit('b', 2), hit('c', 1)], ['a', 'b'], 'limit'],
])('mends %s, and says so', async (_what, hits, ids, fault) => {
  const answer = await search({ hits }, 2)
  expect(idsOf(answer)).toEqual(ids)
  expect(answer.degraded).toEqual([{ part: 'own', reason: expect.stringContaining(`mended: ${fault}.`) }])
})

it.each([[undefined], [null], ['a'], [[]], [{}], [{ hits: 'a' }]])('%j is no answer', async (answer) => {
  await expect(search(answer)).rejects.toThrow(/The searcher "own" answered/)
})

it('gives frozen answers', async () => {
  const answer = await search({ hits: [hit('a', 1)] })
  for (const value of [answer, answer.hits, answer.hits[0], answer.unmatchedTerms, answer.degraded])
    expect(Object.isFrozen(value)).toBe(true)
})

it('takes a verdict that keeps the contract, and names only tools that are there', async () => {
  const near = { lacks: ['x'], unasked: [], reason: 'Not a clear match.' }
  const verdict = {
    level: 'weak',
    confidence: 0.5,
    nearMisses: [
      { id: 'a', ...near },
      { id: 'gone', ...near },
    ],
  }
  const answer = await search({ hits: [hit('a', 1)], verdict })
  expect(answer.verdict).toEqual({ ...verdict, nearMisses: [{ id: 'a', ...near }] })
  expect(answer.degraded).toEqual([])
})

it.each([
  'strong',
  { level: 'sure', confidence: 1, nearMisses: [] },
  { level: 'weak', confidence: 2, nearMisses: [] },
  { level: 'weak', confidence: Number.NaN, nearMisses: [] },
  { level: 'weak', confidence: 0.5, nearMisses: [3] },
  { level: 'weak', confidence: 0.5 },
])('leaves out the verdict %j, and says so', async (verdict) => {
  const answer = await search({ hits: [hit('a', 1)], verdict })
  expect(answer).not.toHaveProperty('verdict')
  expect(answer.degraded[0]?.reason).toContain('verdict')
})

it('passes on what is missing, without hits too, bounded and as text that can be shown', async () => {
  const missing = ['Kafka', 'Q\u0000uux', ...Array.from({ length: 20 }, (_, i) => `P${i}`)]
  const verdict = { level: 'weak', confidence: 0.5, nearMisses: [], missing }
  for (const hits of [[hit('a', 1)], []]) {
    const said = (await search({ hits, verdict })).verdict?.missing
    expect(said?.slice(0, 2)).toEqual(['Kafka', 'Quux'])
    expect(said).toHaveLength(8)
  }
  const none = await search({ hits: [hit('a', 1)], verdict: { ...verdict, missing: [] } })
  expect(none.verdict).not.toHaveProperty('missing')
})

it('names no near miss that the filter hides', async () => {
  const near = { lacks: ['x'], unasked: [], reason: 'Not a clear match.' }
  const nearMisses = ['a', 'b'].map((id) => ({ id, ...near }))
  const verdict = { level: 'weak', confidence: 0.5, nearMisses }
  const answer = await search({ hits: [hit('b', 1)], verdict }, 10, { tags: ['b'] })
  expect(answer.verdict?.nearMisses.map(({ id }) => id)).toEqual(['b'])
})

it('asks for more where hits of tools that are gone took up the limit', async () => {
  const ranked = [hit('gone', 4), hit('lost', 3), hit('a', 2), hit('b', 1)]
  const limits: number[] = []
  const searcher: Searcher = {
    name: 'own',
    apply: () => {},
    search: async ({ limit }) => {
      limits.push(limit)
      return { hits: ranked.slice(0, limit) as never }
    },
  }
  const index = createToolIndex({ searcher })
  for (const name of ['a', 'b'])
    index.register({ name, inputSchema: { type: 'object' } }, { kind: 'local', handler: name })
  expect(idsOf(await index.search('x', { limit: 2 }))).toEqual(['a', 'b'])
  expect(limits).toEqual([2, 4])
  const one = await index.search('x', { limit: 1 })
  expect([idsOf(one), one.degraded]).toEqual([
    [],
    [{ part: 'own', reason: expect.stringContaining('2 of its hits were left out') }],
  ])
})

it('does not read near misses that are not shown', async () => {
  let reads = 0
  const verdict = (level: string): object => ({
    level,
    confidence: 0.9,
    get nearMisses() {
      reads += 1
      return []
    },
  })
  await search({ hits: [hit('a', 1)], verdict: verdict('strong') })
  await search({ hits: [], verdict: verdict('none') })
  expect(reads).toBe(0)
  await search({ hits: [hit('a', 1)], verdict: verdict('weak') })
  expect(reads).toBe(1)
})
