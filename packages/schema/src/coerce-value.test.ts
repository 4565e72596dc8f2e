import type { JsonValue } from '@toolscout/model'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { coerceValue } from './coerce-value.ts'

const object = (properties: JsonValue, more: object = {}): JsonValue => ({
  type: 'object',
  properties,
  ...(more as { [member: string]: JsonValue }),
})

describe('texts that surely mean something else', () => {
  it.each<[JsonValue, string, JsonValue]>([
    [{ type: 'number' }, '5', 5],
    [{ type: 'number' }, ' -1.5e3 ', -1500],
    [{ type: 'integer' }, '0', 0],
    [{ type: 'integer' }, '-0', 0],
    [{ type: 'boolean' }, 'true', true],
    [{ type: 'boolean' }, 'false', false],
    [{ type: 'array', items: { type: 'integer' } }, '["1", 2]', [1, 2]],
    [{ type: 'object' }, '{"a":1}', { a: 1 }],
    [{ enum: [1, 2] }, '2', 2],
    [{ type: ['number', 'null'] }, '2', 2],
    [{ anyOf: [{ type: 'number' }, { type: 'null' }] }, '2', 2],
  ])('under %j %j becomes %j', (schema, text, value) => {
    const coerced = coerceValue(schema, text)
    expect(coerced.value).toEqual(value)
    expect(coerced.coercions[0]?.message).toMatch(/^The text ".*" was read as /)
  })

  it.each<[JsonValue, string]>([
    [{ type: 'string' }, '5'],
    [{ type: ['string', 'number'] }, '5'],
    [{}, '5'],
    [{ anyOf: [{ type: 'string' }, { type: 'number' }] }, '5'],
    [{ anyOf: [{}, { type: 'number' }] }, '5'],
    [{ type: 'number' }, ''],
    [{ type: 'number' }, '0x10'],
    [{ type: 'number' }, '1,5'],
    [{ type: 'number' }, 'Infinity'],
    [{ type: 'number' }, '1e999'],
    [{ type: 'integer' }, '9007199254740993'],
    [{ type: 'boolean' }, 'yes'],
    [{ type: 'array' }, '{"a":1}'],
    [{ type: 'array' }, '[1'],
    [{ type: 'object' }, '{"__proto__":{"a":1}}'],
  ])('under %j %j stays', (schema, text) => {
    expect(coerceValue(schema, text)).toEqual({ value: text, coercions: [] })
  })
})

describe('names', () => {
  const schema = object({ fileName: { type: 'string' }, max_lines: { type: 'integer' } })

  it('are known in every case and spelling (LOOM-060)', () => {
    const { value, coercions } = coerceValue(schema, { file_name: 'a', MaxLines: '3' })
    expect(value).toEqual({ fileName: 'a', max_lines: 3 })
    expect(coercions).toEqual([
      { path: '/file_name', kind: 'name', message: '"file_name" was taken for "fileName".' },
      { path: '/MaxLines', kind: 'name', message: '"MaxLines" was taken for "max_lines".' },
      { path: '/MaxLines', kind: 'number', message: 'The text "3" was read as the number 3.' },
    ])
  })

  it.each<[JsonValue]>([
    [{ fileName: 'a', file_name: 'b' }],
    [{ file_name: 'a', filename: 'b' }],
    [{ fileNames: 'a' }],
  ])('stay in %j, where another may be meant (LOOM-061)', (value) => {
    expect(coerceValue(schema, value).coercions).toEqual([])
  })

  it('stay where two of the schema may be meant', () => {
    expect(coerceValue(object({ a_b: {}, aB: {} }), { AB: 1 }).coercions).toEqual([])
    expect(coerceValue({ type: 'object' }, { AB: 1 }).coercions).toEqual([])
  })

  it('are looked for on every level, through references', () => {
    const nested = {
      ...(object({ list: { type: 'array', items: { $ref: '#/$defs/item' } } }) as object),
      $defs: { item: object({ itemId: { type: 'integer' } }) },
    } as JsonValue
    expect(coerceValue(nested, { list: [{ item_id: '7' }] }).value).toEqual({ list: [{ itemId: 7 }] })
  })
})

it('changes nothing that was given, and never throws', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (schema, value) => {
      const before = JSON.stringify(value)
      const { value: after, coercions } = coerceValue(schema as JsonValue, value as JsonValue)
      expect(JSON.stringify(value)).toBe(before)
      if (coercions.length === 0) expect(after).toBe(value)
    }),
  )
})
