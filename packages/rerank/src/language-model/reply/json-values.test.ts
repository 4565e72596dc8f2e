import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { listsIn, readLongest, textsIn } from './json-values.ts'

const texts = (reply: string): readonly string[] =>
  readLongest(listsIn(reply), (value) => (typeof value === 'string' ? value : undefined))
const indices = (reply: string): readonly number[] =>
  readLongest(listsIn(reply), (value) => {
    const index: unknown = Object(value).index
    return typeof index === 'number' ? index : undefined
  })

describe('a list in a reply', () => {
  it.each([
    ['bare', '["a", "b"]'],
    ['in an object', '{"terms": ["a", "b"]}'],
    ['in objects', '{"result": {"terms": ["a", "b"]}}'],
    ['in a fence', '```json\n{"terms": ["a", "b"]}\n```'],
    ['in a fence that is not closed', '```\n["a", "b"]'],
    ['between words', 'Here\'s the [list] you wanted: ["a", "b"]. It\'s "good"!'],
    ['behind thoughts', '<think>maybe ["x", "y"] or {"terms": ["z"]}?</think>\n["a", "b"]'],
    ['behind other values', '{"thought": "a [b] c"} {"terms": ["a", "b"]}'],
    ['with brackets in its texts', '["a", "b"] '],
  ])('is found %s', (_where, reply) => {
    expect(texts(reply)).toEqual(['a', 'b'])
  })

  it('is taken in pieces when it broke off, or is no JSON as a whole', () => {
    expect(indices('{"ranking": [{"index": 1}, {"index": 2}, {"ind')).toEqual([1, 2])
    expect(indices('[{"index": 1}, {"index": 2},]')).toEqual([1, 2])
    expect(indices('1. {"index": 1}\n2. {"index": 2}')).toEqual([1, 2])
    expect(textsIn('{"terms": ["a", "b\\u0063", "unfin')).toEqual(['a', 'bc'])
    expect(textsIn('{"terms": [{"term": "a"},')).toEqual(['a'])
  })

  it('may be empty or missing', () => {
    expect(listsIn('[]')).toEqual([[]])
    for (const reply of ['', 'none', '{', '[', ']', '"[]', '{"a": 1'])
      expect([texts(reply), indices(reply)]).toEqual([[], []])
  })

  it('is found in any text without an error, and no prototype is touched', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 200, unit: fc.constantFrom(...'[]{}",:\\ a1\n') }), (text) => {
        for (const list of listsIn(text)) expect(Array.isArray(list)).toBe(true)
        textsIn(text)
      }),
    )
    expect(indices('[{"__proto__": {"index": 1}}]')).toEqual([])
  })

  it('costs no more than a few readings of the text, whatever it holds', () => {
    // Every bracket of these opens something that is never closed; without a bound this is a trillion steps.
    for (const sign of ['[', '{', '["', '[{']) expect(listsIn(sign.repeat(1_000_000))).toEqual([])
  })
})
