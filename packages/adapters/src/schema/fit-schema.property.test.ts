import type { JsonObject, JsonValue } from '@toolscout/model'
import { createSchemaValidator } from '@toolscout/schema'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { fitSchema } from './fit-schema.ts'
import { restoreArguments } from './restore-arguments.ts'
import {
  ANTHROPIC_SCHEMA,
  GEMINI_SCHEMA,
  OPENAI_SCHEMA,
  OPENAI_STRICT_SCHEMA,
  type SchemaSubset,
} from './schema-subset.ts'

const NAMES = ['a', 'b', 'c']
const leaf = fc.oneof(
  fc.record({ type: fc.constantFrom('string', 'integer', 'boolean', 'number') }),
  fc.constant<JsonObject>({ enum: ['x', 'y', 3] }),
  fc.constant<JsonObject>({ const: 'x' }),
  fc.constant<JsonObject>({ $ref: '#/$defs/d' }),
  fc.constant<JsonObject>({ type: 'integer', exclusiveMinimum: 1 }),
  fc.constant<JsonObject>({ oneOf: [{ type: 'string' }, { type: 'null' }] }),
  fc.constant<JsonObject>({ allOf: [{ type: 'integer' }, { minimum: 2 }, { maximum: 5 }] }),
)
const { tree } = fc.letrec<{ tree: JsonObject; object: JsonObject }>((tie) => ({
  tree: fc.oneof(
    { depthSize: 'small' },
    leaf as fc.Arbitrary<JsonObject>,
    tie('object'),
    tie('tree').map((items) => ({ type: 'array', items })),
    fc.tuple(tie('tree'), leaf).map(([first, second]) => ({ anyOf: [first, second as JsonObject] })),
  ),
  object: fc
    .record({
      properties: fc.dictionary(fc.constantFrom(...NAMES), tie('tree'), { minKeys: 1 }),
      all: fc.boolean(),
    })
    .map(({ properties, all }) => ({
      type: 'object',
      properties,
      required: Object.keys(properties).filter((_, i) => all || i === 0),
      additionalProperties: false,
    })),
}))
const root = fc.dictionary(fc.constantFrom(...NAMES), tree, { minKeys: 1 }).map(
  (properties): JsonObject => ({
    type: 'object',
    properties,
    required: [],
    additionalProperties: false,
    $defs: {
      d: {
        type: 'object',
        properties: { a: { type: 'integer' }, b: { type: 'string' } },
        additionalProperties: false,
      },
    },
  }),
)
const scalar = fc.constantFrom<JsonValue>('x', 'z', 1, 2, 3, 2.5, true, null)
const { value } = fc.letrec<{ value: JsonValue }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    scalar,
    fc.array(tie('value'), { maxLength: 2 }),
    fc.dictionary(fc.constantFrom(...NAMES), tie('value')),
  ),
}))
const args = fc.dictionary(fc.constantFrom(...NAMES), value)

/** A value as strict mode makes models write it: what is missing is null. */
function spelledOut(schema: JsonObject, given: JsonObject): JsonObject {
  const names = Object.keys(schema.properties as JsonObject)
  return Object.fromEntries(names.map((name) => [name, given[name] ?? null]))
}

const validator = createSchemaValidator()

async function fits(schema: JsonObject, candidate: JsonValue): Promise<boolean> {
  return (await validator.validate(schema, candidate)).valid
}

it.each<[string, SchemaSubset, number]>([
  ['OpenAI strict mode', OPENAI_STRICT_SCHEMA, 8],
  ['Gemini', GEMINI_SCHEMA, 1],
])('%s: where nothing is lost, what fits the written schema fits the tool', async (_name, subset, least) => {
  let fitting = 0
  await fc.assert(
    fc.asyncProperty(root, args, async (schema, given) => {
      const { schema: written, losses, refused } = fitSchema(schema, subset, 't')
      if (losses.length > 0 || refused !== undefined) return
      const said = subset.objects === 'strict' ? spelledOut(schema, given) : given
      if (!(await fits(written, said))) return
      fitting += 1
      expect(await fits(schema, restoreArguments(schema, said, subset))).toBe(true)
    }),
    { numRuns: 60, seed: 7 },
  )
  expect(fitting).toBeGreaterThan(least)
})

const KEYWORDS: { readonly [keyword: string]: readonly JsonValue[] } = {
  type: ['string', 'object', ['string', 'null']],
  description: ['said'],
  enum: [['x', 'y'], ['x', 3], [null]],
  const: ['x', { $ref: '#/a' }],
  default: [true, [], {}, [{ a: 1 }]],
  format: ['date', 'uri', 'odd'],
  exclusiveMinimum: [true, 2],
  minimum: [1],
  nullable: [true],
  required: [['a']],
  $schema: ['http://json-schema.org/draft-07/schema#'],
  $comment: ['for us'],
  $id: ['it'],
  $ref: ['#/properties/a', '#/items/0'],
  'x-own': ['text', { $ref: '#' }],
}
const { written } = fc.letrec<{ written: JsonValue; schema: JsonObject }>((tie) => {
  const inner = tie('written')
  const places = {
    properties: fc.dictionary(fc.constantFrom('a', 'b', 'ü', '__proto__'), inner, { maxKeys: 3 }),
    items: fc.oneof(inner, fc.array(inner, { maxLength: 2 })),
    additionalProperties: inner,
    anyOf: fc.array(inner, { maxLength: 2 }),
    oneOf: fc.array(inner, { maxLength: 2 }),
    allOf: fc.array(inner, { maxLength: 2 }),
    prefixItems: fc.array(inner, { maxLength: 2 }),
    not: inner,
    $defs: fc.dictionary(fc.constantFrom('a', 'b'), inner, { maxKeys: 2 }),
  }
  const data = Object.entries(KEYWORDS).map(([keyword, values]) =>
    fc.tuple(fc.constant(keyword), fc.constantFrom(...values)),
  )
  const schemas = Object.entries(places).map(([keyword, value]) =>
    fc.tuple(fc.constant(keyword), value as fc.Arbitrary<JsonValue>),
  )
  const entry = fc.oneof({ depthSize: 'small' }, ...data, ...schemas)
  const object = fc.array(entry, { maxLength: 4 }).map((entries) => Object.fromEntries(entries) as JsonObject)
  return {
    schema: object,
    written: fc.oneof({ depthSize: 'small', withCrossShrink: true }, object, fc.boolean()),
  }
})

it.each([ANTHROPIC_SCHEMA, OPENAI_SCHEMA, GEMINI_SCHEMA])(
  'for $name a schema that stays as it is has the bytes it has when it is written again',
  (subset) => {
    // What is told of one large schema is what is told of each: the same schema, with an end that is written again.
    const long = { $schema: 'x', properties: { end: { $comment: 'written again' } } }
    fc.assert(
      fc.property(written, (given) => {
        const plain: JsonObject = { type: 'object', properties: { own: given } }
        const again: JsonObject = {
          ...plain,
          properties: { ...(plain.properties as JsonObject), ...long.properties },
        }
        const one = fitSchema(plain, subset, 't')
        const other = fitSchema(again, subset, 't')
        const { end, ...rest } = other.schema.properties as JsonObject
        expect(end).toEqual({})
        expect(JSON.stringify({ ...one.schema, properties: undefined })).toBe(
          JSON.stringify({ ...other.schema, properties: undefined }),
        )
        expect(JSON.stringify(one.schema.properties)).toBe(JSON.stringify(rest))
        expect(one.losses).toEqual(other.losses)
      }),
      { numRuns: 500 },
    )
  },
)
