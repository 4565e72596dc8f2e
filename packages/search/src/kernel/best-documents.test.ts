import { SEARCH_FIELDS } from '@toolscout/model'
import { anyDocumentSteps, anyQuery } from '@toolscout/testkit/internal'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createAnalyzer } from '../analysis/analyzer.ts'
import { createDocumentReader } from '../analysis/document-reader.ts'
import type { DocumentTokens } from '../analysis/tokens.ts'
import { resolveBm25f } from './bm25f.ts'
import type { DocumentFactor } from './collect-best.ts'
import { SearchedIndex } from './fixtures/searched-index.ts'
import type { TermQuery } from './term-scoring.ts'
import { type RankedDocs, TopK } from './top-k.ts'

const analyzer = createAnalyzer()
const reader = createDocumentReader(analyzer)

/** An index, and the ids of the documents in it. */
interface Filled {
  readonly index: SearchedIndex
  readonly alive: ReadonlySet<string>
}

/** What scoring every document gives. */
const unpruned = (
  { index, alive }: Filled,
  query: TermQuery,
  limit: number,
  accepts?: (docId: number) => boolean,
): RankedDocs => {
  const scoring = index.prepare(query)
  const best = new TopK(limit, (docId) => index.idOf(docId))
  for (const id of alive) {
    const docId = index.docIdOf(id) as number
    const score = scoring.scoreOf(docId)
    if (score > 0 && (accepts === undefined || accepts(docId))) best.offer(score, docId)
  }
  return best.drain()
}
/** A third of the documents keep little, the others less where they hold no marked term. */
const factorOf = (marked: ReadonlySet<string>): DocumentFactor => {
  const kinds = Uint16Array.from({ length: 8 }, (_, docId) => (docId % 2 === 0 ? 0 : 1 + (docId % 3)))
  const shares = new Float64Array(3)
  return {
    kinds,
    shares,
    most: (docId) => {
      const share = docId % 3 === 0 ? 0.5 : 1
      if (docId < kinds.length) kinds[docId] = 1 + (docId % 3)
      shares[1 + (docId % 3)] = share
      return share
    },
    marked,
    of: (docId, isMarked) => (docId % 3 === 0 ? 0.25 : isMarked ? 1 : 0.75),
    why: () => 'one of three',
  }
}

const expectSame = (
  filled: Filled,
  query: TermQuery,
  limit: number,
  accepts?: (docId: number) => boolean,
): void => {
  const scoring = filled.index.prepare(query)
  const best = scoring.best(limit, accepts)
  expect(best).toEqual(unpruned(filled, query, limit, accepts))
  best.docIds.forEach((docId, i) => {
    expect(scoring.scoreOf(docId)).toBe(best.scores[i])
    expect(scoring.explain(docId).value).toBe(best.scores[i])
  })
}

describe('the best documents', () => {
  it('are to the last bit those that scoring every document gives, with filters, after every change', () => {
    const policy = fc.record({
      writerDocuments: fc.integer({ min: 1, max: 3 }),
      bulkDocuments: fc.integer({ min: 1, max: 9 }),
      maxSegmentDocuments: fc.integer({ min: 1, max: 40 }),
      mergedPerPosting: fc.integer({ min: 0, max: 3 }),
      mergedPerChange: fc.integer({ min: 1, max: 40 }),
    })
    const weight = fc.double({ min: 0.01, max: 3, noNaN: true })
    const coverage = fc.constantFrom(0, 0.7)
    fc.assert(
      fc.property(
        anyDocumentSteps,
        anyQuery,
        fc.record({ policy, weight, coverage, modulus: fc.integer({ min: 1, max: 3 }) }),
        fc.integer({ min: 1, max: 5 }),
        (steps, text, { policy: segments, weight: firstWeight, coverage: share, modulus }, limit) => {
          const index = new SearchedIndex(resolveBm25f({ b: 0.4 }), segments)
          const tokens = [...new Set(analyzer.analyze(text).flatMap((word) => word.tokens))]
          const terms = tokens.map(({ term, root }, i) => ({
            text: `${term}`,
            weight: i === 0 ? firstWeight : 1,
            covers: root,
            // Most words stand before their stem, and all documents that hold the stem have this very form of it.
            within: root ? undefined : tokens[i + 1]?.term,
          }))
          const query = {
            terms: [...new Map(terms.map((term) => [term.text, term])).values()],
            coverage: share,
            factor: factorOf(new Set(terms.slice(0, 2).map((term) => term.text))),
          }
          const alive = new Set<string>()
          for (const step of steps) {
            if (step.type === 'remove') {
              for (const id of step.ids) {
                index.remove(id)
                alive.delete(id)
              }
            } else {
              index.expect(step.documents.length)
              for (const { id, fields } of step.documents) {
                index.upsert(id, reader.read(SEARCH_FIELDS.map((field) => fields[field])))
                alive.add(id)
              }
            }
            expectSame({ index, alive }, query, limit)
            if (modulus > 1) expectSame({ index, alive }, query, limit, (docId) => docId % modulus === 0)
          }
        },
      ),
      { numRuns: 300 },
    )
  })

  describe('of thousands', () => {
    /** Words drawn the more often the lower their number, the same in every run. */
    const words = ((): (() => string) => {
      let state = 7
      return () => {
        state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
        return `w${Math.floor(400 ** (state / 2 ** 32))}`
      }
    })()
    const draw = (count: number): string => Array.from({ length: count }, words).join(' ')
    const document = (n: number): DocumentTokens =>
      reader.read(
        SEARCH_FIELDS.map((field) =>
          field === 'name' ? draw(2) : field === 'description' ? draw(3 + (n % 40)) : '',
        ),
      )
    const index = new SearchedIndex(resolveBm25f())
    const alive = new Set<string>()
    for (const bulk of [17_000, 700, 5]) {
      index.expect(bulk)
      for (let n = 0; n < bulk; n += 1) {
        index.upsert(`tool${bulk}.${n}`, document(n))
        alive.add(`tool${bulk}.${n}`)
      }
    }
    for (let n = 0; n < 17_000; n += 7) {
      index.remove(`tool17000.${n}`)
      alive.delete(`tool17000.${n}`)
    }

    it.each([1, 2, 4, 9])('are the same for queries of %i words', (length) => {
      for (let n = 0; n < 15; n += 1) {
        const terms = [...new Set(draw(length).split(' '))].map((text) => ({ text, weight: 1, covers: true }))
        for (const coverage of [0, 0.7]) {
          expectSame({ index, alive }, { terms, coverage }, 10)
          expectSame({ index, alive }, { terms, coverage }, 3, (docId) => docId % 50 === 0)
        }
      }
    })
  })
})
