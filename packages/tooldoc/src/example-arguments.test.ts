import type { JsonValue } from '@toolscout/model'
import { describe, expect, it } from 'vitest'
import { MAX_ARGUMENTS_DEPTH, MAX_ARGUMENTS_KEYS, measureArguments, readArguments } from './tool-doc-entry.ts'

function nested(levels: number): JsonValue {
  return levels === 0 ? 1 : { a: nested(levels - 1) }
}

function flat(count: number): JsonValue {
  return Object.fromEntries(Array.from({ length: count }, (_, i) => [`k${i}`, i]))
}

describe('measureArguments', () => {
  it.each<[string, JsonValue | undefined, number, number]>([
    ['nothing', undefined, 0, 0],
    ['an empty object', {}, 1, 0],
    ['three scalars', { a: 1, b: 'x', c: null }, 1, 3],
    ['three levels', { a: { b: { c: 1 } } }, 3, 3],
    ['a list of two objects', { list: [{ a: 1 }, { b: 2 }] }, 3, 5],
    ['a list of 51', { list: Array.from({ length: 51 }, () => 0) }, 2, 52],
    ['six levels', nested(6), 6, 6],
    ['name and config', { name: 'x', config: { enabled: true } }, 2, 3],
  ])('DOC-040, DOC-071: measures %s', (_, args, depth, keys) => {
    expect(measureArguments(args)).toEqual({ depth, keys })
  })
})

describe('readArguments', () => {
  const read = (args: unknown) => readArguments(args, { index: 3, title: 'T' })

  it('DOC-040: accepts up to five levels and fifty keys', () => {
    expect([MAX_ARGUMENTS_DEPTH, MAX_ARGUMENTS_KEYS]).toEqual([5, 50])
    expect(read(nested(5))).toEqual(nested(5))
    expect(read(flat(50))).toEqual(flat(50))
    expect(read(undefined)).toEqual({})
  })

  it.each<[string, JsonValue, number, number]>([
    ['six levels', nested(6), 6, 6],
    ['51 keys', flat(51), 1, 51],
    ['a list of 51', { list: Array.from({ length: 51 }, () => 0) }, 2, 52],
  ])('DOC-040: refuses %s and says what was measured', (_, args, depth, keys) => {
    expect(() => read(args)).toThrow(
      expect.objectContaining({
        code: 'ARGUMENTS_TOO_LARGE',
        message: expect.stringContaining(`example 3 ("T") have depth ${depth} and ${keys} keys`),
        details: { index: 3, title: 'T', depth, keys, maxDepth: 5, maxKeys: 50 },
      }),
    )
  })

  it('W-18: ends for arguments that contain themselves and lets nothing hide in other containers', () => {
    const cyclic: { self?: unknown } = {}
    cyclic.self = cyclic
    expect(() => read(cyclic)).toThrow(expect.objectContaining({ code: 'INVALID_JSON' }))
    expect(() => read({ map: new Map([['a', 1]]) })).toThrow(
      expect.objectContaining({ code: 'INVALID_JSON' }),
    )
    expect(() => read([])).toThrow(TypeError)
  })
})
