import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { evaluateRun, formatRun, parseRun, type Run, toRanking } from './run.ts'

const queries = [
  { id: 'q1', text: 'one', relevance: new Map([['a', 1]]) },
  {
    id: 'q2',
    text: 'two',
    relevance: new Map([
      ['a', 1],
      ['b', 1],
    ]),
  },
  { id: 'q3', text: 'three', relevance: new Map() },
]

describe('a ranking', () => {
  it('has scores descending, ties by id, each id once with its best score', () => {
    const hits = [
      { id: 'b', score: 1 },
      { id: 'c', score: 2 },
      { id: 'a', score: 1 },
      { id: 'b', score: 3 },
    ]
    expect(toRanking(hits)).toEqual([
      { id: 'b', score: 3 },
      { id: 'c', score: 2 },
      { id: 'a', score: 1 },
    ])
  })
})

describe('a run', () => {
  const run: Run = {
    name: 'r',
    rankings: new Map([
      [
        'q1',
        toRanking([
          { id: 'b', score: 2 },
          { id: 'a', score: 1 },
        ]),
      ],
    ]),
  }

  it('is measured on every query that something answers; what it does not know found nothing', () => {
    const { means, perQuery } = evaluateRun({ queries }, run, { metrics: ['mrr', 'recall@1'] })
    expect([...perQuery]).toEqual([
      ['q1', { mrr: 1 / 2, 'recall@1': 0 }],
      ['q2', { mrr: 0, 'recall@1': 0 }],
    ])
    expect(means).toEqual({ mrr: 1 / 4, 'recall@1': 0 })
  })

  it('has means of 0 where nothing can be measured', () => {
    expect(evaluateRun({ queries: [] }, run, { metrics: ['mrr'] }).means).toEqual({ mrr: 0 })
  })

  it('is written as lines', () => {
    expect(formatRun(run)).toBe('query-id\ttool-id\trank\tscore\nq1\tb\t1\t2\nq1\ta\t2\t1\n')
  })

  it('is the same after it was written and read', () => {
    const texts = fc
      .string({ minLength: 1 })
      .filter((text) => !/[\t\n\r\uFEFF]/.test(text) && text.trim() !== '')
    const hits = fc.array(fc.record({ id: texts, score: fc.double({ noNaN: true, min: 0, max: 1e9 }) }), {
      minLength: 1,
    })
    fc.assert(
      fc.property(fc.array(fc.tuple(texts, hits)), (entries) => {
        const rankings = new Map(entries.map(([id, list]) => [id, toRanking(list)]))
        expect(parseRun('r', { file: 'r.tsv', text: formatRun({ name: 'r', rankings }) })).toEqual({
          name: 'r',
          rankings,
        })
      }),
    )
  })

  it('is read without names of columns too, and by its scores', () => {
    const text = 'q\ta\t1\t0.5\nq\tb\t2\t0.75\n'
    expect(parseRun('r', { file: 'r.tsv', text }).rankings.get('q')).toEqual([
      { id: 'b', score: 0.75 },
      { id: 'a', score: 0.5 },
    ])
  })

  it.each(['q\ta\t1', 'q\ta\t1\t1\nq\tb\t2\t', 'q\ta\t1\t1\nq\tb\t2\tbest'])('refuses %j', (text) => {
    expect(() => parseRun('r', { file: 'r.tsv', text })).toThrow(
      /^r\.tsv:\d: (".*" has 3 columns|the score is ".*"; a number)/,
    )
  })
})
