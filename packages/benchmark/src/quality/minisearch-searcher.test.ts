import { describe, expect, it } from 'vitest'
import type { CorpusTool } from '../corpus/corpus-tool.ts'
import { toFieldTexts } from '../corpus/field-texts.ts'
import { toSearchDocument } from '../engines/toolscout-searcher-index.ts'
import { createMinisearchSearcher } from './minisearch-searcher.ts'

describe('MiniSearch', () => {
  const documents = ['a', 'b', 'c'].map((id) => toSearchDocument(id, toFieldTexts(toCorpusTool(id))))

  it('follows changes and keeps to the limit', async () => {
    const searcher = createMinisearchSearcher()
    searcher.apply({ upserts: documents, removals: [] })
    expect((await searcher.search({ query: 'path', limit: 1 })).hits).toHaveLength(1)
    searcher.apply({ upserts: documents.slice(1), removals: ['a'] })
    expect((await searcher.search({ query: 'path', limit: 5 })).hits.map(({ id }) => id)).toEqual(['b', 'c'])
  })
})

function toCorpusTool(id: string): CorpusTool {
  return {
    id,
    name: id,
    namespace: '',
    description: 'path',
    inputSchema: { type: 'object', properties: {} },
    tags: [],
  }
}
