import type { JsonValue } from '@toolscout/model'
import { describe, expect, it } from 'vitest'
import { restoreArguments } from './restore-arguments.ts'
import { ANTHROPIC_SCHEMA, GEMINI_SCHEMA, OPENAI_STRICT_SCHEMA } from './schema-subset.ts'

const schema = {
  type: 'object',
  properties: {
    name: { type: 'string' },
    note: { type: ['string', 'null'] },
    size: { $ref: '#/$defs/size' },
    inner: {
      anyOf: [
        { type: 'object', properties: { a: { type: 'number' }, b: { type: 'number' } }, required: ['a'] },
        { type: 'string' },
      ],
    },
    list: { type: 'array', items: { type: 'object', properties: { c: { type: 'string' } } } },
    any: {},
  },
  required: ['name'],
  $defs: { size: { type: 'integer' } },
}

describe('arguments of strict mode', () => {
  it.each<[string, JsonValue, JsonValue]>([
    ['a null where a member may be left out is left out', { name: 'x', size: null }, { name: 'x' }],
    [
      'a null the tool takes stays',
      { name: 'x', note: null, any: null },
      { name: 'x', note: null, any: null },
    ],
    ['a null where one is required stays, to be refused', { name: null }, { name: null }],
    [
      'inside unions and lists',
      { name: 'x', inner: { a: 1, b: null }, list: [{ c: null }, { c: 'y' }] },
      { name: 'x', inner: { a: 1 }, list: [{}, { c: 'y' }] },
    ],
    ['what nobody knows stays', { other: null }, { other: null }],
    ['what is no object stays', 'text', 'text'],
  ])('%s', (_what, given, expected) => {
    expect(restoreArguments(schema, given, OPENAI_STRICT_SCHEMA)).toEqual(expected)
  })

  it('are nothing of the kind elsewhere', () => {
    const args = { name: 'x', size: null }
    expect(restoreArguments(schema, args, GEMINI_SCHEMA)).toBe(args)
    expect(restoreArguments(schema, args, ANTHROPIC_SCHEMA)).toEqual(args)
  })

  it('end, whatever a schema refers to', () => {
    const loop = {
      type: 'object',
      properties: { a: { $ref: '#' } },
      anyOf: [{ $ref: '#' }, { $ref: '#/%zz' }],
    }
    const deep = Array.from({ length: 200 }).reduce<JsonValue>((inner) => ({ a: inner }), null)
    expect(JSON.stringify(restoreArguments(loop, deep, OPENAI_STRICT_SCHEMA))).toContain('{"a":{"a"')
  })
})

it('members that were spelled otherwise get their names back', () => {
  const odd = {
    type: 'object',
    properties: { $filter: { type: 'string' }, x: { type: 'object', properties: { 'a b': {} } } },
  }
  expect(restoreArguments(odd, { _filter_0c097d40: 'f', x: { a_b_c8687a08: 1 } }, ANTHROPIC_SCHEMA)).toEqual({
    $filter: 'f',
    x: { 'a b': 1 },
  })
})
