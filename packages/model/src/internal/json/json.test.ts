import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { InvalidJsonError } from '../../errors.ts'
import { canonicalJson, copyJson, type JsonValue, jsonEquals } from './json.ts'

const json = fc
  .jsonValue()
  .map((value) => JSON.stringify(value))
  .filter((text) => !text.includes('"__proto__"'))
  .map((text) => JSON.parse(text) as JsonValue)

const shuffled = (value: JsonValue): JsonValue => {
  if (Array.isArray(value)) return value.map(shuffled)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([member, item]) => [member, shuffled(item as JsonValue)]),
  )
}

describe('copyJson', () => {
  it('gives an equal, fresh and frozen value', () => {
    fc.assert(
      fc.property(json, (value) => {
        const copy = copyJson(value)
        expect(copy).toEqual(value)
        if (typeof copy === 'object' && copy !== null) {
          expect(copy).not.toBe(value)
          expect(Object.isFrozen(copy)).toBe(true)
        }
      }),
    )
  })

  it.each([
    ['a function', () => 1],
    ['a symbol', Symbol('x')],
    ['a bigint', 1n],
    ['NaN', Number.NaN],
    ['infinity', Number.POSITIVE_INFINITY],
    ['a class instance', new Map()],
    ['undefined in a list', [undefined]],
    ['a __proto__ member', JSON.parse('{"__proto__":{"polluted":true}}')],
  ])('refuses %s', (_what, value) => {
    expect(() => copyJson({ deep: [value] })).toThrow(InvalidJsonError)
  })

  it('stops at the limits, cycles included', () => {
    const cycle: unknown[] = []
    cycle.push(cycle)
    const limits = { maxDepth: 3, maxNodes: 10, maxLength: 20 }
    expect(() => copyJson(cycle)).toThrow(/deeper than 64/)
    expect(() => copyJson([[[[1]]]], limits)).toThrow(/deeper than 3/)
    expect(() => copyJson(Array(11).fill(0), limits)).toThrow(/More values/)
    expect(() => copyJson('x'.repeat(21), limits)).toThrow(/Longer than allowed/)
    expect(copyJson([[[1]]], limits)).toEqual([[[1]]])
  })

  it('stops at the limits when toJSON never ends', () => {
    class Endless {
      toJSON(): Endless {
        return new Endless()
      }
    }
    expect(() => copyJson({ at: new Endless() })).toThrow(/deeper than 64/)
    const mirror = Object.create({
      toJSON(): unknown {
        return mirror
      },
    })
    expect(() => copyJson(mirror)).toThrow(InvalidJsonError)
  })

  it('leaves out undefined members, keeps names of Object.prototype as data, takes toJSON', () => {
    expect(copyJson({ a: undefined, constructor: 1, toString: 'x' })).toEqual({
      constructor: 1,
      toString: 'x',
    })
    expect(copyJson({ at: new Date(0) })).toEqual({ at: '1970-01-01T00:00:00.000Z' })
    expect(Object.is(copyJson(-0), 0)).toBe(true)
  })
})

describe('canonicalJson', () => {
  it('writes the example of RFC 8785, section 3.2.2', () => {
    const value = JSON.parse(
      '{"numbers":[333333333.33333329,1E30,4.50,2e-3,0.000000000000000000000000001],"string":"\\u20ac$\\u000F\\u000aA\'\\u0042\\u0022\\u005c\\\\\\"\\/","literals":[null,true,false]}',
    ) as JsonValue
    expect(canonicalJson(value)).toBe(
      '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
    )
  })

  it('is the same for every member order and reads back equal', () => {
    fc.assert(
      fc.property(json, (value) => {
        expect(canonicalJson(shuffled(value))).toBe(canonicalJson(value))
        expect(jsonEquals(JSON.parse(canonicalJson(value)) as JsonValue, value)).toBe(true)
      }),
    )
  })
})

describe('IDX-124, IDX-125, IDX-126: jsonEquals', () => {
  it('agrees with canonical texts', () => {
    fc.assert(
      fc.property(json, json, (a, b) => {
        expect(jsonEquals(a, b)).toBe(canonicalJson(a) === canonicalJson(b))
        expect(jsonEquals(a, shuffled(a))).toBe(true)
      }),
    )
  })

  it.each<[JsonValue | undefined, JsonValue | undefined, boolean]>([
    [42, 42.0, true],
    ['42', 42, false],
    [true, 'true', false],
    [null, undefined, false],
    [undefined, undefined, true],
    [[1, 2], [2, 1], false],
    [{ a: 1 }, { a: 1, b: 2 }, false],
    [{}, [], false],
    [{ constructor: 1 }, { toString: 1 }, false],
  ])('%j and %j: %s', (a, b, equal) => {
    expect(jsonEquals(a, b)).toBe(equal)
    expect(jsonEquals(b, a)).toBe(equal)
  })
})
