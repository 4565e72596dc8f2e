import type { CatalogTool } from '@toolscout/evaluation'
import { describe, expect, it } from 'vitest'
import { createPlainSearch } from './plain-search.ts'
import { splitPlainWords } from './plain-words.ts'

const schemaOf = (...names: readonly string[]) => ({
  type: 'object',
  properties: Object.fromEntries(names.map((name) => [name, { type: 'string', description: 'read' }])),
})
const tools: readonly CatalogTool[] = [
  { id: 'a', name: 'read_file', description: 'Reads a file', inputSchema: schemaOf('path') },
  {
    id: 'b',
    name: 'writeFile',
    title: 'read',
    description: 'Writes it',
    inputSchema: schemaOf('path', 'content'),
  },
  { id: 'c', name: 'ping', description: 'Answers', inputSchema: schemaOf('host') },
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
    const search = createPlainSearch(tools)
    const { hits } = await search('read file read', { limit: 5 })
    // Lengths are 6, 6 and 3, so the average is 5; read is in one document, file in two.
    const part = (documentsWith: number, frequency: number): number =>
      Math.log(1 + (3 - documentsWith + 0.5) / (documentsWith + 0.5)) *
      ((frequency * 2.2) / (frequency + 1.2 * (0.25 + (0.75 * 6) / 5)))
    expect(hits.map(({ id }) => id)).toEqual(['a', 'b'])
    expect(hits[0]?.score).toBeCloseTo(2 * part(1, 1) + part(2, 2), 12)
    expect(hits[1]?.score).toBeCloseTo(part(2, 1), 12)
  })

  it('keeps to the limit, ties by id', async () => {
    const { hits } = await createPlainSearch(tools)('host ping path', { limit: 2 })
    expect(hits.map(({ id }) => id)).toEqual(['c', 'a'])
  })
})
