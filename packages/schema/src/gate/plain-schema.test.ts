import fc from 'fast-check'
import { expect, it } from 'vitest'
import { planSchema } from '../compile/check-plan.ts'
import { passGate } from './gate.ts'
import { isPlainSchema } from './plain-schema.ts'

const scalar = fc.oneof(fc.string(), fc.integer(), fc.double(), fc.boolean(), fc.constant(null))
const data = fc.oneof(scalar, fc.array(scalar, { maxLength: 3 }), fc.object({ maxDepth: 1 }))
const types = fc.constantFrom('string', 'object', 'array', 'integer', 'null')
const one = (keyword: string, value: fc.Arbitrary<unknown>): fc.Arbitrary<object> =>
  value.map((given) => ({ [keyword]: given }))

/** Pieces of patterns, most of them such as schemas have. */
const pattern = fc
  .array(
    fc.oneof(
      fc.constantFrom('^', '$', '\\d', '\\w', '\\s', '\\.', '\\b', '\\1', '(', ')', '|', '-', '0x', 'a', '/'),
      fc.constantFrom('+', '*', '?', '{2}', '{99}', '{1,4}', '{4,1}', '{10,20}', '{5,', '[a-z]', '[z-a]'),
      fc.constantFrom(
        '[0-9a-fA-F]',
        '[\\w.-]',
        '[1-9A-HJ-NP-Z]',
        '[^a]',
        '[a-',
        '[A-Za-z-]',
        '(?:a)',
        '(?=a)',
      ),
    ),
    { minLength: 1, maxLength: 6 },
  )
  .map((pieces) => pieces.join(''))

const { schema } = fc.letrec((tie) => ({
  schema: fc
    .tuple(tie('usual'), fc.oneof({ weight: 3, arbitrary: fc.constant({}) }, tie('strange')))
    .map(([usual, strange]) => Object.assign({}, usual, strange)),
  inner: fc.oneof({ depthSize: 'small' }, fc.boolean(), tie('usual'), tie('schema')),
  usual: fc.record(
    {
      type: fc.oneof(types, fc.array(types, { minLength: 1, maxLength: 2 })),
      description: fc.string(),
      default: fc.oneof(fc.integer(), fc.string()),
      enum: fc.array(fc.oneof(fc.integer(), fc.string()), { minLength: 1, maxLength: 3 }),
      required: fc.array(fc.string(), { maxLength: 2 }),
      minimum: fc.integer(),
      maxLength: fc.nat(),
      properties: fc.dictionary(fc.string(), tie('inner'), { maxKeys: 2 }),
      items: tie('inner'),
      additionalProperties: tie('inner'),
      anyOf: fc.array(tie('inner'), { minLength: 1, maxLength: 2 }),
    },
    { requiredKeys: [] },
  ),
  strange: fc.oneof(
    ...['type', 'title', 'default', 'examples', 'enum', 'const', 'format', 'required'].map((keyword) =>
      one(keyword, data),
    ),
    ...['minimum', 'maxLength', 'uniqueItems', 'properties', 'items', 'anyOf', 'oneOf', 'allOf'].map(
      (keyword) => one(keyword, data),
    ),
    ...['deprecated', 'x-own', '$id', '$schema', '$anchor'].map((keyword) => one(keyword, data)),
    one('pattern', fc.oneof(fc.constantFrom('^a+$', '(?=a)b', 3), pattern)),
    ...['not', 'propertyNames', 'contains', 'if'].map((keyword) => one(keyword, tie('inner'))),
    one('$ref', fc.constantFrom('#', '#/properties/a', '#/$defs/a', '#/$defs/b', 'https://example.com/x')),
    ...['$defs', 'definitions', 'dependentSchemas'].map((keyword) =>
      one(keyword, fc.dictionary(fc.constantFrom('a', 'b'), tie('inner'))),
    ),
    one('$schema', fc.constantFrom('https://json-schema.org/draft/2020-12/schema', 'urn:strange')),
  ),
}))

/** What the whole reading comes to: nothing, or something to tell. */
function readingOf(value: unknown): string {
  try {
    return JSON.stringify(planSchema(passGate(value)).unchecked)
  } catch (error) {
    return String(error)
  }
}

it('of what is called plain, the whole reading has nothing to tell', () => {
  let plain = 0
  fc.assert(
    fc.property(schema, (value) => {
      if (!isPlainSchema(value)) return
      plain += 1
      expect(readingOf(value)).toBe('[]')
    }),
    { numRuns: 2_000 },
  )
  expect(plain).toBeGreaterThan(100)
})

it('what tools have is plain, what could go wrong is not', () => {
  const text = { type: 'string', description: 'The place', minLength: 1 }
  const usual = {
    $schema: 'http://json-schema.org/draft-07/schema#',
    type: 'object',
    properties: { place: text, days: { type: ['integer', 'null'], default: null, enum: [1, 2, null] } },
    required: ['place'],
    additionalProperties: false,
  }
  expect(isPlainSchema(usual)).toBe(true)
  const place = { $defs: { place: text, any: true }, properties: { to: { $ref: '#/$defs/place' } } }
  for (const plain of [place, { pattern: '^0x[a-fA-F0-9]{40}$' }, { not: text }, { default: { a: [1] } }]) {
    expect(isPlainSchema(plain)).toBe(true)
  }
  expect(isPlainSchema({ anyOf: [usual.properties.place, { type: 'array', items: text }] })).toBe(true)
  const deep = Array.from({ length: 30 }).reduce<object>((inner) => ({ items: inner }), text)
  class Own {}
  for (const strange of [
    ...[true, 'text', null, [], deep, new Own(), { type: 'text' }, { enum: [] }, { pattern: '(a' }],
    ...[
      { $ref: '#' },
      { $ref: '#/$defs/gone' },
      { $defs: { a: { $ref: '#/$defs/a' } } },
      { properties: [] },
      { properties: JSON.parse('{"__proto__":{}}') },
    ],
    ...[
      { anyOf: [] },
      { required: 'a' },
      { items: [text] },
      { properties: { $ref: 3 } },
      { $schema: 'urn:x' },
    ],
    { description: 'x'.repeat(40_000) },
    { required: Array.from({ length: 501 }, String) },
    { enum: Array.from({ length: 1_001 }, String) },
    { allOf: Array.from({ length: 501 }, () => true) },
    { allOf: Array.from({ length: 6 }, () => ({ pattern: 'a{99}' })) },
    { $defs: { a: true }, allOf: Array.from({ length: 21 }, () => ({ $ref: '#/$defs/a' })) },
    { default: undefined },
    {
      get type(): string {
        throw new RangeError('no')
      },
    },
  ]) {
    expect(isPlainSchema(strange)).toBe(false)
  }
})
