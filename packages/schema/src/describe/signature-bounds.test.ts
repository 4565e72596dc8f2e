import type { JsonObject, JsonValue } from '@toolscout/model'
import { truncate } from '@toolscout/model/internal'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { arbitrarySchema } from '../fixtures/arbitrary-schema.ts'
import { describeSchema } from './describe-schema.ts'
import { formatSignature, toSignature } from './signature.ts'

const NO_LIMIT = 1_000_000
const LEVELS = [
  { maxDepth: 3, maxValues: 8 },
  { maxDepth: 2, maxValues: 6 },
  { maxDepth: 1, maxValues: 4 },
  { maxDepth: 0, maxValues: 3 },
]

/** The plain way: writes everything at each level, then with ever fewer parameters, until it fits. */
function plainSignature(
  members: JsonObject,
  outputSchema: JsonObject | undefined,
  maxLength: number,
): string {
  const names = Object.keys(members)
  const write = (count: number, level: object): string => {
    const properties = Object.fromEntries(
      names.slice(0, count).map((name) => [name, members[name] as JsonValue]),
    )
    const options = { ...level, maxLength: NO_LIMIT }
    const whole = formatSignature({ name: 'tool', inputSchema: { properties } }, options)
    const result =
      outputSchema === undefined
        ? ''
        : formatSignature({ name: 'tool', inputSchema: {}, outputSchema }, options).slice('tool()'.length)
    if (count === names.length) return `${whole}${result}`
    return `${whole.slice(0, -1)}${count === 0 ? '…' : ', …'})${result}`
  }
  const isShort = (text: string): boolean => [...text].length <= maxLength
  for (const level of LEVELS) if (isShort(write(names.length, level))) return write(names.length, level)
  for (let count = names.length - 1; count >= 0; count -= 1) {
    if (isShort(write(count, LEVELS[3] as object))) return write(count, LEVELS[3] as object)
  }
  return truncate(write(0, LEVELS[3] as object), maxLength)
}

/** Schemas that stand alone, so that they mean the same wherever they are put. */
const standalone = arbitrarySchema().map(
  ({ $defs: _, ...schema }): JsonObject => JSON.parse(JSON.stringify(schema).replaceAll('"$ref"', '"title"')),
)

describe('a signature', () => {
  it('is what writing everything and shortening it would give', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.stringMatching(/^[a-z]{1,8}$/), standalone, { maxKeys: 12, noNullPrototype: true }),
        fc.option(standalone, { nil: undefined }),
        fc.integer({ min: 1, max: 400 }),
        (members, outputSchema, maxLength) => {
          const input = { name: 'tool', inputSchema: { properties: members }, outputSchema }
          expect(formatSignature(input, { maxLength })).toBe(plainSignature(members, outputSchema, maxLength))
        },
      ),
      { numRuns: 300 },
    )
  })

  it('is whole unless it says that it is cut', () => {
    const all = { maxDepth: 64, maxValues: NO_LIMIT, maxLength: NO_LIMIT }
    fc.assert(
      fc.property(
        arbitrarySchema(),
        fc.integer({ min: 1, max: 300 }),
        fc.nat({ max: 4 }),
        (schema, maxLength, maxDepth) => {
          const input = { name: 'tool', inputSchema: schema, outputSchema: schema }
          const { text, isCut } = toSignature(input, { maxLength, maxDepth })
          expect(isCut || text === formatSignature(input, all)).toBe(true)
        },
      ),
      { numRuns: 500 },
    )
  })

  it.each<[string, JsonObject, object]>([
    ['depth', { properties: { a: { properties: { b: {} } } } }, { maxDepth: 0 }],
    ['depth of a map', { properties: { a: { additionalProperties: {}, type: 'object' } } }, { maxDepth: 0 }],
    ['values', { properties: { a: { enum: [1, 2, 3] } } }, { maxValues: 2 }],
    ['a long name', { properties: { ['n'.repeat(70)]: {} } }, {}],
    ['a long value', { properties: { a: { const: 'v'.repeat(70) } } }, {}],
    ['a long default', { properties: { a: { default: 'v'.repeat(70) } } }, {}],
    ['a long tuple', { properties: { a: { prefixItems: [{}, {}, {}] } } }, { maxValues: 2 }],
    ['parameters', { properties: { a: {}, b: {} } }, { maxLength: 14 }],
    ['everything', {}, { maxLength: 3 }],
  ])('says that it is cut when %s is', (_, inputSchema, options) => {
    expect(toSignature({ name: 'tool', inputSchema }, options).isCut).toBe(true)
    expect(toSignature({ name: 'tool', inputSchema: { properties: { a: {} } } }).isCut).toBe(false)
  })

  it('costs no more than its schema, however many parameters and references there are', () => {
    const names = Array.from({ length: 20_000 }, (_, i) => `p${i}`)
    const many = { properties: Object.fromEntries(names.map((name) => [name, { type: 'string' }])) }
    const text = formatSignature({ name: 'tool', inputSchema: many })
    expect(text).toMatch(/^tool\(p0\?: string, .*, …\)$/)
    expect([...text].length).toBeGreaterThan(980)
    expect(formatSignature({ name: 'tool', inputSchema: many }, { maxLength: NO_LIMIT })).toMatch(
      /p19999\?: string\)$/,
    )
    const wide = Object.fromEntries(names.slice(0, 8_000).map((name) => [name, {}]))
    const referring = Object.fromEntries(
      names.slice(0, 8_000).map((name) => [name, { $ref: '#/$defs/wide' }]),
    )
    const inputSchema = { properties: referring, $defs: { wide: { properties: wide } } }
    expect(formatSignature({ name: 'tool', inputSchema })).toMatch(/^tool\(p0\?: \{ … \}, p1/)
    expect(describeSchema(inputSchema)).toMatchObject({ isCut: true })
    expect(describeSchema(inputSchema).properties[0]?.type).toHaveLength(500)
  })

  it('costs no more for references that double, long enums and unions of unions', () => {
    const bomb: Record<string, object> = { d30: { type: 'string' } }
    for (let i = 0; i < 30; i += 1) {
      const next = { $ref: `#/$defs/d${i + 1}` }
      bomb[`d${i}`] = { anyOf: [next, { items: next }] }
    }
    const schema = { properties: { a: { $ref: '#/$defs/d0' } }, $defs: bomb }
    for (const maxLength of [100, NO_LIMIT]) {
      expect(toSignature({ name: 'tool', inputSchema: schema }, { maxLength }).isCut).toBe(true)
    }
    const values = Array.from({ length: 20_000 }, (_, i) => `v${i}`)
    const both = { properties: { a: { allOf: [{ enum: values }, { enum: [...values].reverse() }] } } }
    expect(formatSignature({ name: 'tool', inputSchema: both })).toContain('"v0" | "v1"')
  })
})
