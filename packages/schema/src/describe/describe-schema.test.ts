import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { arbitrarySchema } from '../fixtures/arbitrary-schema.ts'
import { describeSchema } from './describe-schema.ts'

describe('describeSchema', () => {
  it('DOC-015, DOC-050: tells names, types and defaults of an object', () => {
    const info = describeSchema({
      type: 'object',
      properties: {
        q: { type: 'string', title: 'Query', description: 'What to look for' },
        limit: { type: ['integer', 'null'], default: 0 },
        since: { type: 'string', format: 'date', default: null },
      },
      required: ['q'],
    })
    expect(info).toMatchObject({
      required: ['q'],
      types: { q: ['string'], limit: ['integer', 'null'], since: ['string'] },
      defaults: { limit: 0, since: null },
      isCut: false,
    })
    expect(info.properties[0]).toEqual({
      name: 'q',
      required: true,
      type: 'string',
      isTypeCut: false,
      types: ['string'],
      title: 'Query',
      description: 'What to look for',
    })
    expect(info.properties[2]).toMatchObject({ format: 'date', default: null })
  })

  it('DOC-050, DOC-053: reads lists of names and types, and says nothing for what is none', () => {
    const schema = {
      properties: { a: { type: ['string', 5, 'null'], default: 0 }, b: { type: 'word' } },
      required: ['a', 5, null],
    }
    const info = describeSchema(schema)
    expect(info).toMatchObject({ required: ['a'], types: { a: ['string', 'null'] }, defaults: { a: 0 } })
    expect(Object.is(info.defaults.a, 0)).toBe(true)
    for (const none of [
      undefined,
      null,
      'text',
      JSON.stringify(schema),
      new TextEncoder().encode('{}'),
      5,
      [],
    ]) {
      expect(describeSchema(none)).toMatchObject({ properties: [], required: [], types: {}, defaults: {} })
    }
  })

  it('goes into members and items', () => {
    const info = describeSchema({
      properties: {
        list: { type: 'array', items: { properties: { id: { type: 'integer' } }, required: ['id'] } },
      },
    })
    expect(info.properties[0]).toMatchObject({
      type: '{ id: integer }[]',
      items: { types: [], properties: [{ name: 'id', required: true, types: ['integer'] }] },
    })
  })

  it('merges allOf, follows references and lays branches over each other', () => {
    const info = describeSchema({
      allOf: [{ properties: { a: { $ref: '#/$defs/mode' } }, required: ['a'] }],
      properties: {
        b: { anyOf: [{ type: 'string', enum: ['x'] }, { const: 'y' }, { type: 'null', const: null }] },
        c: {
          oneOf: [
            {
              type: 'object',
              properties: { kind: { const: 'u' }, url: { type: 'string' } },
              required: ['kind', 'url'],
            },
            { type: 'object', properties: { kind: { const: 'f' } }, required: ['kind'] },
          ],
        },
      },
      $defs: { mode: { enum: ['fast', 'slow'], description: 'How' } },
    })
    const [b, c, a] = info.properties
    expect(a).toMatchObject({
      name: 'a',
      required: true,
      enum: ['fast', 'slow'],
      description: 'How',
      types: ['string'],
    })
    expect(b).toMatchObject({ name: 'b', enum: ['x', 'y', null], types: ['string', 'null'] })
    expect(c?.properties).toMatchObject([
      { name: 'kind', required: true, enum: ['u', 'f'] },
      { name: 'url', required: false },
    ])
  })

  it('describes a schema that contains itself once', () => {
    const node = { type: 'object', properties: { next: { $ref: '#/$defs/node' } } }
    const info = describeSchema({ properties: { head: { $ref: '#/$defs/node' } }, $defs: { node } })
    expect(info.properties[0]).toMatchObject({
      type: '{ next?: node }',
      properties: [{ name: 'next', types: ['object'] }],
    })
    expect(info.properties[0]?.properties?.[0]?.properties).toBeUndefined()
  })

  it('says when something was cut', () => {
    const deep = { properties: { a: { properties: { b: { properties: { c: {} } } } } } }
    expect(describeSchema(deep, { maxDepth: 2 })).toMatchObject({ isCut: true })
    expect(describeSchema(deep, { maxDepth: 3 })).toMatchObject({ isCut: false })
    const wide = Object.fromEntries(Array.from({ length: 501 }, (_, i) => [`p${i}`, {}]))
    expect(describeSchema({ properties: wide })).toMatchObject({ isCut: true })
    expect(describeSchema(deep, { maxDepth: 0 })).toMatchObject({ isCut: true, properties: [] })
    const values = Array.from({ length: 201 }, (_, i) => i)
    expect(describeSchema({ enum: values })).toMatchObject({ isCut: true })
    expect(() => describeSchema({}, { maxDepth: -1 })).toThrow(RangeError)
  })

  it('tells required members first where it cannot tell all', () => {
    const properties = Object.fromEntries(Array.from({ length: 5_000 }, (_, i) => [`p${i}`, {}]))
    const info = describeSchema({ properties, required: ['p4999'] })
    expect(info).toMatchObject({ isCut: true, required: ['p4999'] })
    expect(info.properties.slice(0, 2).map(({ name }) => name)).toEqual(['p4999', 'p0'])
  })

  it('ends for unions that multiply', () => {
    const branches = (i: number) =>
      Array.from({ length: 10 }, (_, j) => ({ $ref: `#/$defs/d${(i + j) % 30}` }))
    const $defs = Object.fromEntries(
      Array.from({ length: 30 }, (_, i) => [`d${i}`, { anyOf: branches(i + 1) }]),
    )
    expect(describeSchema({ $ref: '#/$defs/d0', $defs }).isCut).toBe(true)
  })

  it.each([null, undefined, 42, 'text', [], () => 1, true, false, { properties: [1] }, { type: ['x', 5] }])(
    'makes the best of %o',
    (schema) => {
      expect(describeSchema(schema)).toMatchObject({ properties: [], required: [], types: {}, defaults: {} })
    },
  )

  it('keeps evil names as names', () => {
    const schema = JSON.parse(
      '{"properties": {"__proto__": {"type": "string", "default": 1}, "constructor": {}}}',
    )
    const info = describeSchema(schema)
    expect(info.properties.map(({ name }) => name)).toEqual(['__proto__', 'constructor'])
    expect(Object.entries(info.defaults)).toEqual([['__proto__', 1]])
    expect(({} as { default?: unknown }).default).toBeUndefined()
  })

  it('cleans and bounds texts', () => {
    const info = describeSchema({ properties: { a: { description: `\u202ehi${'x'.repeat(5_000)}` } } })
    expect([...(info.properties[0]?.description ?? '')]).toHaveLength(1_000)
    expect(info.properties[0]?.description).toMatch(/^hix+…$/)
  })

  it('never throws, shares nothing with the schema and freezes all it gives', () => {
    fc.assert(
      fc.property(fc.oneof(arbitrarySchema(), fc.jsonValue()), (schema) => {
        const before = structuredClone(schema)
        const info = describeSchema(schema)
        expect(schema).toEqual(before)
        expect(isDeepFrozen(info)).toBe(true)
        expect(describeSchema(before)).toEqual(info)
      }),
    )
  })
})

function isDeepFrozen(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return true
  return Object.isFrozen(value) && Object.values(value).every(isDeepFrozen)
}
