import { SEARCH_FIELDS } from '@toolscout/model'
import { anyDocumentSteps, anyQuery, type DocumentStep } from '@toolscout/testkit/internal'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createAnalyzer } from '../analysis/analyzer.ts'
import { pairTerm, rootsOf, toDocumentTokens, type Word } from '../analysis/tokens.ts'
import { resolveBm25f } from './bm25f.ts'
import { SearchedIndex } from './fixtures/searched-index.ts'
import { TermCounter } from './term-counter.ts'

const analyzer = createAnalyzer()

describe('term numbers', () => {
  it('give every term one number, and a pair the one of its text', () => {
    // Terms with spaces look like pairs, as those of an analyzer of one's own may.
    const anyTerm = fc.constantFrom('a', 'b', 'c', 'ä', '\ufb01', '\u{1f600}', 'a b', 'b c', 'a b c')
    const anyStep = fc.oneof(anyTerm, fc.tuple(anyTerm, anyTerm))
    fc.assert(
      fc.property(fc.array(anyStep), (steps) => {
        const counter = new TermCounter(resolveBm25f())
        const { terms: numbers } = counter
        const expected = new Map<string, number>()
        const place = (term: string): number => {
          expected.set(term, expected.get(term) ?? expected.size)
          return expected.get(term) as number
        }
        for (const step of steps) {
          if (typeof step === 'string') expect(numbers.add(step)).toBe(place(step))
          else {
            const [one, other] = step.map((term) => numbers.add(term)) as [number, number]
            expect([one, other]).toEqual(step.map(place))
            expect(counter.pairNumber(one, other)).toBe(place(pairTerm(...step)))
          }
        }
        expect(Array.from({ length: numbers.count }, (_, i) => numbers.textOf(i))).toEqual([
          ...expected.keys(),
        ])
        expect(numbers.size).toBe(expected.size)
        for (const [term, number] of expected) expect(numbers.find(term)).toBe(number)
        expect([numbers.find('d'), numbers.find('d a'), numbers.find(' ')]).toEqual([-1, -1, -1])
      }),
    )
  })

  it('of very many pairs are all found', () => {
    const counter = new TermCounter(resolveBm25f())
    const { terms: numbers } = counter
    const terms = Array.from({ length: 200 }, (_, i) => numbers.add(`t${i}`))
    const pairs = terms.flatMap((one) => terms.slice(one + 1).map((other) => counter.pairNumber(one, other)))
    expect(new Set(pairs).size).toBe((200 * 199) / 2)
    expect(counter.pairNumber(7, 3)).toBe(numbers.find('t3 t7'))
  })
})

/** The words of a text, and one more whose tokens are its pairs. */
function withPairs(words: readonly Word[]): readonly Word[] {
  const roots = rootsOf(words)
  const tokens = roots.slice(1).flatMap((root, i) => {
    const before = roots[i] as string
    return root === before ? [] : [{ term: pairTerm(before, root), surface: false, root: false }]
  })
  return [...words, { text: '', tokens }]
}

it('an index of paired fields is one whose documents hold the pairs as terms', () => {
  const parameters = resolveBm25f()
  const policy = {
    writerDocuments: 3,
    bulkDocuments: 2,
    maxSegmentDocuments: 40,
    mergedPerPosting: 1,
    mergedPerChange: 5,
  }
  const pairedFields = ['name', 'description'] as const
  const run = (index: SearchedIndex, steps: readonly DocumentStep[], isPaired: boolean): SearchedIndex => {
    for (const step of steps) {
      if (step.type === 'remove') for (const id of step.ids) index.remove(id)
      else {
        for (const { id, fields } of step.documents) {
          const read = (field: (typeof SEARCH_FIELDS)[number]): readonly Word[] => {
            const words = analyzer.analyze(fields[field])
            return !isPaired && pairedFields.some((paired) => paired === field) ? withPairs(words) : words
          }
          index.upsert(id, toDocumentTokens(SEARCH_FIELDS.map(read)))
        }
      }
    }
    return index
  }
  fc.assert(
    fc.property(anyDocumentSteps, anyQuery, (steps, query) => {
      const terms = withPairs(analyzer.analyze(query)).flatMap(({ tokens }) => tokens.map(({ term }) => term))
      const paired = run(new SearchedIndex(parameters, policy, { pairedFields }), steps, true)
      const spelt = run(new SearchedIndex(parameters, policy), steps, false)
      const request = { terms, limit: 1_000, explain: true }
      expect(paired.search(request)).toEqual(spelt.search(request))
    }),
  )
})
