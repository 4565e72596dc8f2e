import { SEARCH_FIELDS } from '@toolscout/model'
import type { SearchField } from '@toolscout/model/internal'
import { describe, expect, it } from 'vitest'
import { createAnalyzer } from '../analysis/analyzer.ts'
import { createDocumentReader, toTokens } from '../analysis/tokens.ts'
import { boundFields } from './catalog.ts'

const reader = createDocumentReader(createAnalyzer())
/** Words without a stem that differ. */
const many = (count: number): readonly string[] => Array.from({ length: count }, (_, i) => `${i + 1_000}`)

function bounded(texts: { readonly [field in SearchField]?: string }): {
  readonly [field in SearchField]?: readonly string[]
} {
  const document = reader.read(SEARCH_FIELDS.map((field) => texts[field] ?? ''))
  boundFields(document)
  expect(document.ends.at(-1)).toBe(document.count)
  const tokens = toTokens(document)
  return Object.fromEntries(
    SEARCH_FIELDS.map((field, i) => [
      field,
      tokens
        .slice(document.ends[i - 1] ?? 0, document.ends[i])
        .filter(({ surface }) => surface)
        .map(({ term }) => term),
    ]),
  )
}

describe('the fields of a tool', () => {
  it('stay as they are while they are as long as those of honest tools', () => {
    const words = many(8)
    const texts = Object.fromEntries(SEARCH_FIELDS.map((field) => [field, words.join(' ')]))
    expect(bounded(texts)).toEqual(Object.fromEntries(SEARCH_FIELDS.map((field) => [field, words])))
  })

  it.each([
    ['name', 8],
    ['title', 10],
    ['namespace', 8],
    ['tags', 12],
  ] as const)('have no more words in the %s than %d; those after count as description', (field, most) => {
    const words = many(most + 3)
    expect(bounded({ [field]: words.join(' '), description: 'first' })).toMatchObject({
      [field]: words.slice(0, most),
      description: ['first', ...words.slice(most)],
    })
  })

  it('cut an identifier of too many parts inside', () => {
    const words = many(14)
    expect(bounded({ name: words.join('_') })).toMatchObject({
      name: words.slice(0, 8),
      description: words.slice(8),
    })
  })

  it('end after 512 words', () => {
    for (const field of ['description', 'parameters', 'values'] as const) {
      expect(bounded({ [field]: many(600).join(' ') })[field]).toEqual(many(512))
    }
  })
})
