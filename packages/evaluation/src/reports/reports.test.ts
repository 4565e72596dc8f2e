import { describe, expect, it } from 'vitest'
import type { SearchEvaluation } from '../searching/evaluate-search.ts'
import { compareEvaluations } from './compare-evaluations.ts'
import { createQualityReport, formatQualityReport } from './quality-report.ts'
import { formatTable } from './table.ts'

function evaluation(set: string, searcher: string, values: readonly number[]): SearchEvaluation {
  const metrics = values.map((value, i) => [`q${i}`, { map: value, 'ndcg@10': value }] as const)
  const mean = values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)
  return {
    set,
    run: { name: searcher, rankings: new Map() },
    tools: 3,
    queries: values.length,
    unanswerable: 0,
    means: { map: mean, 'ndcg@10': mean },
    perQuery: new Map(metrics),
    msPerQuery: 0.5,
    falseReturnRate: 0.25,
    tokensPerAnswer: 41.6,
  }
}

const evaluations = [
  evaluation('a', 'ours', [0.5, 1]),
  evaluation('a', 'other', [0.5, 0.5]),
  evaluation('b', 'ours', [0.25]),
  evaluation('b', 'other', [0]),
]

describe('a report', () => {
  const report = createQualityReport(evaluations)

  it('has a row for each set and search, and means in which sets count alike', () => {
    const metrics = {
      'ndcg@10': 0.75,
      msPerQuery: 0.5,
      falseReturnRate: 0.25,
      tokensPerAnswer: 41.6,
      map: 0.75,
    }
    expect(report.sets[0]).toEqual({
      name: 'a',
      searcher: 'ours',
      tools: 3,
      queries: 2,
      metrics,
      unanswerable: 0,
    })
    expect(Object.keys(report.sets[0]?.metrics ?? {})).toEqual(Object.keys(metrics))
    expect(report.means.ours?.['ndcg@10']).toBe(0.5)
    expect(report.means.other?.['ndcg@10']).toBe(0.25)
    expect(JSON.parse(JSON.stringify(report))).toEqual(report)
  })

  it('counts a set as often as its weight says', () => {
    const weights = { b: 3 }
    expect(createQualityReport(evaluations, { weights }).means.ours?.['ndcg@10']).toBe((0.75 + 3 * 0.25) / 4)
    for (const weight of [0, -1, Number.NaN])
      expect(() => createQualityReport(evaluations, { weights: { b: weight } })).toThrow(RangeError)
  })

  it('is written as a table', () => {
    expect(formatQualityReport(createQualityReport(evaluations.slice(0, 2)), 'text')).toMatchInlineSnapshot(`
      "set  searcher  tools  queries  ndcg@10  msPerQuery  falseReturnRate  tokensPerAnswer    map
      a    ours          3        2    0.750       0.500            0.250               42  0.750
      a    other         3        2    0.500       0.500            0.250               42  0.500
      "
    `)
  })

  it('is written as Markdown, with the means below several sets', () => {
    expect(formatQualityReport(report, 'markdown')).toMatchInlineSnapshot(`
      "| set  | searcher | tools | queries | ndcg@10 | msPerQuery | falseReturnRate | tokensPerAnswer |   map |
      | ---- | -------- | ----: | ------: | ------: | ---------: | --------------: | --------------: | ----: |
      | a    | ours     |     3 |       2 |   0.750 |      0.500 |           0.250 |              42 | 0.750 |
      | a    | other    |     3 |       2 |   0.500 |      0.500 |           0.250 |              42 | 0.500 |
      | b    | ours     |     3 |       1 |   0.250 |      0.500 |           0.250 |              42 | 0.250 |
      | b    | other    |     3 |       1 |   0.000 |      0.500 |           0.250 |              42 | 0.000 |
      | mean | ours     |     – |       – |   0.500 |      0.500 |           0.250 |              42 | 0.500 |
      | mean | other    |     – |       – |   0.250 |      0.500 |           0.250 |              42 | 0.250 |
      "
    `)
  })
})

describe('a table', () => {
  it('cannot be broken by what stands in it', () => {
    expect(formatTable({ titles: ['a|b'], rows: [['x\ny'], ['1|2']] }, 'markdown')).toBe(
      '| a\\|b |\n| ---- |\n| x y  |\n| 1\\|2 |\n',
    )
  })
})

describe('a comparison', () => {
  const [ours1, other1, ours2, other2] = evaluations as [
    SearchEvaluation,
    SearchEvaluation,
    SearchEvaluation,
    SearchEvaluation,
  ]

  it('is of the mean of the sets', () => {
    const pair = { baseline: [other1, other2], candidate: [ours1, ours2] }
    expect(compareEvaluations(pair).difference).toBe(0.25)
    expect(compareEvaluations(pair, { metric: 'map' }).difference).toBe(0.25)
  })

  it('counts a set as often as its weight says', () => {
    const pair = { baseline: [other1, other2], candidate: [ours1, { ...ours2, perQuery: other2.perQuery }] }
    expect(compareEvaluations(pair).difference).toBe(0.125)
    expect(compareEvaluations(pair, { weights: { b: 4 } }).difference).toBe(0.05)
    expect(() => compareEvaluations(pair, { weights: { b: 0 } })).toThrow(RangeError)
  })

  it('leaves out sets that nothing answers', () => {
    const empty = evaluation('c', 'ours', [])
    expect(compareEvaluations({ baseline: [other1, empty], candidate: [ours1, empty] }).difference).toBe(0.25)
  })

  it('refuses other sets and metrics that were not measured', () => {
    expect(() => compareEvaluations({ baseline: [other1], candidate: [ours2] })).toThrow(
      /"a" is compared with "b"/,
    )
    expect(() => compareEvaluations({ baseline: [other1], candidate: [ours1] }, { metric: 'mrr' })).toThrow(
      '"mrr" was not measured.',
    )
  })
})
