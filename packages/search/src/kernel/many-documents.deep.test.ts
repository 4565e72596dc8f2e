import { SEARCH_FIELDS } from '@toolscout/model'
import type { SearchField } from '@toolscout/model/internal'
import { expect, it } from 'vitest'
import { createAnalyzer } from '../analysis/analyzer.ts'
import { createDocumentReader } from '../analysis/document-reader.ts'
import type { DocumentTokens } from '../analysis/tokens.ts'
import { resolveBm25f } from './bm25f.ts'
import { SearchedIndex } from './fixtures/searched-index.ts'

const reader = createDocumentReader(createAnalyzer())
const read = (fields: Partial<Record<SearchField, string>>): DocumentTokens =>
  reader.read(SEARCH_FIELDS.map((field) => fields[field] ?? ''))

it('is exact up to 200,000 documents, and beyond them looks for what has the terms that can add the most', () => {
  const index = new SearchedIndex(resolveBm25f())
  for (let i = 0; i < 200_000; i += 1)
    index.upsert(`other${i}`, read({ description: `${i % 2 === 0 ? 'alpha' : 'beta'} among other words` }))
  index.upsert('hidden', read({ name: 'beta_gamma' }))
  index.upsert('found', read({ name: 'alpha_gamma' }))

  const term = (text: string, weight: number) => ({ text, weight, covers: false })
  // By what they can add: alpha, which has all the postings that are read, beta, gamma.
  const query = { terms: [term('alpha', 1), term('beta', 0.9), term('gamma', 0.04)], coverage: 0 }
  const prepare = () => index.prepare(query)
  const idsOf = (docIds: readonly number[]) => docIds.map((docId) => index.idOf(docId))
  expect(prepare().terms.map(({ text }) => text)).toEqual(['alpha', 'beta', 'gamma'])

  const large = prepare()
  const best = large.best(10)
  expect(idsOf(best.docIds)).toContain('found')
  expect(idsOf(best.docIds)).not.toContain('hidden')
  expect(best.scores).toEqual(best.docIds.map((docId) => large.scoreOf(docId)))
  expect(large.isCut).toBe(true)
  expect(large.best(1).docIds).toEqual(best.docIds.slice(0, 1))
  // What has few postings is found whole.
  const rare = index.prepare({ terms: [term('gamma', 1)], coverage: 0 })
  expect(idsOf(rare.best(10).docIds)).toEqual(
    ['hidden', 'found'].sort((one, other) => (one < other ? -1 : 1)),
  )

  for (const id of ['other0', 'other1']) index.remove(id)
  expect(index.size).toBe(200_000)
  expect(idsOf(prepare().best(2).docIds)).toEqual(['found', 'hidden'])
  const exact = prepare()
  exact.best(2)
  expect(exact.isCut).toBe(false)
})
