import { sketchDocument } from '@toolscout/testkit/internal'
import { expect, it } from 'vitest'
import { contentOf, MAX_SEMANTIC_TEXT, semanticText } from './embed-texts.ts'

it('is name, description and tags, these in lower case and in order', () => {
  const { fields } = sketchDocument({ name: 'Search', description: ' Find items ', tags: 'B\n a ' })
  expect(semanticText({ ...fields, tags: 'B\n a \n' })).toBe('Search Find items a b')
})

it('has the title where it says something else, and no other field', () => {
  const { fields } = sketchDocument({
    name: 'search',
    title: 'Search the web',
    parameters: 'q',
    notes: 'slow',
  })
  expect(semanticText(fields)).toBe('search Search the web')
  expect(semanticText({ ...fields, title: 'search' })).toBe('search')
})

it('is bounded, and cuts no character', () => {
  const { fields } = sketchDocument({ name: 'x' })
  const text = semanticText({ ...fields, description: '👍'.repeat(5_000) })
  expect([...text]).toHaveLength(MAX_SEMANTIC_TEXT)
  expect(text).not.toMatch(/\p{Surrogate}/u)
})

it('changes with every field, and with what stands in which', () => {
  const { fields } = sketchDocument({ name: 'a' })
  const hashes = [
    fields,
    ...Object.keys(fields).map((field) => ({ ...fields, [field]: 'ab' })),
    { ...fields, title: 'b' },
    { ...fields, name: 'ab' },
  ].map((fields) => contentOf(fields, true))
  // The last two say the same of the name, in turn.
  expect(new Set(hashes).size).toBe(hashes.length - 1)
  expect(contentOf({ ...fields }, true)).toBe(hashes[0])
})
