import type { JsonObject } from '@toolscout/model'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  ExternalRefError,
  InvalidSchemaError,
  UnsafeSchemaError,
  type UnsafeSchemaReason,
  UnsupportedSchemaError,
} from '../errors.ts'
import { arbitrarySchema } from '../fixtures/arbitrary-schema.ts'
import { passGate } from './gate.ts'
import { SCHEMA_LIMITS, type SchemaLimits } from './schema-limits.ts'

function times<Item>(count: number, make: (i: number) => Item): Item[] {
  return Array.from({ length: count }, (_, i) => make(i))
}

function named(count: number, make: (i: number) => unknown): Record<string, unknown> {
  return Object.fromEntries(times(count, (i) => [`p${i}`, make(i)]))
}

function nested(levels: number): unknown {
  return times(levels, (i) => i).reduce<unknown>((inner) => ({ not: inner }), {})
}

function union(levels: number): unknown {
  return levels === 0 ? { type: 'string' } : { anyOf: [union(levels - 1), union(levels - 1)] }
}

/** Each definition applies the next one twice, so checking one value takes 2^count steps. */
function doubling(count: number): JsonObject {
  const twice = (i: number) => ({ allOf: [{ $ref: `#/$defs/p${i + 1}` }, { $ref: `#/$defs/p${i + 1}` }] })
  return {
    $ref: '#/$defs/p0',
    $defs: { ...named(count, twice), [`p${count}`]: { type: 'object' } } as JsonObject,
  }
}

function reasonFor(schema: unknown, limits: Partial<SchemaLimits> = {}): UnsafeSchemaReason | undefined {
  try {
    passGate(schema, { ...SCHEMA_LIMITS, ...limits })
    return undefined
  } catch (error) {
    if (error instanceof UnsafeSchemaError) return error.details.reason
    throw error
  }
}

describe('T03: schema bombs are refused before anything is compiled', () => {
  it('refuses 2 KB of doubling references', () => {
    const bomb = doubling(30)
    expect(JSON.stringify(bomb).length).toBeLessThan(2_500)
    expect(() => passGate(bomb)).toThrow(expect.objectContaining({ code: 'UNSAFE_SCHEMA' }))
    expect(reasonFor(bomb)).toBe('cost')
  })

  it('judges a chain of references in time linear in the chain', () => {
    // 2^90 steps could not be counted one by one.
    expect(reasonFor(doubling(90), { maxCost: Number.MAX_SAFE_INTEGER })).toBe('cost')
    expect(reasonFor(doubling(10), { maxCost: 4_094 })).toBeUndefined()
    expect(reasonFor(doubling(10), { maxCost: 4_093 })).toBe('cost')
  })

  it.each<[string, unknown, UnsafeSchemaReason]>([
    ['500 levels', nested(500), 'depth'],
    ['a union of 4,096 leaves', union(12), 'nodes'],
    ['a union of 256 leaves', union(8), 'subschemas'],
    ['32,768 leaves', { anyOf: times(32_768, () => ({})) }, 'nodes'],
    ['10,000 small values', { examples: times(10_000, (i) => i) }, 'nodes'],
    ['a quarter of a megabyte of text', { description: 'x'.repeat(262_144) }, 'bytes'],
    ['501 properties', { properties: named(501, () => true) }, 'subschemas'],
    ['every keyword in every property', { properties: named(200, manyKeywords) }, 'keywords'],
    ['201 references', { $defs: { a: {} }, allOf: times(201, () => ({ $ref: '#/$defs/a' })) }, 'refs'],
    ['an enum of 5,001 values', { enum: times(5_001, (i) => i) }, 'enum'],
    ['501 required names', { required: times(501, (i) => `p${i}`) }, 'names'],
    ['501 dependent names', { dependentRequired: named(251, () => ['a']) }, 'names'],
    ['a schema that is itself', { $ref: '#' }, 'ref-cycle'],
    ['two schemas that apply each other', loop(), 'ref-cycle'],
    ['a cycle through if', { if: { not: { $ref: '#' } } }, 'ref-cycle'],
    ['a property named __proto__', JSON.parse('{"properties":{"__proto__":{}}}'), 'forbidden-name'],
  ])('refuses %s', (_, schema, reason) => {
    expect(reasonFor(schema)).toBe(reason)
  })

  it('accepts a schema that contains itself through members or items', () => {
    const tree = { type: 'object', properties: { children: { items: { $ref: '#' } } } }
    expect(passGate(tree).refs).toBe(1)
    expect(reasonFor(tree, { maxCost: 2 })).toBeUndefined()
  })

  it('accepts what real tools use without a bound, such as uniqueItems without maxItems', () => {
    expect(passGate({ type: 'array', uniqueItems: true }).unchecked).toEqual([])
  })

  it('holds each limit exactly, and 0 allows none', () => {
    const schema = {
      type: 'object',
      properties: { a: { $ref: '#/$defs/a' } },
      required: ['a'],
      $defs: { a: { enum: [1, 2] } },
    }
    const atLimit: SchemaLimits = {
      maxBytes: JSON.stringify(schema).length,
      maxDepth: 4,
      maxNodes: 12,
      maxSubschemas: 3,
      maxKeywords: 6,
      maxRefs: 1,
      maxEnumValues: 2,
      maxNames: 1,
      maxCost: 2,
    }
    expect(reasonFor(schema, atLimit)).toBeUndefined()
    const reasons = (Object.keys(atLimit) as (keyof SchemaLimits)[]).map((limit) => {
      expect(reasonFor(schema, { [limit]: 0 })).toBeDefined()
      return reasonFor(schema, { ...atLimit, [limit]: atLimit[limit] - 1 })
    })
    expect(reasons).toEqual([
      'bytes', 'depth', 'nodes', 'subschemas', 'keywords', 'refs', 'enum', 'names', 'cost',
    ]) // biome-ignore format: one list
  })

  it('says what was allowed and what was found', () => {
    const error = catchError(() => passGate({ enum: times(5_001, (i) => i) }))
    expect(error).toMatchObject({
      name: 'UnsafeSchemaError',
      details: { reason: 'enum', path: '', limit: SCHEMA_LIMITS.maxEnumValues, found: 5_001 },
    })
  })
})

describe('T04: references', () => {
  it.each(['http://example.com/schema', 'other.json#/a', 'file:///etc/passwd', '//host/x', 'urn:uuid:1'])(
    'refuses the external %s and fetches nothing',
    (ref) => {
      const error = catchError(() => passGate({ properties: { a: { $ref: ref } } }))
      expect(error).toBeInstanceOf(ExternalRefError)
      expect(error).toMatchObject({ code: 'EXTERNAL_REF', details: { path: '/properties/a', ref } })
    },
  )

  it.each<[string, unknown]>([
    ['a missing definition', { $ref: '#/$defs/a' }],
    ['a missing anchor', { $ref: '#a' }],
    ['something that is no schema', { $ref: '#/title', title: 'x' }],
    ['a member of the prototype', { $ref: '#/toString' }],
    ['a broken escape', { $ref: '#/%zz' }],
    ['no text at all', { $ref: 5 }],
  ])('never takes a reference to %s for "anything goes"', (_, schema) => {
    expect(reasonFor(schema)).toBe('unresolvable-ref')
  })

  it.each<[string, JsonObject]>([
    ['a pointer', { $ref: '#/$defs/a', $defs: { a: {} } }],
    ['a pointer with escapes', { $ref: '#/$defs/a~1b%20c', $defs: { 'a/b c': {} } }],
    ['a pointer into properties', { properties: { a: {}, b: { $ref: '#/properties/a' } } }],
    ['a pointer to a place no keyword leads to', { $ref: '#/components/a', components: { a: {} } }],
    ['an anchor', { $ref: '#a', $defs: { x: { $anchor: 'a' } } }],
    ['a dynamic anchor', { $dynamicRef: '#a', $defs: { x: { $dynamicAnchor: 'a' } } }],
    ['the root', { properties: { a: { $ref: '#' } } }],
  ])('follows %s', (_, schema) => {
    expect(passGate(schema)).toMatchObject({ refs: 1, unchecked: [] })
  })

  it('means the nearest schema with an id of its own by "#"', () => {
    const inner = { $id: 'inner', $ref: '#/$defs/b', $defs: { b: {} } }
    expect(passGate({ $id: 'outer', properties: { a: inner } }).refs).toBe(1)
    expect(reasonFor({ $ref: '#/$defs/b', properties: { a: { ...inner, $ref: '#' } } })).toBe(
      'unresolvable-ref',
    )
  })

  it.each<[string, JsonObject]>([
    ['by its path', { $ref: 'item.json', $defs: { a: { $id: 'item.json' } } }],
    [
      'by its URL',
      { $id: 'https://x.org/a/', $ref: 'b#/$defs/c', $defs: { b: { $id: '/a/b', $defs: { c: {} } } } },
    ],
    ['by its URN', { $id: 'urn:uuid:1', $ref: 'urn:uuid:1#/$defs/a', $defs: { a: {} } }],
    ['by an anchor in it', { $ref: 'b#c', $defs: { b: { $id: 'b', items: { $anchor: 'c' } } } }],
    ['before it is known', { $ref: '#/x', x: { $ref: 'late' }, $defs: { a: { $id: 'late' } } }],
  ])('follows a reference to an $id in the same document %s', (_, schema) => {
    expect(passGate(schema).unchecked).toEqual([])
  })

  it('does not take the $id of data, or one that a reference of draft-07 hides, for that of a schema', () => {
    const { $schema } = { $schema: 'http://json-schema.org/draft-07/schema#' }
    for (const schema of [
      { $ref: 'a', const: { $id: 'a' } },
      { $schema, allOf: [{ $ref: 'a' }, { $id: 'a', $ref: '#/definitions/b' }], definitions: { b: {} } },
    ])
      expect(catchError(() => passGate(schema))).toBeInstanceOf(ExternalRefError)
  })

  it('weighs every schema a dynamic reference can mean', () => {
    const list = (id: string, more: object) => ({ $id: id, $dynamicAnchor: 'node', ...more })
    const $defs = { a: list('a', { $dynamicRef: '#node' }), b: list('b', { type: 'string' }) }
    expect(reasonFor({ $ref: 'a', $defs })).toBe('ref-cycle')
    const wide = { a: list('a', { items: { $dynamicRef: '#node' } }), b: list('b', {}) }
    expect(passGate({ $ref: 'a', $defs: wide }).nodes.flatMap(({ edges }) => edges)).toMatchObject([
      { keyword: '$defs' },
      { keyword: '$defs' },
      { keyword: '$ref' },
      { keyword: 'items' },
      { keyword: '$dynamicRef', key: 1 },
      { keyword: '$dynamicRef', key: 2 },
    ])
  })
})

describe('passGate', () => {
  it.each([null, undefined, 42, 'text', [], () => 1, Symbol('x'), new Map(), { a: 1n }])(
    'refuses %o, which is no schema',
    (value) => {
      const error = catchError(() => passGate(value))
      expect(error).toBeInstanceOf(InvalidSchemaError)
      expect(error).toMatchObject({ code: 'INVALID_SCHEMA' })
    },
  )

  it.each([true, false, {}])('accepts %o', (schema) => {
    expect(passGate(schema)).toMatchObject({ dialect: '2020-12', nodes: [{}] })
  })

  it.each([
    ['http://json-schema.org/draft-07/schema#', 'draft-07'],
    ['http://json-schema.org/draft-07/schema', 'draft-07'],
    ['https://json-schema.org/draft-07/schema#', 'draft-07'],
    ['https://json-schema.org/draft/2019-09/schema', '2019-09'],
    ['https://json-schema.org/draft/2020-12/schema', '2020-12'],
    ['https://json-schema.org/draft/2020-12/schema#', '2020-12'],
  ])('reads %s', ($schema, dialect) => {
    expect(passGate({ $schema }).dialect).toBe(dialect)
  })

  it.each([
    'http://json-schema.org/draft-04/schema#',
    'http://json-schema.org/draft-06/schema#',
    'https://example.com/my-schema',
    '',
    7,
  ])('refuses the dialect %o', ($schema) => {
    const error = catchError(() => passGate({ $schema }))
    expect(error).toBeInstanceOf(UnsupportedSchemaError)
    expect(error).toMatchObject({ code: 'UNSUPPORTED_SCHEMA' })
  })

  it('reports malformed keywords and keeps the rest', () => {
    const schema = { type: 'any', required: true, properties: { a: 5, b: { minimum: '1' } }, enum: [] }
    expect(passGate(schema).unchecked.map(({ path, keyword }) => `${path} ${keyword}`)).toEqual([
      ' type',
      ' required',
      '/properties/a properties',
      '/properties/b minimum',
      ' enum',
    ])
  })

  it('never changes a schema and gives the same answer for a copy', () => {
    fc.assert(
      fc.property(arbitrarySchema(), (schema) => {
        const before = structuredClone(schema)
        const first = outcome(schema)
        expect(schema).toEqual(before)
        expect(outcome(before)).toEqual(first)
      }),
    )
  })
})

function manyKeywords(): object {
  return {
    type: 'string',
    minLength: 1,
    maxLength: 2,
    pattern: 'a',
    format: 'date',
    minItems: 1,
    maxItems: 2,
  }
}

function loop(): object {
  const use = (name: string) => ({ anyOf: [{ type: 'string' }, { $ref: `#/$defs/${name}` }] })
  return { $defs: { a: use('b'), b: use('a') } }
}

function outcome(schema: unknown): unknown {
  return reasonFor(schema) ?? passGate(schema).nodes.map(({ pointer }) => pointer)
}

function catchError(run: () => unknown): unknown {
  try {
    run()
  } catch (error) {
    return error
  }
  return undefined
}
