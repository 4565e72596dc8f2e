import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MAX_TAG_LENGTH, MAX_TAGS, normalizeTags } from './tags.ts'

describe('MOD-006 tags', () => {
  it.each([
    [['A', 'a', ' a '], ['a']],
    [['Web  Search'], ['web-search']],
    [['ok!'], ['ok']],
    [['###', '   ', ''], []],
    [
      ['café', '日本語'],
      ['café', '日本語'],
    ],
  ])('turns %j into %j', (given, expected) => {
    expect(normalizeTags(given)).toEqual(expected)
  })

  it('cuts to 64 characters and keeps the first 20', () => {
    expect(normalizeTags(['x'.repeat(100)])).toEqual(['x'.repeat(64)])
    const many = Array.from({ length: 30 }, (_, i) => `t${i}`)
    expect(normalizeTags(many)).toEqual(many.slice(0, MAX_TAGS))
  })

  it('is idempotent, bounded and without repetition for any texts', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'grapheme' }), { maxLength: 40 }), (given) => {
        const tags = normalizeTags(given)
        expect(normalizeTags(tags)).toEqual(tags)
        expect(new Set(tags).size).toBe(tags.length)
        expect(tags.length).toBeLessThanOrEqual(MAX_TAGS)
        for (const tag of tags) {
          expect(tag).toMatch(/^[\p{L}\p{M}\p{N}_.-]+$/u)
          expect([...tag].length).toBeLessThanOrEqual(MAX_TAG_LENGTH)
        }
      }),
    )
  })
})
