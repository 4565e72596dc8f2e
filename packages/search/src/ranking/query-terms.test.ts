import { describe, expect, it } from 'vitest'
import { createAnalyzer } from '../analysis/analyzer.ts'
import { pairTerm } from '../analysis/tokens.ts'
import { compoundOf, wordsOfValues } from './spelling.ts'

const analyzer = createAnalyzer()

describe('a compound', () => {
  const held = new Set(['cosmos', 'db', 'web', 'site', pairTerm('cosmo*', 'db')])
  const catalog = { analyzer, frequencyOf: (term: string) => (held.has(term) ? 1 : 0) }

  it('is found by the pair of words that tools write', () => {
    const compounds = analyzer.analyze('list cosmosdb').map((word) => compoundOf(word, catalog))
    expect(compounds).toEqual([undefined, { root: 'cosmosdb*', pair: pairTerm('cosmo*', 'db') }])
  })

  it('is one word where no tool has its parts side by side', () => {
    expect(analyzer.analyze('website').map((word) => compoundOf(word, catalog))).toEqual([undefined])
  })
})

describe('a value', () => {
  it.each([
    ['summarize https://example.com/blog/post', ['url']],
    ['write to anna@example.com', ['email']],
    ['who owns 10.0.0.1?', ['ip']],
    ['delete 123e4567-e89b-12d3-a456-426614174000', ['id']],
    ['book it for 2026-03-01', ['date']],
    ['call +1 415 555 0100', ['phone']],
    ['what is at 52.52, 13.40', ['latitude', 'longitude']],
    ['how is $AAPL doing', ['stock', 'ticker']],
    ['open /var/log/syslog', ['path', 'file']],
    ['convert budget.xlsx', ['file']],
    ['read v1.2 and/or 3.5 of a.b', []],
    ['plain words', []],
  ])('in %j stands for %j', (text, words) => {
    expect(wordsOfValues(text)).toEqual(words)
  })
})
