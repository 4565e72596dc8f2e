import { describe, expect, it } from 'vitest'
import { describedAs, type Schema, shapeOf } from './schema-shape.ts'

const shape = (schema: Schema, root: Schema = schema) => shapeOf(schema, root, 1)

describe('what is filled in for a schema', () => {
  it.each([
    [{ type: 'string' }, { kind: 'text' }],
    [{ type: ['string', 'null'] }, { kind: 'text' }],
    [
      { type: 'integer', minimum: 1, maximum: 9 },
      { kind: 'number', isWhole: true, range: '1 to 9' },
    ],
    [
      { type: 'number', minimum: 0.5 },
      { kind: 'number', isWhole: false, range: 'from 0.5' },
    ],
    [{ type: 'boolean' }, { kind: 'choice', values: [true, false] }],
    [{ enum: ['a', 2, null] }, { kind: 'choice', values: ['a', 2, null] }],
    [{ const: 7 }, { kind: 'choice', values: [7] }],
    [
      { type: 'array', items: { type: 'string' } },
      { kind: 'list', items: { type: 'string' } },
    ],
    [{ anyOf: [{ type: 'string' }, { type: 'null' }] }, { kind: 'text' }],
    [{ anyOf: [{ type: 'string' }, { type: 'number' }] }, { kind: 'json' }],
    [{ type: ['string', 'number'] }, { kind: 'json' }],
    [{ type: 'array' }, { kind: 'json' }],
    [{ type: 'object' }, { kind: 'json' }],
    [{}, { kind: 'json' }],
    [{ $ref: '#/$defs/nothing' }, { kind: 'json' }],
    [{ $ref: 'https://elsewhere.test/schema' }, { kind: 'json' }],
    [{ $ref: '#' }, { kind: 'json' }],
  ] as const)('of %j is %j', (schema, expected) => {
    expect(shape(schema)).toEqual(expected)
  })

  it('follows references into the whole, and ends where they go round', () => {
    const root = {
      $defs: { 'a/b': { type: 'string', description: 'Which' }, round: { $ref: '#/$defs/round' } },
    }
    expect(shape({ $ref: '#/$defs/a~1b' }, root)).toEqual({ kind: 'text' })
    expect(describedAs({ $ref: '#/$defs/a~1b' }, root)).toBe('Which')
    expect(shape({ $ref: '#/$defs/round' }, root)).toEqual({ kind: 'json' })
    const tree: Schema = { type: 'object', properties: { next: { $ref: '#' } } }
    expect(shapeOf(tree, tree, 5).kind).toBe('group')
    expect(shapeOf(tree, tree, 6).kind).toBe('json')
  })

  it('has what is required first, and takes no member of the prototype for a property', () => {
    const schema = { type: 'object', properties: { a: {}, b: {} }, required: ['b', 'toString'] }
    expect(shape(schema)).toMatchObject({ kind: 'group', members: [{ name: 'b' }, { name: 'a' }] })
    expect(shape({ $ref: '#/constructor' }, {})).toEqual({ kind: 'json' })
  })
})
