import { compareHits } from '@toolscout/model'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { agreementOf } from './agreement.ts'
import { anyHits, anyRankings, ranked } from './fixtures/rankings.ts'
import { createGatedFusion, NORMALIZATIONS, normalize, type RetrieverRanking } from './fusion.ts'
import { createReciprocalRankFusion, createWeightedSumFusion } from './ungated-fusions.ts'

const FUSIONS = [
  createReciprocalRankFusion(),
  ...NORMALIZATIONS.map((normalization) => createWeightedSumFusion(normalization)),
  createGatedFusion(),
]

const ranking = (retriever: string, ids: string, more: Partial<RetrieverRanking> = {}): RetrieverRanking => ({
  retriever,
  weight: 1,
  hits: ranked(ids),
  ...more,
})
const idsOf = (hits: readonly { readonly id: string }[]): string => hits.map(({ id }) => id).join('')

describe.each(FUSIONS)('the fusion $name', (fusion) => {
  it('gives tools that a retriever found, each once, in the one order of hits, with the sum of their parts', () => {
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

  it('gives the best of them where only those are wanted', () => {
    fc.assert(
      fc.property(anyRankings, fc.integer({ min: 1, max: 9 }), (rankings, count) => {
        const best = fusion.fuse(rankings).slice(0, count)
        expect(fusion.fuse(rankings, count).slice(0, count)).toEqual(
          best.map((hit) => ({ ...hit, parts: [] })),
        )
      }),
    )
  })

  it('keeps the ranking of one retriever: whoever stands higher there never scores lower', () => {
    fc.assert(
      fc.property(anyHits, (hits) => {
        const fused = fusion.fuse([{ retriever: 'one', weight: 1, hits }])
        const scores = new Map(fused.map(({ id, score }) => [id, score]))
        const kept = hits.map(({ id }) => scores.get(id)).filter((score) => score !== undefined)
        expect(kept).toEqual([...kept].sort((a, b) => b - a))
        expect(new Set(hits.slice(0, kept.length).map(({ id }) => id))).toEqual(new Set(scores.keys()))
      }),
    )
  })

  it('drops a tool that only one retriever found, below its lowest score for that', () => {
    const found = ranking('words', 'ab')
    const other = ranking('semantic', 'bcd', { ungated: true, minScoreAlone: 0.5 })
    const ids = fusion.fuse([found, other]).map(({ id }) => id)
    expect(ids).toContain('c')
    expect(ids).not.toContain('d')
  })

  it('keeps such a tool when another retriever found it too', () => {
    const other = ranking('semantic', 'xb', { ungated: true, minScoreAlone: 0.9 })
    const parts = fusion.fuse([ranking('words', 'abc'), other]).find(({ id }) => id === 'b')?.parts
    expect(parts?.map(({ retriever }) => retriever)).toEqual(['words', 'semantic'])
  })

  it('ignores a retriever that found nothing', () => {
    fc.assert(
      fc.property(anyRankings, (rankings) => {
        expect(fusion.fuse([...rankings, ranking('empty', '')])).toEqual(fusion.fuse(rankings))
      }),
    )
  })
})

describe('reciprocal rank fusion', () => {
  it('adds one over sixty and the rank', () => {
    const [best] = createReciprocalRankFusion().fuse([ranking('a', 'xy'), ranking('b', 'zx')])
    expect(best).toMatchObject({ id: 'x', score: 1 / 61 + 1 / 62 })
  })

  it('ignores the order of the retrievers', () => {
    fc.assert(
      fc.property(anyHits, anyHits, (one, other) => {
        const both = [
          { retriever: 'one', weight: 1, hits: one },
          { retriever: 'other', weight: 1, hits: other },
        ]
        const fuse = createReciprocalRankFusion().fuse
        expect(idsOf(fuse([...both].reverse()))).toBe(idsOf(fuse(both)))
      }),
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
    expect(() => createWeightedSumFusion('softmax' as 'rank')).toThrow(
      'normalization is "softmax"; there are min-max, z-score, rank.',
    )
  })
})

describe('the gated fusion', () => {
  const { fuse } = createGatedFusion()
  const lead = ranking('words', 'abcdefghijklmnopqrst', { confidence: 0.5 })

  it('ignores a reversed ranking, and keeps the scores of the first', () => {
    expect(
      fuse([lead, ranking('upside down', 'tsrqponmlkjihgfedcba')]).map(({ id, score }) => [id, score]),
    ).toEqual(lead.hits.map(({ id, score }) => [id, score]))
  })

  it('ignores an unrelated ranking where the first is sure', () => {
    expect(idsOf(fuse([lead, ranking('at random', '0123456789')]).slice(0, 20))).toBe(idsOf(lead.hits))
  })

  it('adds a ranking of the same tools with another one first', () => {
    expect(fuse([lead, ranking('semantic', 'cabdefghijklmnopqrst')])[0]?.id).toBe('c')
  })

  it('closes the gate at an agreement of three quarters of the confidence', () => {
    const first = ranking('words', 'abcdefghijklmnopqrst')
    const other = ranking('semantic', 'b1a2c3d4e5f6g7h8i9j0')
    const agreement = agreementOf(first.hits, other.hits)
    const added = (confidence: number): number => {
      const hits = fuse([{ ...first, confidence }, other])
      return (
        hits.find(({ id }) => id === 'a')?.parts.find(({ retriever }) => retriever === 'semantic')?.value ?? 0
      )
    }
    const border = agreement / 0.75
    expect(border).toBeLessThan(0.95)
    expect(added(border + 0.001)).toBe(0)
    expect(added(border - 0.001)).toBeGreaterThan(0)
  })

  it('adds nothing where the first is certain', () => {
    const certain = { ...lead, confidence: 1 }
    expect(idsOf(fuse([certain, ranking('semantic', 'cabdefghijklmnopqrst')]))).toBe(idsOf(lead.hits))
  })

  it('takes the lead of the best hit for confidence where there is no verdict', () => {
    const [a, b] = [
      { id: 'a', score: 10 },
      { id: 'b', score: 1 },
    ]
    const others = ranking('semantic', 'ba')
    expect(fuse([{ retriever: 'far ahead', weight: 1, hits: [a, b] }, others])[0]?.id).toBe('a')
  })

  it('weighs an ungated retriever by the uncertainty of the first alone', () => {
    const ungated = ranking('measured', '0123456789', { ungated: true, weight: 1.2 })
    const [best] = fuse([{ ...lead, confidence: 0.05 }, ungated])
    expect(best).toMatchObject({ id: '0' })
    expect(best?.score).toBeCloseTo(1.2 * 0.95 ** 2, 12)
    expect(fuse([{ ...lead, confidence: 0.9 }, ungated])[0]?.id).toBe('a')
  })

  it('is the other ranking where the first found nothing', () => {
    expect(idsOf(fuse([ranking('words', ''), ranking('semantic', 'xyz')]))).toBe('xy')
  })

  it('never adds more than weight and strength allow', () => {
    fc.assert(
      fc.property(anyRankings, (rankings) => {
        const unit = rankings[0]?.hits[0]?.score ?? 1
        for (const { parts } of fuse(rankings)) {
          for (const { retriever, value } of parts) {
            const { weight } = rankings.find((given) => given.retriever === retriever) as RetrieverRanking
            if (retriever !== 'retriever 0') expect(value).toBeLessThanOrEqual(5 * weight * unit * (1 + 1e-9))
          }
        }
      }),
    )
  })
})
