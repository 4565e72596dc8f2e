import { SEARCH_FIELDS } from '@toolscout/model'
import type { SearchField } from '@toolscout/model/internal'
import { expect, it } from 'vitest'
import { createAnalyzer } from '../analysis/analyzer.ts'
import { createDocumentReader } from '../analysis/document-reader.ts'
import type { DocumentTokens } from '../analysis/tokens.ts'
import { resolveBm25f } from './bm25f.ts'
import { InvertedIndex } from './inverted-index.ts'

const reader = createDocumentReader(createAnalyzer())
const read = (fields: Partial<Record<SearchField, string>>): DocumentTokens =>
  reader.read(SEARCH_FIELDS.map((field) => fields[field] ?? ''))

it('is exact up to 200,000 documents, and beyond them leaves out what only nearly all of the bound would bring in', () => {
  const index = new InvertedIndex(resolveBm25f())
  const other = read({ name: 'thing', description: 'a thing of another kind' })
  const rare = read({ name: 'thing', description: 'a thing that is rare, among many words that say nothing' })
  for (let i = 0; i < 10; i += 1) index.upsert(`rare${i}`, rare)
  for (let i = index.size; i < 200_000; i += 1) index.upsert(`other${i}`, other)
  index.upsert('frequent', read({ name: 'frequent' }))

  const term = (text: string, weight: number) => ({ text, weight, covers: true })
  const boostOf = (text: string): number =>
    index.prepare({ terms: [term(text, 1)], coverage: 0.75 }).terms[0]?.boost as number
  const threshold = index
    .prepare({ terms: [term('rare', 1)], coverage: 0.75 })
    .scoreOf(index.docIdOf('rare0') as number)
  // Between what the exact bound and the higher one close, and enough for a name that is covered whole.
  const query = {
    terms: [term('rare', 1), term('frequent', (0.8 * threshold) / boostOf('frequent'))],
    coverage: 0.75,
  }
  const best = (): readonly string[] =>
    index
      .prepare(query)
      .best(10)
      .docIds.map((docId) => index.idOf(docId))
  expect(index.prepare(query).scoreOf(index.docIdOf('frequent') as number)).toBeGreaterThan(threshold)
  expect(index.size).toBe(200_001)
  expect(best()).not.toContain('frequent')
  index.remove('other10')
  expect(best()[0]).toBe('frequent')
})
