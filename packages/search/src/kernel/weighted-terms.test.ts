import { SEARCH_FIELDS, type SearchDocument } from '@toolscout/model'
import { expect, it } from 'vitest'
import { createTermReader } from './weighted-terms.ts'

const none = Object.fromEntries(SEARCH_FIELDS.map((field) => [field, ''])) as SearchDocument['fields']

it('weighs each term of a document by the fields it stands in, and numbers it once for all documents', () => {
  const reader = createTermReader()
  const read = (fields: Partial<SearchDocument['fields']>) => {
    const { count, numbers, frequencies, length } = reader.read({ ...none, ...fields })
    const texts = reader.texts()
    const terms = Array.from({ length: count }, (_, i) => [texts[numbers[i] as number], frequencies[i]])
    return { terms: Object.fromEntries(terms), length }
  }
  expect(read({ name: 'read', description: 'read the file file' })).toEqual({
    terms: { read: 4, 'read*': 4, file: 2, 'file*': 2 },
    length: 3,
  })
  expect(read({ description: 'files' })).toEqual({ terms: { files: 1, 'file*': 1 }, length: 1 })
  expect(reader.texts()).toEqual(['read', 'read*', 'file', 'file*', 'files'])
  expect(read({})).toEqual({ terms: {}, length: 0 })
})
