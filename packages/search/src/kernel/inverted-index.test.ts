import { SEARCH_FIELDS } from '@toolscout/model'
import { atOnce } from '@toolscout/model/internal'
import { anyDocumentSteps, anyQuery, type DocumentStep, documentsAfter } from '@toolscout/testkit/internal'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createAnalyzer } from '../analysis/analyzer.ts'
import { createDocumentReader } from '../analysis/document-reader.ts'
import type { DocumentTokens } from '../analysis/tokens.ts'
import { createSectionWriter } from '../snapshot/sections.ts'
import { type Bm25fOptions, resolveBm25f } from './bm25f.ts'
import { type AnalyzedDocument, naiveBm25f } from './fixtures/naive-bm25f.ts'
import { SearchedIndex } from './fixtures/searched-index.ts'
import { DEFAULT_SEGMENT_POLICY, type SegmentPolicy } from './segment-store.ts'

const analyzer = createAnalyzer()
const reader = createDocumentReader(analyzer)
const read = (fields: { readonly [field: string]: string }): DocumentTokens =>
  reader.read(SEARCH_FIELDS.map((field) => fields[field] as string))
const analyzed = (fields: { readonly [field: string]: string }): AnalyzedDocument =>
  SEARCH_FIELDS.map((field) => analyzer.analyze(fields[field] as string))
const termsOf = (query: string): readonly string[] =>
  analyzer.analyze(query).flatMap((word) => word.tokens.map((token) => token.term))

const run = (index: SearchedIndex, steps: readonly DocumentStep[]): SearchedIndex => {
  for (const step of steps) {
    if (step.type === 'remove') for (const id of step.ids) index.remove(id)
    else {
      index.expect(step.documents.length)
      for (const { id, fields } of step.documents) index.upsert(id, read(fields))
    }
  }
  return index
}

// Tiny partitions, so that a few documents seal, merge and compact many times.
const policy: fc.Arbitrary<SegmentPolicy> = fc.record({
  writerDocuments: fc.integer({ min: 1, max: 3 }),
  bulkDocuments: fc.integer({ min: 1, max: 40 }),
  maxSegmentDocuments: fc.integer({ min: 1, max: 40 }),
  mergedPerPosting: fc.integer({ min: 0, max: 3 }),
  mergedPerChange: fc.integer({ min: 1, max: 40 }),
})
const eighths = (max: number): fc.Arbitrary<number> => fc.integer({ min: 0, max: 8 * max }).map((n) => n / 8)
const weights = fc.record(Object.fromEntries(SEARCH_FIELDS.map((field) => [field, eighths(4)])))
const parameters: fc.Arbitrary<Bm25fOptions> = fc
  .record({
    weights: weights.filter((given) => Object.values(given).some((weight) => weight > 0)),
    lengthWeights: weights,
    k1: fc.double({ min: 0, max: 3, noNaN: true }),
    b: fc.double({ min: 0, max: 1, noNaN: true }),
    maxTermFrequency: fc.integer({ min: 1, max: 31 }),
  })
  .map((given) => given as Bm25fOptions)

describe('the inverted index', () => {
  it('scores as the textbook does, within 1e-9', () => {
    fc.assert(
      fc.property(anyDocumentSteps, anyQuery, parameters, policy, (steps, query, given, segments) => {
        const resolved = resolveBm25f(given)
        const index = run(new SearchedIndex(resolved, segments), steps)
        const documents = new Map(
          [...documentsAfter(steps)].map(([id, document]) => [id, analyzed(document.fields)]),
        )
        const expected = naiveBm25f(documents, [...new Set(termsOf(query))], resolved)
        const hits = index.search({ terms: termsOf(query), limit: 1_000 })
        expect(index.size).toBe(documents.size)
        expect(new Set(hits.map((hit) => hit.id))).toEqual(new Set(expected.map((hit) => hit.id)))
        const scores = new Map(expected.map((hit) => [hit.id, hit.score]))
        for (const hit of hits)
          expect(Math.abs(hit.score - (scores.get(hit.id) as number))).toBeLessThan(1e-9)
      }),
      { numRuns: 300 },
    )
  })

  it('changed step by step equals built at once, to the last bit (OPC-015)', () => {
    fc.assert(
      fc.property(anyDocumentSteps, anyQuery, parameters, policy, (steps, query, given, segments) => {
        const resolved = resolveBm25f(given)
        const stepwise = run(new SearchedIndex(resolved, segments), steps)
        const atOnce = new SearchedIndex(resolved)
        for (const { id, fields } of documentsAfter(steps).values()) atOnce.upsert(id, read(fields))
        const request = { terms: termsOf(query), limit: 1_000, explain: true }
        expect(stepwise.search(request)).toEqual(atOnce.search(request))
        for (const term of termsOf(query)) {
          expect(stepwise.documentFrequency(term)).toBe(atOnce.documentFrequency(term))
          expect(stepwise.holds(term)).toBe(atOnce.documentFrequency(term) > 0)
        }
      }),
      { numRuns: 300 },
    )
  })

  it('of documents in slices is searched whole at every moment, and at last the same as of documents at once', () => {
    fc.assert(
      fc.property(anyDocumentSteps, anyQuery, policy, (steps, query, segments) => {
        const [sliced, atOnce] = [segments, DEFAULT_SEGMENT_POLICY].map(
          (given) => new SearchedIndex(resolveBm25f(), given),
        ) as [SearchedIndex, SearchedIndex]
        const request = { terms: termsOf(query), limit: 1_000 }
        for (const step of steps) {
          sliced.expect(Infinity)
          for (const id of step.type === 'remove' ? step.ids : []) {
            sliced.remove(id)
            atOnce.remove(id)
          }
          for (const { id, fields } of step.type === 'remove' ? [] : step.documents) {
            sliced.upsert(id, read(fields))
            atOnce.upsert(id, read(fields))
          }
          const expected = atOnce.search(request)
          do expect(sliced.search(request)).toEqual(expected)
          while (sliced.settle(50))
        }
      }),
      { numRuns: 50 },
    )
    const [sliced, whole] = [Infinity, 3_000].map((expected) => {
      const index = new SearchedIndex(resolveBm25f())
      index.expect(expected)
      for (let n = 0; n < 3_000; n += 1) {
        const empty = Object.fromEntries(SEARCH_FIELDS.map((field) => [field, '']))
        index.upsert(`tool${n}`, read({ ...empty, name: `word${n % 100} ${n}` }))
      }
      return index
    }) as [SearchedIndex, SearchedIndex]
    let settlings = 0
    while (sliced.settle(1_000)) settlings += 1
    expect(settlings).toBeGreaterThan(5)
    const [bytes, others] = [sliced, whole].map((index) => {
      const out = createSectionWriter()
      index.save(out)
      return atOnce(out.finish({ options: '', revision: '' }))
    })
    expect(bytes).toEqual(others)
  })

  it('explains every score exactly, and every number by the numbers below it', () => {
    fc.assert(
      fc.property(anyDocumentSteps, anyQuery, policy, (steps, query, segments) => {
        const index = run(new SearchedIndex(resolveBm25f(), segments), steps)
        for (const hit of index.search({ terms: termsOf(query), limit: 1_000, explain: true })) {
          const terms = hit.explanation?.children ?? []
          expect(hit.explanation?.value).toBe(hit.score)
          expect(terms.reduce((sum, term) => sum + term.value, 0)).toBe(hit.score)
          for (const term of terms) {
            const [idf, frequency, normalization, k1] = (term.children ?? []).map((child) => child.value) as [
              number,
              number,
              number,
              number,
            ]
            expect(term.value).toBeCloseTo((idf * frequency * (k1 + 1)) / (frequency + normalization), 12)
            const fields = term.children?.[1]?.children ?? []
            expect(fields.reduce((sum, field) => sum + field.value, 0)).toBe(frequency)
          }
        }
      }),
    )
  })

  it('is the same for every order of the query words', () => {
    fc.assert(
      fc.property(anyDocumentSteps, anyQuery, (steps, query) => {
        const index = run(new SearchedIndex(resolveBm25f()), steps)
        const terms = termsOf(query)
        expect(index.search({ terms: terms.toReversed(), limit: 10 })).toEqual(
          index.search({ terms, limit: 10 }),
        )
      }),
    )
  })

  it('is the same after a search that was broken off in the middle', () => {
    const index = new SearchedIndex(resolveBm25f())
    const empty = Object.fromEntries(SEARCH_FIELDS.map((field) => [field, '']))
    for (const id of ['a', 'b', 'c']) index.upsert(id, read({ ...empty, name: 'word' }))
    const before = index.search({ terms: ['word'], limit: 5 })
    const accepts = (): boolean => {
      throw new TypeError('broken off')
    }
    expect(() => index.search({ terms: ['word'], limit: 5, accepts })).toThrow('broken off')
    expect(index.search({ terms: ['word'], limit: 5 })).toEqual(before)
  })

  it('keeps memory in proportion to what lives, under endless churn', () => {
    const index = new SearchedIndex(resolveBm25f(), { ...DEFAULT_SEGMENT_POLICY, writerDocuments: 64 })
    const document = (n: number): DocumentTokens =>
      read({ ...Object.fromEntries(SEARCH_FIELDS.map((field) => [field, ''])), name: `word${n}` })
    const before = process.memoryUsage().arrayBuffers
    for (let n = 0; n < 20_000; n += 1) index.upsert(`tool${n % 10}`, document(n))
    expect(index.size).toBe(10)
    expect(index.search({ terms: ['word19999'], limit: 5 }).map((hit) => hit.id)).toEqual(['tool9'])
    expect(index.documentFrequency('word3')).toBe(0)
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(64 * 2 ** 20)
  })
})

describe('parameters', () => {
  it.each([
    { k1: -1 },
    { k1: 101 },
    { k1: Number.NaN },
    { b: 1.1 },
    { maxTermFrequency: 0 },
    { maxTermFrequency: 1.5 },
    { weights: { name: -1 } },
    { weights: { nam: 1 } as object },
    { weights: Object.fromEntries(SEARCH_FIELDS.map((field) => [field, 0])) },
  ])('%j is refused with a RangeError', (options) => {
    expect(() => resolveBm25f(options)).toThrow(RangeError)
  })

  it('0 is a value: a field that weighs nothing is not searched', () => {
    const index = new SearchedIndex(resolveBm25f({ weights: { description: 0 }, k1: 0, b: 0 }))
    index.upsert(
      'a',
      read({
        ...Object.fromEntries(SEARCH_FIELDS.map((field) => [field, ''])),
        name: 'x',
        description: 'y',
      }),
    )
    expect(index.search({ terms: ['y'], limit: 5 })).toEqual([])
    expect(index.search({ terms: ['x'], limit: 5 })).toHaveLength(1)
    expect(index.search({ terms: ['x'], limit: 0 })).toEqual([])
  })
})
