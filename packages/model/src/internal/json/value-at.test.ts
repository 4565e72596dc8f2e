import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { childPointer, pointerTokens, valueAt } from './json.ts'

describe('pointers', () => {
  it('are taken apart into the tokens they were made of', () => {
    fc.assert(
      fc.property(fc.array(fc.string()), (tokens) => {
        expect(pointerTokens(tokens.reduce(childPointer, ''))).toEqual(tokens)
      }),
    )
  })

  it('name own members only', () => {
    const document = { a: [{ 'x/y': 1 }], constructor: 2 }
    expect(valueAt(document, [])).toBe(document)
    expect(valueAt(document, pointerTokens('/a/0/x~1y'))).toBe(1)
    expect(valueAt(document, ['constructor'])).toBe(2)
    expect(valueAt(document, ['toString'])).toBeUndefined()
    expect(valueAt(document, ['a', 'length'])).toBeUndefined()
    expect(valueAt(document, ['a', '00'])).toBeUndefined()
    expect(valueAt(document, ['a', '1'])).toBeUndefined()
  })
})
