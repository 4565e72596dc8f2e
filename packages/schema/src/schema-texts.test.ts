import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { arbitrarySchema } from './fixtures/arbitrary-schema.ts'
import { schemaTexts } from './search-document.ts'

describe('schemaTexts', () => {
  it('gathers names, texts and values of every level in the order of the document', () => {
    const schema = {
      title: 'Issue',
      properties: {
        state: { enum: ['open', 'closed', null, 5], description: 'Which state' },
        items: {
          items: { properties: { id: { const: 'x' } } },
          anyOf: [{ properties: { inAny: {} } }, { oneOf: [{ properties: { inOne: {} } }] }],
        },
        node: { $ref: '#/$defs/Node' },
        again: { $ref: '#/$defs/Node' },
      },
      allOf: [{ if: { properties: { kind: { const: 'k' } } }, else: { description: 'Otherwise' } }],
      prefixItems: [{ description: 'First' }],
      additionalProperties: { description: 'Any other' },
      patternProperties: { '^x-': { description: 'Extension' } },
      $defs: { Node: { title: 'Node', properties: { next: { $ref: '#/$defs/Node' } } } },
    }
    expect(schemaTexts(schema)).toEqual({
      names: ['state', 'items', 'id', 'inAny', 'inOne', 'node', 'again', 'kind', 'next'],
      texts: ['Issue', 'Which state', 'Otherwise', 'First', 'Any other', 'Extension', 'Node'],
      values: ['open', 'closed', 'x', 'k'],
    })
  })

  it('takes members for names and not for keywords, and the other way round', () => {
    const schema = {
      properties: { title: { type: 'string' }, enum: { enum: ['a'] }, description: 'no schema' },
    }
    expect(schemaTexts(schema)).toEqual({ names: ['title', 'enum', 'description'], texts: [], values: ['a'] })
    expect(schemaTexts({ default: { title: 'x' }, examples: [{ title: 'y' }], title: 5 })).toEqual({
      names: [],
      texts: [],
      values: [],
    })
  })

  it('stops at its bounds', () => {
    const wide = {
      properties: Object.fromEntries(Array.from({ length: 5_000 }, (_, i) => [`p${i}`, { title: `t${i}` }])),
    }
    expect(schemaTexts(wide).texts).toHaveLength(999)
    const long = { enum: Array.from({ length: 100 }, () => 'x'.repeat(10_000)) }
    expect(schemaTexts(long).values).toHaveLength(7)
    let deep: object = { title: 'bottom' }
    for (let i = 0; i < 100_000; i += 1) deep = { not: {}, items: deep }
    expect(schemaTexts(deep).texts).toEqual([])
  })

  it('ends for a value that contains itself', () => {
    const cyclic: { title: string; items?: unknown } = { title: 'x' }
    cyclic.items = cyclic
    expect(schemaTexts(cyclic).texts).toHaveLength(65)
  })

  it.each([null, undefined, 5, 'x', [], true, { properties: [1], enum: 'x', anyOf: {} }])(
    'reads %o',
    (schema) => {
      expect(schemaTexts(schema)).toEqual({ names: [], texts: [], values: [] })
    },
  )

  it('finds every name of a property exactly once, with no reference followed', () => {
    fc.assert(
      fc.property(arbitrarySchema(), (schema) => {
        const written = JSON.stringify(schema, (key, value) => (key === '$ref' ? undefined : value))
        const { names } = schemaTexts(schema)
        expect(schemaTexts(JSON.parse(written)).names).toEqual(names)
      }),
    )
  })
})
