import { errorResult } from '@toolscout/model'
import { isJsonObject } from '@toolscout/model/internal'
import { createManualClock } from '@toolscout/testkit/internal'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { REST_META_KEY } from './bound-result.ts'
import { textOf, tool } from './fixtures/tools.ts'
import { createToolbox, resultReaderTool } from './index.ts'
import { takePage } from './result-page.ts'
import type { CallEngineOptions } from './tool-call.ts'

const setUp = (value: unknown, options: CallEngineOptions = {}) => {
  const clock = createManualClock()
  const box = createToolbox({ clock, maxResultLength: 1_000, ...options })
  box.register([tool('long', { execute: () => value }), resultReaderTool(box)])
  const handle = async (): Promise<string> => {
    const rest = (await box.call('long'))._meta?.[REST_META_KEY]
    return isJsonObject(rest) ? String(rest.handle) : ''
  }
  return { box, clock, handle }
}
const lines = Array.from({ length: 500 }, (_, i) => `line ${i}`).join('\n')

describe('Shelly 2.10: the cap', () => {
  it('under the limit nothing changes (SHL-010)', async () => {
    expect(await setUp('x'.repeat(1_000)).box.call('long')).toEqual({
      content: [{ type: 'text', text: 'x'.repeat(1_000) }],
    })
  })

  it('over the limit it is cut, with a notice that names the handle (SHL-011)', async () => {
    const result = await setUp('👩'.repeat(1_001)).box.call('long')
    const [text, notice] = result.content
    expect(text).toEqual({ type: 'text', text: '👩'.repeat(1_000) })
    expect(notice).toMatchObject({
      text: expect.stringMatching(
        /^\[Cut: 1000 of 1001 characters are shown\. Read on with the handle r_[0-9a-f]{24}, or ask for less\.\]$/,
      ),
    })
    expect(result._meta?.[REST_META_KEY]).toMatchObject({ shown: 1_000, length: 1_001 })
  })

  it('of a failure the beginning and the end are shown, and the whole is held', async () => {
    const long = `${'a'.repeat(2_500_000)}👩${'b'.repeat(500)}`
    const { box } = setUp({ content: [{ type: 'text', text: long }], isError: true })
    const result = await box.call('long')
    expect(result.isError).toBe(true)
    const [shown, notice] = result.content
    expect(shown).toEqual({ type: 'text', text: `${'a'.repeat(500)}\n[…]\n${'b'.repeat(500)}` })
    expect(textOf({ content: [notice as never] })).toMatch(
      /^\[Cut: 1000 of 2500501 characters are shown, the first and the last\. Read on with the handle r_/,
    )
    const rest = result._meta?.[REST_META_KEY]
    const handle = isJsonObject(rest) ? String(rest.handle) : ''
    const page = { unit: 'bytes', from: 2_499_999, count: 6 } as const
    expect(box.readResult(handle, page).text).toBe('a👩b')
  })

  it.each([
    [
      'thrown',
      (text: string) => {
        throw new TypeError(text)
      },
    ],
    ['given back', (text: string) => errorResult(new TypeError(text))],
  ])('of an error that was %s nothing is lost either', async (_how, fail) => {
    const long = `${'a'.repeat(50_000)}👩${'b'.repeat(500)}`
    const { box } = setUp('')
    box.register([tool('fails', { execute: () => fail(long) })])
    const result = await box.call('fails', {}, { principal: 'ann' })
    const [shown] = result.content
    expect(result.isError).toBe(true)
    expect(shown).toEqual({ type: 'text', text: `${'a'.repeat(500)}\n[…]\n${'b'.repeat(500)}` })
    const rest = result._meta?.[REST_META_KEY]
    const handle = isJsonObject(rest) ? String(rest.handle) : ''
    const page = { unit: 'bytes', from: 49_999, count: 6, principal: 'ann' } as const
    expect(box.readResult(handle, page).text).toBe('a👩b')
    expect(() => box.readResult(handle, { ...page, principal: 'bob' })).toThrow('No result is held')
  })

  it('short failures stay as they are', async () => {
    const short = { content: [{ type: 'text', text: 'x'.repeat(1_000) }], isError: true }
    expect(await setUp(short).box.call('long')).toEqual(short)
  })
})

describe('the rest of a result', () => {
  it('is read in lines or bytes', async () => {
    const { box, handle } = setUp(lines)
    const held = await handle()
    expect(box.readResult(held, { from: 498 })).toEqual({
      text: 'line 498\nline 499',
      unit: 'lines',
      from: 498,
      to: 500,
      total: 500,
    })
    expect(box.readResult(held, { unit: 'bytes', from: 2, count: 4 })).toMatchObject({
      text: 'ne 0',
      next: 6,
    })
  })

  it('is read by path where it is data', async () => {
    const { box, handle } = setUp({ items: Array.from({ length: 300 }, (_, id) => ({ id })) })
    const held = await handle()
    expect(box.readResult(held, { path: '/items/299' }).text).toBe('{\n "id": 299\n}')
    for (const path of ['/items/300', '/none']) {
      expect(() => box.readResult(held, { path })).toThrow(
        expect.objectContaining({ code: 'RESULT_NOT_FOUND', details: { handle: held, path } }),
      )
    }
  })

  it('is read by a model with a tool, whose pages are not cut themselves', async () => {
    const { box, handle } = setUp(lines)
    const held = await handle()
    let from = 0
    const read: string[] = []
    for (;;) {
      const text = textOf(await box.call('read_result', { handle: held, from }))
      const [, page, next] =
        /^([\s\S]*)\n\[lines \d+ to \d+ of 500\.(?: Go on from (\d+)\.| This is the end\.)\]$/.exec(
          text,
        ) as RegExpExecArray
      read.push(page as string)
      if (next === undefined) break
      from = Number(next)
    }
    expect(read.join('\n')).toBe(lines)
    expect(read.length).toBeGreaterThan(3)
    expect(await box.call('read_result', { handle: 'r_none' })).toMatchObject({ isError: true })
  })

  it('is held for a while, and as long as there is room', async () => {
    const { box, clock, handle } = setUp(lines, { heldResults: { maxHeld: 2, keepMs: 1_000 } })
    const [first, second, third] = [await handle(), await handle(), await handle()]
    expect(() => box.readResult(first)).toThrow(expect.objectContaining({ code: 'RESULT_NOT_FOUND' }))
    expect(box.readResult(second).from).toBe(0)
    await clock.advance(1_000)
    expect(() => box.readResult(third)).toThrow(expect.objectContaining({ code: 'RESULT_NOT_FOUND' }))
  })

  it('makes room for the next by its size', async () => {
    const { box, handle } = setUp(lines, { heldResults: { maxHeldBytes: 7_000 } })
    const [first, second] = [await handle(), await handle()]
    expect(() => box.readResult(first)).toThrow(expect.objectContaining({ code: 'RESULT_NOT_FOUND' }))
    expect(box.readResult(second).total).toBe(500)
  })

  it.each([[{ maxHeld: 0 }], [{ keepMs: 0 }], [{ maxHeldBytes: 100 }]])(
    'is not held with %j, and says so',
    async (heldResults) => {
      const { box } = setUp(lines, { heldResults })
      expect(textOf(await box.call('long'))).toContain('The rest is not kept; ask for less.')
    },
  )
})

describe('pages', () => {
  const text = fc
    .array(fc.oneof(fc.string({ unit: 'grapheme' }), fc.constantFrom('\n', '\n\n', '👩‍🚀', 'é')), {
      maxLength: 60,
    })
    .map((parts) => parts.join(''))

  it('that follow one another are the whole', () => {
    const maxLength = 1_000
    fc.assert(
      fc.property(
        text,
        fc.constantFrom('lines', 'bytes'),
        fc.integer({ min: 1, max: 9 }),
        (whole, unit, count) => {
          const read: string[] = []
          let from: number | undefined = 0
          while (from !== undefined) {
            const page = takePage(whole, { unit, from, count }, maxLength)
            expect(page.isCut).toBeUndefined()
            read.push(page.text)
            if (page.next !== undefined) expect(page.next).toBeGreaterThan(from)
            from = page.next
          }
          expect(read.join(unit === 'lines' ? '\n' : '')).toBe(whole)
        },
      ),
    )
  })

  it('are never longer than they may be, and say when a line was', () => {
    const page = takePage('x'.repeat(50), {}, 20)
    expect(page).toMatchObject({ text: 'x'.repeat(20), isCut: true, to: 1 })
    expect(takePage('é'.repeat(50), { unit: 'bytes' }, 20)).toMatchObject({ to: 40, next: 40 })
  })

  it.each([[{ from: -1 }], [{ count: 0 }], [{ from: 0.5 }], [{ unit: 'pages' as never }]])(
    'refuse %j',
    (wrong) => {
      expect(() => takePage('x', wrong, 20)).toThrow(RangeError)
    },
  )

  it('behind the end are empty', () => {
    expect(takePage('a\nb', { from: 9 }, 20)).toEqual({ text: '', unit: 'lines', from: 2, to: 2, total: 2 })
  })
})
