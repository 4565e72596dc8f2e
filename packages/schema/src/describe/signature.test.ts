import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { arbitrarySchema } from '../fixtures/arbitrary-schema.ts'
import { formatSignature } from './signature.ts'

function signature(inputSchema: unknown, options = {}): string {
  return formatSignature({ name: 'tool', inputSchema }, options)
}

function typeOf(schema: unknown, options = {}): string {
  return signature({ properties: { a: schema }, required: ['a'] }, options).slice('tool(a: '.length, -1)
}

describe('formatSignature', () => {
  it('writes names, types, defaults and the result', () => {
    const inputSchema = {
      type: 'object',
      properties: {
        owner: { type: 'string' },
        repo: { type: 'string' },
        labels: { type: 'array', items: { type: 'string' } },
        title: { type: 'string' },
        state: { enum: ['open', 'closed'], default: 'open' },
      },
      required: ['owner', 'repo', 'title'],
    }
    const outputSchema = { type: 'object', properties: { number: { type: 'integer' } }, required: ['number'] }
    expect(formatSignature({ name: 'create_issue', inputSchema, outputSchema })).toBe(
      'create_issue(owner: string, repo: string, title: string, labels?: string[], state?: "open" | "closed" = "open"): { number: integer }',
    )
  })

  it.each<[unknown, string]>([
    [{ type: 'integer' }, 'integer'],
    [{}, 'any'],
    [true, 'any'],
    [false, 'never'],
    [{ type: ['string', 'null'] }, 'string | null'],
    [{ type: 'string', nullable: true }, 'string | null'],
    [{ const: 5 }, '5'],
    [{ enum: [null, 'a', 1] }, '"a" | 1 | null'],
    [{ type: 'array' }, 'any[]'],
    [{ type: 'array', items: { type: ['string', 'number'] } }, '(string | number)[]'],
    [{ prefixItems: [{ type: 'string' }, {}], items: false }, '[string, any]'],
    [{ items: [{ type: 'string' }], additionalItems: { type: 'number' } }, '[string, ...number[]]'],
    [{ type: 'object' }, 'object'],
    [{ type: 'object', additionalProperties: { type: 'number' } }, '{ [key]: number }'],
    [{ properties: { b: {}, 'c-d': { type: 'string' } }, required: ['b'] }, '{ b: any, "c-d"?: string }'],
    [{ anyOf: [{ type: 'string' }, { type: 'string' }, { type: 'null' }] }, 'string | null'],
    [{ type: 'object', anyOf: [{ required: ['x'] }, { required: ['y'] }] }, 'object'],
    [
      { oneOf: [{ properties: { k: { const: 1 } } }, { type: 'array', items: { $ref: '#/$defs/none' } }] },
      '{ k?: 1 } | any[]',
    ],
    [
      { allOf: [{ properties: { x: { type: 'string' } } }, { properties: { y: {} }, required: ['x'] }] },
      '{ x: string, y?: any }',
    ],
    [
      { properties: { x: {} }, anyOf: [{ type: 'object', properties: { y: {} } }, { type: 'null' }] },
      '{ x?: any } & ({ y?: any } | null)',
    ],
    [{ allOf: [{ enum: ['a', 'b'] }, { enum: ['b', 'c'] }] }, '"b"'],
    [{ allOf: [{ const: 'a' }, { const: 'b' }] }, 'never'],
    ['garbage', 'any'],
  ])('writes %j as %s', (schema, text) => {
    expect(typeOf(schema)).toBe(text)
  })

  it('follows local references and stops where a schema contains itself', () => {
    const schema = {
      properties: { node: { $ref: '#/$defs/Node' }, root: { $ref: '#' } },
      $defs: { Node: { properties: { next: { $ref: '#/$defs/Node' }, value: { type: 'string' } } } },
    }
    expect(signature(schema)).toBe(
      'tool(node?: { next?: Node, value?: string }, root?: { node?: { next?: Node, value?: string }, root?: … })',
    )
  })

  it('needs no parameters, and may have none with names', () => {
    expect(signature({ type: 'object' })).toBe('tool()')
    expect(signature(null)).toBe('tool()')
    expect(signature({ additionalProperties: { type: 'string' } })).toBe('tool([key]: string)')
    expect(signature({ anyOf: [{ properties: { a: {} } }, { properties: { b: {} } }] })).toBe(
      'tool(arguments: { a?: any } | { b?: any })',
    )
  })

  it('quotes what is no identifier and shows hidden characters', () => {
    const inputSchema = { properties: { 'a b\n': { enum: ['x\n# fake', '\u202eevil'] } } }
    expect(formatSignature({ name: 'get-it', inputSchema })).toBe(
      '"get-it"("a b\\n"?: "x\\n# fake" | "\\u202eevil")',
    )
  })

  it('cuts depth and long lists, and marks it', () => {
    const deep = { properties: { b: { properties: { c: {} } } } }
    expect(typeOf(deep, { maxDepth: 1 })).toBe('{ b?: { … } }')
    expect(typeOf(deep, { maxDepth: 0 })).toBe('{ … }')
    expect(typeOf({ enum: [1, 2, 3, 4] }, { maxValues: 2 })).toBe('1 | 2 | …')
    expect(typeOf({ const: 'x'.repeat(100) })).toBe(`"${'x'.repeat(59)}…"`)
  })

  it('gives up detail, then optional parameters, to stay within its length', () => {
    const properties = Object.fromEntries(
      Array.from({ length: 30 }, (_, i) => [
        `option${i}`,
        { properties: { a: { enum: ['x', 'y', 'z', 'w'] } } },
      ]),
    )
    const schema = { properties: { ...properties, id: { type: 'string' } }, required: ['id'] }
    expect(signature(schema, { maxLength: 60 })).toBe('tool(id: string, option0?: { … }, option1?: { … }, …)')
    expect(signature(schema, { maxLength: 10 })).toBe('tool(…)')
    expect(signature(schema, { maxLength: 5 })).toBe('tool…')
  })

  it('is one line within its length, the same each time, for any schema and name', () => {
    fc.assert(
      fc.property(
        fc.oneof(arbitrarySchema(), fc.jsonValue()),
        fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('\u0085', 'a\u2028b', '\v')),
        fc.integer({ min: 1, max: 300 }),
        (schema, name, maxLength) => {
          const input = { name, inputSchema: schema, outputSchema: schema }
          const text = formatSignature(input, { maxLength })
          expect([...text].length).toBeLessThanOrEqual(maxLength)
          expect(text).not.toMatch(/[\n\r\v\f\u0085\u2028\u2029\u202e]/)
          expect(formatSignature(structuredClone(input), { maxLength })).toBe(text)
        },
      ),
    )
  })

  it.each([{ maxDepth: -1 }, { maxValues: 0 }, { maxLength: 0 }, { maxLength: 1.5 }])(
    'refuses %o',
    (options) => {
      expect(() => signature({}, options)).toThrow(RangeError)
    },
  )
})
