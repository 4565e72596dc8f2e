import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readJson } from './gate.ts'

const bounds = { maxBytes: 1_000_000, maxDepth: 64, maxNodes: 100_000 }

describe('readJson', () => {
  it('copies what JSON would carry, and counts its bytes as JSON writes them', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = JSON.stringify(value)
        const reading = readJson(value, bounds)
        if (!reading.ok) throw new TypeError(reading.reason)
        expect(JSON.stringify(reading.json)).toBe(text)
        const maxBytes = Buffer.byteLength(text)
        expect(readJson(value, { ...bounds, maxBytes }).ok).toBe(true)
        expect(readJson(value, { ...bounds, maxBytes: maxBytes - 1 })).toMatchObject({ reason: 'bytes' })
      }),
    )
  })

  it('leaves the value as it was and shares nothing with it', () => {
    const value = { a: [{ b: 1 }], c: undefined }
    const before = structuredClone(value)
    const reading = readJson(value, bounds)
    expect(value).toEqual(before)
    expect(reading).toMatchObject({ ok: true, json: { a: [{ b: 1 }] } })
    if (reading.ok) expect((reading.json as { a: unknown }).a).not.toBe(value.a)
  })

  it('keeps a member named __proto__ as a member and changes no prototype', () => {
    const reading = readJson(JSON.parse('{"__proto__": {"polluted": 1}}'), bounds)
    if (!reading.ok) throw new TypeError(reading.reason)
    expect(Object.keys(reading.json as object)).toEqual(['__proto__'])
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
  })

  it('asks toJSON, as JSON.stringify does', () => {
    const reading = readJson({ at: new Date(0) }, bounds)
    expect(reading).toMatchObject({ ok: true, json: { at: '1970-01-01T00:00:00.000Z' } })
  })

  it.each([
    ['a function', { a: () => 1 }, '/a'],
    ['a bigint', [1n], '/0'],
    ['a number that is not finite', { a: [Number.NaN] }, '/a/0'],
    ['undefined in a list', [1, undefined], '/1'],
    ['an instance of a class', { 'a/b': new Map() }, '/a~1b'],
  ])('refuses %s and says where', (_, value, path) => {
    expect(readJson(value, bounds)).toMatchObject({ ok: false, reason: 'not-json', path })
  })

  it('refuses a value whose getter throws', () => {
    const value = Object.defineProperty({}, 'a', {
      enumerable: true,
      get: () => {
        throw new TypeError('no')
      },
    })
    expect(readJson(value, bounds)).toMatchObject({ ok: false, reason: 'not-json' })
  })

  it('stops at each bound, also for a value that contains itself', () => {
    const cyclic: { self?: unknown } = {}
    cyclic.self = cyclic
    expect(readJson(cyclic, bounds)).toMatchObject({ ok: false, reason: 'depth' })
    expect(readJson([1, 2, 3], { ...bounds, maxNodes: 3 })).toMatchObject({ ok: false, reason: 'nodes' })
    expect(readJson('x'.repeat(99), { ...bounds, maxBytes: 100 })).toMatchObject({ reason: 'bytes' })
    expect(readJson('x'.repeat(98), { ...bounds, maxBytes: 100 }).ok).toBe(true)
    expect(readJson([[]], { ...bounds, maxDepth: 1 })).toMatchObject({
      ok: false,
      reason: 'depth',
      path: '/0',
    })
    expect(readJson(5, { ...bounds, maxDepth: 0 }).ok).toBe(true)
  })
})
