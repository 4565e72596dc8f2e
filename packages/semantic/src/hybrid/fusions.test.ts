import { compareHits } from '@toolscout/model'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyHits, anyRankings, ranked } from './fixtures/rankings.ts'
import type { ArmRanking } from './fusion.ts'
import { createGatedFusion } from './gated-fusion.ts'
import { NORMALIZATIONS, normalize } from './normalization.ts'
import { createReciprocalRankFusion } from './reciprocal-rank-fusion.ts'
import { createWeightedSumFusion } from './weighted-sum-fusion.ts'

const FUSIONS = [
  createReciprocalRankFusion(),
  ...NORMALIZATIONS.map((normalization) => createWeightedSumFusion({ normalization })),
  createGatedFusion(),
]

const arm = (name: string, ids: string, more: Partial<ArmRanking> = {}): ArmRanking => ({
  arm: name,
  weight: 1,
  hits: ranked(ids),
  ...more,
})
const idsOf = (hits: readonly { readonly id: string }[]): string => hits.map(({ id }) => id).join('')

describe.each(FUSIONS)('the fusion $name', (fusion) => {
  it('gives tools that an arm found, each once, in the one order of hits, with the sum of their parts', () => {
    fc.assert(
      fc.property(anyRankings, (rankings) => {
        const hits = fusion.fuse(rankings)
        const found = new Set(rankings.flatMap((ranking) => ranking.hits.map(({ id }) => id)))
        expect(new Set(hits.map(({ id }) => id)).size).toBe(hits.length)
        expect(hits).toEqual([...hits].sort(compareHits))
        for (const { id, score, parts } of hits) {
          expect(found).toContain(id)
          expect(score).toBeGreaterThan(0)
          expect(parts.reduce((sum, { value }) => sum + value, 0)).toBe(score)
        }
      }),
    )
  })

  it('keeps the ranking of one arm', () => {
    fc.assert(
      fc.property(anyHits, (hits) => {
        const ids = fusion.fuse([{ arm: 'one', weight: 1, hits }]).map(({ id }) => id)
        expect(hits.map(({ id }) => id).slice(0, ids.length)).toEqual(ids)
      }),
    )
  })

  it('leaves out what one arm alone has found, if it does not think much of it', () => {
    const found = arm('words', 'ab')
    const other = arm('meaning', 'bcd', { trusted: true, minScoreAlone: 0.5 })
    const ids = fusion.fuse([found, other]).map(({ id }) => id)
    expect(ids).toContain('c')
    expect(ids).not.toContain('d')
  })

  it('is the same with an arm that found nothing', () => {
    fc.assert(
      fc.property(anyRankings, (rankings) => {
        expect(fusion.fuse([...rankings, arm('empty', '')])).toEqual(fusion.fuse(rankings))
      }),
    )
  })
})

describe('reciprocal rank fusion', () => {
  it('adds one over sixty and the rank', () => {
    const [best] = createReciprocalRankFusion().fuse([arm('a', 'xy'), arm('b', 'zx')])
    expect(best).toMatchObject({ id: 'x', score: 1 / 61 + 1 / 62 })
  })

  it('does not look at the order of the arms', () => {
    fc.assert(
      fc.property(anyHits, anyHits, (one, other) => {
        const arms = [
          { arm: 'one', weight: 1, hits: one },
          { arm: 'other', weight: 1, hits: other },
        ]
        const fuse = createReciprocalRankFusion().fuse
        expect(idsOf(fuse([...arms].reverse()))).toBe(idsOf(fuse(arms)))
      }),
    )
  })

  it('refuses what is no rank constant and no window', () => {
    expect(() => createReciprocalRankFusion({ k: -1 })).toThrow('k is -1; it must lie between 0 and 10000.')
    expect(() => createReciprocalRankFusion({ k: Number.NaN })).toThrow(RangeError)
    expect(() => createReciprocalRankFusion({ window: 0 })).toThrow(
      'The window is 0; it must be an integer from 1 to 1000.',
    )
  })
})

describe('normalization', () => {
  it.each(NORMALIZATIONS)('by %s falls with the ranks and is the same in any unit', (normalization) => {
    fc.assert(
      fc.property(anyHits, (hits) => {
        const values = normalize(hits, normalization)
        expect(values.every((value) => value >= 0)).toBe(true)
        expect(values).toEqual([...values].sort((one, other) => other - one))
        const doubled = normalize(
          hits.map(({ id, score }) => ({ id, score: 2 * score })),
          normalization,
        )
        for (const [i, value] of doubled.entries()) expect(value).toBeCloseTo(values[i] as number, 9)
      }),
    )
  })

  it('is as defined', () => {
    const hits = [
      { id: 'a', score: 5 },
      { id: 'b', score: 2 },
      { id: 'c', score: 1 },
    ]
    expect(normalize(hits, 'min-max')).toEqual([1, 0.25, 0])
    expect(normalize(hits, 'rank')).toEqual([1, 1 - 1 / 3, 1 - 2 / 3])
    expect(normalize(hits, 'z-score')[0]).toBeCloseTo(4 / Math.sqrt(26 / 9), 12)
    expect(normalize(ranked('a'), 'min-max')).toEqual([1])
  })

  it('refuses one that there is not', () => {
    expect(() => createWeightedSumFusion({ normalization: 'softmax' as 'rank' })).toThrow(
      'normalization is "softmax"; there are min-max, z-score, rank.',
    )
  })
})

describe('the gated fusion', () => {
  const { fuse } = createGatedFusion()
  const lead = arm('words', 'abcdefghijklmnopqrst', { confidence: 0.5 })

  it('does not hear an arm that is upside down, and keeps the scores of the first', () => {
    expect(
      fuse([lead, arm('upside down', 'tsrqponmlkjihgfedcba')]).map(({ id, score }) => [id, score]),
    ).toEqual(lead.hits.map(({ id, score }) => [id, score]))
  })

  it('does not hear an arm that has nothing to do with a first one that is sure', () => {
    expect(idsOf(fuse([lead, arm('at random', '0123456789')]).slice(0, 20))).toBe(idsOf(lead.hits))
  })

  it('hears an arm that puts another one of the same tools first', () => {
    expect(fuse([lead, arm('meaning', 'cabdefghijklmnopqrst')])[0]?.id).toBe('c')
  })

  it('does not hear anybody where the first is certain', () => {
    const certain = { ...lead, confidence: 1 }
    expect(idsOf(fuse([certain, arm('meaning', 'cabdefghijklmnopqrst')]))).toBe(idsOf(lead.hits))
  })

  it('takes the lead of its best hit for confidence where an arm has none', () => {
    const [a, b] = [
      { id: 'a', score: 10 },
      { id: 'b', score: 1 },
    ]
    const others = arm('meaning', 'ba')
    expect(fuse([{ arm: 'far ahead', weight: 1, hits: [a, b] }, others])[0]?.id).toBe('a')
  })

  it('hears a trusted arm by the doubt of the first alone', () => {
    const trusted = arm('measured', '0123456789', { trusted: true, weight: 1.2 })
    const [best] = fuse([{ ...lead, confidence: 0.05 }, trusted])
    expect(best).toMatchObject({ id: '0' })
    expect(best?.score).toBeCloseTo(1.2 * 0.95 ** 2, 12)
    expect(fuse([{ ...lead, confidence: 0.9 }, trusted])[0]?.id).toBe('a')
  })

  it('is the other arm where the first found nothing', () => {
    expect(idsOf(fuse([arm('words', ''), arm('meaning', 'xyz')]))).toBe('xy')
  })

  it('never takes an arm for more than its weight and strength', () => {
    fc.assert(
      fc.property(anyRankings, (rankings) => {
        const unit = rankings[0]?.hits[0]?.score ?? 1
        for (const { parts } of fuse(rankings)) {
          for (const { arm: name, value } of parts) {
            const { weight } = rankings.find((ranking) => ranking.arm === name) as ArmRanking
            if (name !== 'arm 0') expect(value).toBeLessThanOrEqual(5 * weight * unit * (1 + 1e-9))
          }
        }
      }),
    )
  })
})
