import { describe, expect, it } from 'vitest'
import { toSearchDocument } from '../engines/toolscout-searcher-index.ts'
import { createMinisearchSearcher } from './minisearch-searcher.ts'
import { createPlainSearcher } from './plain-searcher.ts'
import { splitPlainWords } from './plain-words.ts'

const EMPTY = {
  name: '',
  title: '',
  namespace: '',
  description: '',
  parameters: '',
  parameterTexts: '',
  values: '',
  output: '',
  tags: '',
  notes: '',
}
const documents = [
  toSearchDocument('a', { ...EMPTY, name: 'read_file', description: 'Reads a file', parameters: 'path' }),
  toSearchDocument('b', {
    ...EMPTY,
    name: 'writeFile',
    description: 'Writes it',
    parameters: 'path\ncontent',
    title: 'read',
  }),
  toSearchDocument('c', { ...EMPTY, name: 'ping', description: 'Answers', parameters: 'host' }),
]

describe('plain words', () => {
  it('are split at case and punctuation, in lower case', () => {
    expect(splitPlainWords('getHTMLPage2Now, file_name: Über-Größe')).toEqual([
      'get',
      'html',
      'page2',
      'now',
      'file',
      'name',
      'über',
      'größe',
    ])
  })
})

describe('plain BM25', () => {
  it('scores by hand: name, description and parameter names in one field, repeated words again', async () => {
    const searcher = createPlainSearcher()
    searcher.apply({ upserts: documents, removals: [] })
    const { hits } = await searcher.search({ query: 'read file read', limit: 5 })
    // Lengths are 6, 6 and 3, so the average is 5; read is in one document, file in two.
    const part = (documentsWith: number, frequency: number): number =>
      Math.log(1 + (3 - documentsWith + 0.5) / (documentsWith + 0.5)) *
      ((frequency * 2.2) / (frequency + 1.2 * (0.25 + (0.75 * 6) / 5)))
    expect(hits.map(({ id }) => id)).toEqual(['a', 'b'])
    expect(hits[0]?.score).toBeCloseTo(2 * part(1, 1) + part(2, 2), 12)
    expect(hits[1]?.score).toBeCloseTo(part(2, 1), 12)
  })

  it('follows changes and keeps to the limit', async () => {
    for (const searcher of [createPlainSearcher(), createMinisearchSearcher()]) {
      searcher.apply({ upserts: documents, removals: [] })
      expect((await searcher.search({ query: 'path', limit: 1 })).hits).toHaveLength(1)
      searcher.apply({ upserts: documents.slice(1), removals: ['a'] })
      expect((await searcher.search({ query: 'path', limit: 5 })).hits.map(({ id }) => id)).toEqual(['b'])
    }
  })
})
