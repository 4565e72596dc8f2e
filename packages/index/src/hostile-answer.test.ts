import { VERDICT_LIMITS } from '@toolscout/model/internal'
import { describe, expect, it } from 'vitest'
import { createToolIndex } from './create-tool-index.ts'
import type { SearchAnswer, SearchOptions } from './tool-index.ts'

const search = async (
  answer: object,
  query: string | readonly string[] = 'x',
  options: SearchOptions = {},
): Promise<SearchAnswer> => {
  const hits = [{ id: 'a', score: 1 }]
  // Assigned by reference, so that getters stay getters.
  const given = Object.defineProperties({ hits }, Object.getOwnPropertyDescriptors(answer))
  const index = createToolIndex({
    searcher: { name: 'own', apply: () => {}, search: async () => given as never },
  })
  index.register({ name: 'a', inputSchema: { type: 'object' } }, { kind: 'local', handler: 'a' })
  return index.search(query, options)
}
const near = { id: 'a', lacks: ['x'], unasked: ['y'], reason: 'Not a clear match.' }
const weak = (nearMisses: unknown): object => ({ verdict: { level: 'weak', confidence: 0.5, nearMisses } })
/** A member that is another value whenever it is read. */
const shifting = (member: string, ...values: readonly unknown[]): object => {
  let reads = 0
  return Object.defineProperty({}, member, {
    enumerable: true,
    get: () => values[Math.min(reads++, values.length - 1)],
  })
}
const withMembers = (target: object, source: object): object =>
  Object.defineProperties({ ...target }, Object.getOwnPropertyDescriptors(source))

describe('a foreign verdict', () => {
  it('has no members but its own, and no hidden characters', async () => {
    const hidden = { ...near, lacks: ['a\u202eb'], reason: '\u001b[31mred', more: 'x' }
    const verdict = { level: 'weak', confidence: 0.5, nearMisses: [hidden], query: 'another', more: 'x' }
    expect((await search({ verdict })).verdict).toEqual({
      level: 'weak',
      confidence: 0.5,
      nearMisses: [{ id: 'a', lacks: ['ab'], unasked: ['y'], reason: 'red' }],
    })
  })

  it('is cut to what a verdict may tell, and frozen', async () => {
    const words = Array.from({ length: 1_000 }, (_, i) => `${i}${'x'.repeat(1_000)}`)
    const long = { id: 'a', lacks: words, unasked: words, reason: 'x'.repeat(100_000) }
    const { verdict } = await search(weak(Array.from({ length: 1_000 }, () => long)))
    expect(verdict?.nearMisses).toHaveLength(VERDICT_LIMITS.nearMisses)
    for (const miss of verdict?.nearMisses ?? []) {
      expect([miss.lacks.length, miss.unasked.length]).toEqual([VERDICT_LIMITS.words, VERDICT_LIMITS.words])
      expect(miss.lacks[0]).toHaveLength(VERDICT_LIMITS.wordLength)
      expect(miss.reason).toHaveLength(VERDICT_LIMITS.reasonLength)
      for (const value of [miss, miss.lacks, miss.unasked]) expect(Object.isFrozen(value)).toBe(true)
    }
  })

  it.each([
    [{ id: 'a' }],
    [{ ...near, lacks: 'x' }],
    [{ ...near, unasked: [3] }],
    [{ ...near, reason: undefined }],
  ])('with the near miss %j is left out, and the answer says so', async (miss) => {
    const answer = await search(weak([miss]))
    expect(answer).not.toHaveProperty('verdict')
    expect(answer.degraded[0]?.reason).toContain('mended: verdict.')
  })

  it('is read once, so that it cannot be another after it was checked', async () => {
    const base = { level: 'weak', confidence: 0.5, nearMisses: [] }
    for (const member of [
      shifting('confidence', 0.5, 'sure'),
      shifting('level', 'weak', '<b>'),
      shifting('nearMisses', [], { filter: () => 'all' }),
    ])
      expect((await search({ verdict: withMembers(base, member) })).verdict).toEqual(base)
  })

  it('is none where nothing is found, and near misses have no place beside strong', async () => {
    const verdict = { level: 'strong', confidence: 1, nearMisses: [near] }
    const nothing = { level: 'none', confidence: 0, nearMisses: [] }
    expect((await search({ hits: [], verdict })).verdict).toEqual(nothing)
    expect((await search({ hits: [{ id: 'gone', score: 1 }], verdict })).verdict).toEqual(nothing)
    expect((await search({ verdict })).verdict).toEqual({ ...verdict, nearMisses: [] })
    expect((await search({ verdict }, 'x', { limit: 0 })).verdict?.level).toBe('strong')
  })
})

describe('a foreign answer', () => {
  it('is read once', async () => {
    const { hits } = await search({ hits: [withMembers({ id: 'a' }, shifting('score', 1, Number.NaN))] })
    expect(hits[0]?.score).toBe(1)
  })

  it('may hold degradations that are none, for one query and for several', async () => {
    const part = { part: 'far\u202e', reason: `slow\u0007${'!'.repeat(1_000)}`, more: 'x' }
    for (const query of ['x', ['x', 'y']]) {
      const { degraded } = await search({ degraded: [null, 'x', { part: 1, reason: 'x' }, part] }, query)
      expect(degraded).toEqual([
        { part: 'far', reason: `slow${'!'.repeat(496)}` },
        { part: 'own', reason: expect.stringContaining('mended: degraded.') },
      ])
    }
    expect((await search({ degraded: Array.from({ length: 99 }, () => part) })).degraded).toHaveLength(16)
  })

  it('tells no unmatched term in full that is longer than any word', async () => {
    const { unmatchedTerms } = await search({ unmatchedTerms: ['x'.repeat(9_999), 'a\u200bb', 3] })
    expect(unmatchedTerms).toEqual(['x'.repeat(128), 'ab'])
  })

  it('may hold explanations of any kind, which are taken only when asked for', async () => {
    const explained = (explanation: unknown): object => ({ hits: [{ id: 'a', score: 1, explanation }] })
    const met = { word: 'a\u202e', fields: ['name'] }
    const tree = { label: 'sum\u202e', value: 1, children: [{ label: 'a', value: 1, met }], more: 'x' }
    const { hits } = await search(explained(tree), 'x', { explain: true })
    const own = { label: 'a', value: 1, met: { word: 'a', fields: ['name'] } }
    expect(hits[0]?.explanation).toEqual({ label: 'sum', value: 1, children: [own] })
    expect(Object.isFrozen(hits[0]?.explanation?.children?.[0])).toBe(true)
    expect((await search(explained(tree))).hits[0]).not.toHaveProperty('explanation')

    const round: { label: string; value: number; children: unknown[] } = {
      label: 'a',
      value: 1,
      children: [],
    }
    round.children.push(round, round)
    for (const none of [
      'x',
      { label: 'a' },
      { ...tree, children: [3] },
      { ...tree, met: 'x' },
      { ...tree, value: Infinity },
      round,
    ]) {
      const answer = await search(explained(none), 'x', { explain: true })
      expect(answer.hits[0]).not.toHaveProperty('explanation')
      expect(answer.degraded[0]?.reason).toContain('mended: explanation.')
    }
  })
})
