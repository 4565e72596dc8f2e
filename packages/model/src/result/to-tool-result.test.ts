import { describe, expect, it } from 'vitest'
import { hasHiddenCharacters } from '../internal/text/foreign-text.ts'
import { errorResult, textResult, toToolResult } from './tool-result.ts'

describe('toToolResult', () => {
  it('makes a result of whatever a handler gives', () => {
    expect(toToolResult(undefined)).toEqual({ content: [] })
    expect(toToolResult('x')).toEqual(textResult('x'))
    expect(toToolResult({ n: 1 })).toEqual({ ...textResult('{"n":1}'), structuredContent: { n: 1 } })
    expect(toToolResult([1])).toEqual(textResult('[1]'))
    expect(toToolResult(7)).toEqual(textResult('7'))
  })

  it('copies and checks what is a result already', () => {
    const given = { content: [{ type: 'text', text: 'x' }, { type: 'image' }], isError: true, extra: 1 }
    const result = toToolResult(given)
    expect(result).toEqual({
      content: [
        { type: 'text', text: 'x' },
        { type: 'text', text: '{"type":"image"}' },
      ],
      isError: true,
    })
    given.content.length = 0
    expect(result.content.length).toBe(2)
  })

  it('takes data with a list called content for data', () => {
    const page = { title: 'a', content: ['one', 'two'] }
    expect(toToolResult(page)).toEqual({ ...textResult(JSON.stringify(page)), structuredContent: page })
    expect(toToolResult({ content: [{ type: 'text', text: () => 1 }] }).isError).toBeUndefined()
  })

  const throwing = {
    get value(): never {
      throw new RangeError('no \u200bvalue')
    },
  }
  it.each([
    ['NaN', { a: Number.NaN }, 'NaN at "/a" is no JSON value.'],
    ['a bigint', 1n, '1 at the top is no JSON value.'],
    ['a function', { at: () => 1 }, 'a function at "/at" is no JSON value.'],
    ['too many values', Array(1_000_001).fill(0), 'More values than allowed'],
    ['a getter that throws', throwing, 'no value'],
  ])('says that the tool ran when it gave %s', (_what, value, reason) => {
    const result = toToolResult(value)
    expect(result.isError).toBe(true)
    const text: unknown = Reflect.get(result.content[0] as object, 'text')
    expect(text).toMatch(/^The tool ran, but its result cannot be handed on\. /)
    expect(text).toContain(reason)
  })
})

describe('errorResult', () => {
  it('gives the message of whatever was thrown, clean and whole', () => {
    expect(errorResult(new TypeError('no such file'))).toEqual({
      ...textResult('no such file'),
      isError: true,
    })
    expect(errorResult('no')).toEqual({ ...textResult('no'), isError: true })
    expect(errorResult({ code: 7 })).toEqual({ ...textResult('{"code":7}'), isError: true })
    expect(errorResult(undefined)).toEqual({ ...textResult('undefined'), isError: true })
    expect(errorResult(new TypeError(' '))).toMatchObject(textResult('It failed without saying why.'))
    const { content } = errorResult(new TypeError(`\u001b[31mred\u202e${'x'.repeat(1_000_000)}`))
    const text = Reflect.get(content[0] as object, 'text') as string
    expect(text.length).toBe('red'.length + 1_000_000)
    expect(hasHiddenCharacters(text)).toBe(false)
  })
})
