import type { ContentBlock, ToolResult } from '@toolscout/model'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { capResult } from './bound-result.ts'
import { LEAST_MAX_RESULT_BYTES } from './resilience/limits.ts'

const textOf = (block: object | undefined): string => String(Reflect.get(block ?? {}, 'text'))
const bytes = (value: unknown): number => Buffer.byteLength(JSON.stringify(value))

it('gives back what fits as it is', () => {
  const result = {
    content: [{ type: 'text' as const, text: 'x' }],
    structuredContent: { a: 1 },
    _meta: { b: 2 },
  }
  expect(capResult(result, LEAST_MAX_RESULT_BYTES)).toBe(result)
})

const text = fc
  .array(
    fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.string({ unit: 'binary' }),
      fc.constantFrom('\ud800', '"\\\n\u0001', '👩‍🚀', 'é'),
    ),
    {
      maxLength: 200,
    },
  )
  .map((parts): ContentBlock => ({ type: 'text', text: parts.join('') }))
const image = fc
  .string({ maxLength: 2_000 })
  .map((data): ContentBlock => ({ type: 'image', data, mimeType: 'image/png' }))
const members = fc.option(fc.record({ data: fc.string({ maxLength: 2_000 }) }), { nil: undefined })
const results = fc
  .record(
    {
      content: fc.array(fc.oneof(text, image), { maxLength: 6 }),
      structuredContent: members,
      _meta: members,
      isError: fc.boolean(),
    },
    { requiredKeys: ['content'] },
  )
  .map((result) => JSON.parse(JSON.stringify(result)) as ToolResult)

it('is never over the cap, never splits a character, and says that it cut', () => {
  fc.assert(
    fc.property(results, fc.integer({ min: LEAST_MAX_RESULT_BYTES, max: 4_000 }), (result, maxBytes) => {
      const capped = capResult(result, maxBytes)
      expect(bytes(capped)).toBeLessThanOrEqual(maxBytes)
      if (bytes(result) <= maxBytes) {
        expect(capped).toBe(result)
        return
      }
      expect(capped.content.at(-1)).toMatchObject({ text: expect.stringMatching(/^\[Cut: the result has/) })
      expect(capped.isError).toBe(result.isError)
      capped.content.slice(0, -1).forEach((block, i) => {
        const original = result.content[i] as ContentBlock
        const kept = [...textOf(block)]
        expect({ ...block, text: '' }).toEqual({ ...original, text: '' })
        expect([...textOf(original)].slice(0, kept.length)).toEqual(kept)
      })
    }),
  )
})

it('takes as much of a text as fits', () => {
  fc.assert(
    fc.property(text, fc.integer({ min: LEAST_MAX_RESULT_BYTES, max: 2_000 }), (block, maxBytes) => {
      const characters = [...textOf(block)]
      const [kept] = capResult({ content: [block] }, maxBytes).content
      const taken = [...textOf(kept)].length
      if (bytes({ content: [block] }) <= maxBytes) return
      const note = capResult({ content: [block] }, maxBytes).content.at(-1)
      const longer = { type: 'text', text: characters.slice(0, taken + 1).join('') }
      expect(bytes({ content: [longer, note] })).toBeGreaterThan(maxBytes)
    }),
  )
})
