import fc from 'fast-check'
import { expect, it } from 'vitest'
import { capResult } from './cap-result.ts'

it('gives back what fits as it is', () => {
  const result = { content: [{ type: 'text' as const, text: 'x' }], structuredContent: { a: 1 } }
  expect(capResult(result, 100)).toBe(result)
})

it('keeps blocks in order as far as they fit, and says that it cut', () => {
  const text = fc
    .string({ unit: 'grapheme', maxLength: 60 })
    .map((given) => ({ type: 'text' as const, text: given }))
  const structured = fc.option(fc.record({ data: fc.string({ maxLength: 60 }) }), { nil: undefined })
  fc.assert(
    fc.property(
      fc.array(text, { maxLength: 6 }),
      structured,
      fc.integer({ min: 0, max: 300 }),
      (content, structuredContent, maxBytes) => {
        const result = { content, ...(structuredContent === undefined ? {} : { structuredContent }) }
        const capped = capResult(result, maxBytes)
        const size = (value: unknown): number => Buffer.byteLength(JSON.stringify(value))
        const whole = content.reduce(
          (sum, block) => sum + size(block),
          structuredContent === undefined ? 0 : size(structuredContent),
        )
        if (whole <= maxBytes) {
          expect(capped).toBe(result)
          return
        }
        const kept = capped.content.slice(0, -1)
        expect(capped.content.at(-1)).toMatchObject({ text: expect.stringMatching(/^\[Cut: the result has/) })
        kept.forEach((block, i) => {
          const original = content[i]?.text as string
          expect(original.startsWith((block as { text: string }).text)).toBe(true)
        })
      },
    ),
  )
})
