import type { JsonObject } from '@toolscout/model'
import { describe, expect, it } from 'vitest'
import { fitSchema } from './fit-schema.ts'
import {
  ANTHROPIC_SCHEMA,
  ANTHROPIC_STRICT_SCHEMA,
  FRAMEWORK_SCHEMA,
  GEMINI_SCHEMA,
  OPENAI_SCHEMA,
  OPENAI_STRICT_SCHEMA,
  type SchemaSubset,
} from './schema-subset.ts'

const object = (properties: JsonObject, more: JsonObject = {}): JsonObject => ({
  type: 'object',
  properties,
  ...more,
})
const fitted = (schema: JsonObject, subset: SchemaSubset) => {
  const { schema: written, losses, refused } = fitSchema(schema, subset, 't')
  return { written, lost: losses.map(({ path, keyword }) => `${path} ${keyword}`), refused }
}

describe('OpenAI strict mode', () => {
  it('requires every member, and takes null where none was required', () => {
    const { written, lost } = fitted(
      object(
        {
          a: { type: 'string' },
          b: { type: 'integer', description: 'how many', minimum: 1 },
          c: { enum: ['x', 'y'] },
          d: { anyOf: [{ type: 'string' }, { type: 'number' }] },
          e: { const: 'k' },
          f: object({ g: { type: 'boolean' } }, { additionalProperties: false }),
        },
        { required: ['a'] },
      ),
      OPENAI_STRICT_SCHEMA,
    )
    expect(written).toEqual({
      type: 'object',
      properties: {
        a: { type: 'string' },
        b: { type: ['integer', 'null'], description: 'how many', minimum: 1 },
        c: { type: ['string', 'null'], enum: ['x', 'y', null] },
        d: { anyOf: [{ type: 'string' }, { type: 'number' }, { type: 'null' }] },
        e: { anyOf: [{ const: 'k' }, { type: 'null' }] },
        f: {
          type: ['object', 'null'],
          properties: { g: { type: ['boolean', 'null'] } },
          required: ['g'],
          additionalProperties: false,
        },
      },
      required: ['a', 'b', 'c', 'd', 'e', 'f'],
      additionalProperties: false,
    })
    expect(lost).toEqual([])
  })

  it('leaves out what it does not take, and says where', () => {
    const { written, lost } = fitted(
      object(
        {
          a: { type: 'string', minLength: 2, format: 'uri', pattern: '^a', default: 'ab' },
          b: { type: 'array', items: { type: 'number' }, uniqueItems: true, maxItems: 3 },
          c: { not: { type: 'string' }, type: 'number' },
        },
        { required: ['a', 'b', 'c'], additionalProperties: { type: 'string' } },
      ),
      OPENAI_STRICT_SCHEMA,
    )
    expect(written.properties).toEqual({
      a: { type: 'string', pattern: '^a' },
      b: { type: 'array', items: { type: 'number' }, maxItems: 3 },
      c: { type: 'number' },
    })
    expect(lost).toEqual([
      '/inputSchema/properties/a minLength',
      '/inputSchema/properties/a format',
      '/inputSchema/properties/a default',
      '/inputSchema/properties/b uniqueItems',
      '/inputSchema/properties/c not',
      '/inputSchema additionalProperties',
    ])
  })

  it('replaces references by what they mean, and cannot hold recursion', () => {
    const node = object({ next: { type: 'array', items: { $ref: '#/definitions/node' } } })
    const definitions = { size: { type: 'integer' }, node }
    const size = { $ref: '#/definitions/size', description: 'how large' }
    const { written, lost } = fitted(
      object({ size }, { required: ['size'], definitions }),
      OPENAI_STRICT_SCHEMA,
    )
    expect(written.properties).toEqual({ size: { type: 'integer', description: 'how large' } })
    expect(lost).toEqual([])
    const recursive = object({ tree: { $ref: '#/definitions/node' } }, { definitions })
    expect(fitted(recursive, OPENAI_STRICT_SCHEMA).refused).toContain(
      '/properties/tree/properties/next/items',
    )
  })

  it.each<[string, JsonObject]>([
    [
      'an object with any members',
      object({ env: { type: 'object', additionalProperties: { type: 'string' } } }),
    ],
    ['an object that says nothing', object({ any: { type: 'object' } })],
    [
      'more than 10 levels',
      Array.from({ length: 11 }).reduce<JsonObject>(
        (inner) => object({ a: inner }),
        object({ b: { type: 'string' } }),
      ),
    ],
    [
      'more than 1,000 listed values',
      object({ a: { enum: Array.from({ length: 1_001 }, (_, i) => `${i}`) } }),
    ],
  ])('cannot hold %s', (_what, schema) => {
    expect(fitted(schema, OPENAI_STRICT_SCHEMA).refused).toContain('OpenAI strict mode')
  })

  it('says a choice between types without loss, any other with one', () => {
    const tagged = (kind: string): JsonObject => object({ kind: { const: kind } }, { required: ['kind'] })
    const { lost } = fitted(
      object({
        a: { oneOf: [{ type: 'string' }, { type: 'null' }] },
        b: { oneOf: [tagged('x'), tagged('y')] },
        c: { oneOf: [{ type: 'string' }, { type: 'string', pattern: 'b' }] },
      }),
      OPENAI_STRICT_SCHEMA,
    )
    expect(lost).toEqual(['/inputSchema/properties/b oneOf', '/inputSchema/properties/c oneOf'])
  })

  it('joins what allOf joins', () => {
    const { written, lost } = fitted(
      object({
        a: {
          allOf: [
            { type: 'number', minimum: 1 },
            { type: 'integer', minimum: 3, maximum: 9 },
          ],
        },
        b: { allOf: [{ pattern: 'x' }, { pattern: 'y' }], type: 'string' },
      }),
      OPENAI_STRICT_SCHEMA,
    )
    expect(written.properties).toMatchObject({ a: { type: ['integer', 'null'], minimum: 3, maximum: 9 } })
    expect(lost).toEqual(['/inputSchema/properties/b pattern'])
  })
})

describe('Gemini', () => {
  it('says constants, bounds and values in its own words', () => {
    const { written, lost } = fitted(
      object({
        a: { const: 'x' },
        b: { type: 'integer', exclusiveMinimum: 0 },
        c: { enum: [true, false] },
        d: { enum: ['p', 1, null] },
        e: { enum: [{ deep: 1 }] },
        f: { type: 'string', pattern: '^a' },
        g: { type: 'array', items: [{ type: 'string' }, { type: 'number' }], additionalItems: false },
      }),
      GEMINI_SCHEMA,
    )
    expect(written.properties).toEqual({
      a: { enum: ['x'], type: 'string' },
      b: { type: 'integer', minimum: 1 },
      c: { type: 'boolean' },
      d: { type: ['string', 'number', 'null'], enum: ['p', 1] },
      e: { type: 'object' },
      f: { type: 'string' },
      g: { type: 'array', prefixItems: [{ type: 'string' }, { type: 'number' }], items: false },
    })
    expect(lost).toEqual(['/inputSchema/properties/e enum', '/inputSchema/properties/f pattern'])
  })

  it('is told of what contains itself one level deep, with a loss', () => {
    const { written, lost } = fitted(
      object({ child: { $ref: '#' }, name: { type: 'string' } }),
      GEMINI_SCHEMA,
    )
    expect(written.properties).toEqual({ child: { type: 'object' }, name: { type: 'string' } })
    expect(lost).toEqual(['/inputSchema/properties/child $ref'])
  })
})

describe('a closed tuple', () => {
  const tuple = { type: 'array', prefixItems: [{ type: 'string' }, { type: 'number' }], items: false }
  const items = { anyOf: [{ type: 'string' }, { type: 'number' }] }

  it.each([
    ['of two', tuple, { type: 'array', items, maxItems: 2 }],
    ['that says its own bound', { ...tuple, maxItems: 1 }, { type: 'array', items, maxItems: 1 }],
    ['that goes on', { ...tuple, items: { type: 'number' } }, { type: 'array', items }],
  ])('%s stays as long as it is where tuples are lists', (_name, schema, told) => {
    const { written, lost } = fitted(object({ pair: schema }, { required: ['pair'] }), OPENAI_STRICT_SCHEMA)
    expect(written.properties).toEqual({ pair: told })
    expect(lost).toEqual(['/inputSchema/properties/pair prefixItems'])
  })
})

describe('Anthropic', () => {
  it('takes everything but a choice at the root and strange names of members', () => {
    const { written, lost } = fitted(
      {
        $schema: 'http://json-schema.org/draft-07/schema#',
        type: 'object',
        properties: { $filter: { type: 'string' }, ok: { not: { const: 1 } } },
        required: ['$filter'],
        oneOf: [
          { properties: { a: { type: 'string' } }, required: ['a'] },
          { properties: { a: { type: 'number' }, b: { type: 'string' } }, required: ['a', 'b'] },
        ],
      },
      ANTHROPIC_SCHEMA,
    )
    expect(written).toEqual({
      type: 'object',
      properties: {
        _filter_0c097d40: { type: 'string' },
        ok: { not: { const: 1 } },
        a: { anyOf: [{ type: 'string' }, { type: 'number' }] },
        b: { type: 'string' },
      },
      required: ['_filter_0c097d40', 'a'],
    })
    expect(lost).toEqual(['/inputSchema oneOf'])
  })

  it('strict: closes objects, requires nothing more, and knows few bounds', () => {
    const { written, lost } = fitted(
      object({
        a: { type: 'array', items: { type: 'string' }, minItems: 2 },
        b: { type: 'integer', minimum: 1 },
      }),
      ANTHROPIC_STRICT_SCHEMA,
    )
    expect(written).toEqual({
      type: 'object',
      properties: { a: { type: 'array', items: { type: 'string' } }, b: { type: 'integer' } },
      additionalProperties: false,
    })
    expect(lost).toEqual(['/inputSchema/properties/a minItems', '/inputSchema/properties/b minimum'])
  })
})

describe('definitions', () => {
  const $defs = {
    used: { type: 'array', items: { $ref: '#/$defs/inner' } },
    inner: { type: 'string' },
    unused: { $ref: '#/$defs/other' },
    other: { type: 'number' },
  }

  it.each([FRAMEWORK_SCHEMA, ANTHROPIC_SCHEMA, OPENAI_SCHEMA])(
    '$name: stay where something refers to them',
    (subset) => {
      const { used, inner } = $defs
      const schema = object({ a: { $ref: '#/$defs/used' } }, { $defs })
      expect(fitted(schema, subset)).toEqual({
        written: { ...schema, $defs: { used, inner } },
        lost: [],
        refused: undefined,
      })
      expect(fitted(object({ a: {} }, { $defs }), subset).written).not.toHaveProperty('$defs')
    },
  )

  it('all stay where a reference names an anchor', () => {
    const schema = object({ a: { $ref: '#here' } }, { $defs: { ...$defs, x: { $anchor: 'here' } } })
    expect(fitSchema(schema, FRAMEWORK_SCHEMA, 't').schema).toBe(schema)
  })
})

describe('any subset', () => {
  const all = [ANTHROPIC_SCHEMA, ANTHROPIC_STRICT_SCHEMA, GEMINI_SCHEMA, OPENAI_SCHEMA, OPENAI_STRICT_SCHEMA]

  it.each(all)('$name: gives an object whatever the root is, and the same bytes again', (subset) => {
    for (const schema of [
      {},
      { properties: { a: true, b: false } },
      { type: ['object', 'null'] },
      { anyOf: [{}, true] },
    ]) {
      const { written } = fitted(schema, subset)
      expect(written.type).toBe('object')
      expect(JSON.stringify(fitted(schema, subset).written)).toBe(JSON.stringify(written))
    }
  })

  it.each(all)('$name: survives references that lead out, to nothing, and explode', (subset) => {
    const bomb = Object.fromEntries(
      Array.from({ length: 30 }, (_, i) => [
        `d${i}`,
        object({ a: { $ref: `#/$defs/d${i + 1}` }, b: { $ref: `#/$defs/d${i + 1}` } }),
      ]),
    )
    const schema = object(
      {
        out: { $ref: 'https://evil.example/x' },
        gone: { $ref: '#/$defs/none' },
        bomb: { $ref: '#/$defs/d0' },
      },
      { $defs: bomb },
    )
    const { written, lost } = fitted(schema, subset)
    expect(JSON.stringify(written).length).toBeLessThan(2_000_000)
    if (!subset.references) {
      expect(lost).toContain('/inputSchema/properties/out $ref')
      expect(lost).toContain('/inputSchema/properties/gone $ref')
      expect(JSON.stringify(written)).not.toContain('evil')
    }
  })
})
