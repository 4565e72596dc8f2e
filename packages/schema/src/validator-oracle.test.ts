import type { JsonObject } from '@toolscout/model'
import { Ajv as Ajv07 } from 'ajv'
import { Ajv2019 } from 'ajv/dist/2019.js'
import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { UnsafeSchemaError } from './errors.ts'
import { arbitrarySchema, arbitraryValue } from './fixtures/arbitrary-schema.ts'
import { createSchemaValidator } from './validator.ts'

const options = { strict: false, ownProperties: true, logger: false, validateSchema: false } as const
const STOCK = {
  'http://json-schema.org/draft-07/schema#': () => new Ajv07(options),
  'https://json-schema.org/draft/2019-09/schema': () => new Ajv2019(options),
  'https://json-schema.org/draft/2020-12/schema': () => new Ajv2020(options),
}
const validator = createSchemaValidator({ maxCachedSchemas: 0 })

/** What stock Ajv says; `undefined` where it never ends, `broken` where its code breaks on the value. */
function stockVerdict(
  dialect: keyof typeof STOCK,
  schema: JsonObject,
  value: unknown,
): boolean | 'broken' | undefined {
  try {
    return STOCK[dialect]().validate(schema, value) as boolean
  } catch (error) {
    if (error instanceof RangeError) return undefined
    if (error instanceof TypeError) return 'broken'
    throw error
  }
}

/** What we say; `undefined` where the gate refuses a schema that applies itself without end. */
async function verdict(schema: JsonObject, value: unknown): Promise<boolean | undefined> {
  try {
    const result = await validator.validate(schema, value)
    if (result.unchecked.some(({ reason }) => reason === 'engine')) return undefined
    if (!result.valid) {
      expect(result.issues.length).toBeGreaterThan(0)
      expect(result.issues.length).toBeLessThanOrEqual(10)
      for (const { message } of result.issues) expect([...message].length).toBeLessThanOrEqual(200)
    }
    return result.valid
  } catch (error) {
    if (error instanceof UnsafeSchemaError && error.details.reason === 'ref-cycle') return undefined
    throw error
  }
}

it('schemas that stock Ajv breaks on are checked, and those that break ours are not taken as fitting', async () => {
  const branches = [true, { additionalProperties: {}, dependentSchemas: { foo: false } }]
  const dialect = 'https://json-schema.org/draft/2019-09/schema'
  const schema = { $schema: dialect, not: { patternProperties: { o: {} }, anyOf: branches } }
  expect(() => STOCK[dialect]().validate(schema, { foo: {} })).toThrow(TypeError)
  expect(await validator.validate(schema, { foo: {} })).toMatchObject({ valid: false })
  const noted = { ...schema, unevaluatedProperties: false }
  expect((await validator.validate(noted, { foo: {} })).unchecked).toMatchObject([
    { path: '', reason: 'engine' },
  ])
})

describe('validate beside stock Ajv', () => {
  for (const dialect of Object.keys(STOCK) as (keyof typeof STOCK)[]) {
    it(`says the same for any schema and value in ${dialect}`, async () => {
      await fc.assert(
        fc.asyncProperty(arbitrarySchema(), arbitraryValue, async (schema, value) => {
          const ours = await verdict({ $schema: dialect, ...schema }, value)
          const theirs = stockVerdict(dialect, schema, value)
          if (ours !== undefined && theirs !== 'broken') expect(ours).toBe(theirs)
        }),
        { numRuns: 400 },
      )
    })
  }

  it('reads a list of items in older dialects as stock Ajv does', async () => {
    const items = fc.array(arbitrarySchema(), { maxLength: 2 })
    const tuple = fc.record({ items, additionalItems: fc.oneof(fc.boolean(), arbitrarySchema()) })
    const dialect = 'http://json-schema.org/draft-07/schema#'
    await fc.assert(
      fc.asyncProperty(tuple, fc.array(arbitraryValue, { maxLength: 3 }), async (schema, value) => {
        const flat: JsonObject = JSON.parse(
          JSON.stringify(schema).replaceAll('"$ref":"#/$defs/', '"title":"'),
        )
        const ours = await verdict({ $schema: dialect, ...flat }, value)
        if (ours !== undefined) expect(ours).toBe(stockVerdict(dialect, flat, value))
      }),
      { numRuns: 300 },
    )
  })

  it('accepts every value that fits, also when patterns of the schema cannot be run', async () => {
    const lookAround = fc.constantFrom<JsonObject>(
      {},
      {},
      { pattern: '^(?=a)' },
      { pattern: '(?<!a)b' },
      { patternProperties: { '^(?!a)': { type: 'string' } }, additionalProperties: false },
    )
    const dialect = 'https://json-schema.org/draft/2020-12/schema'
    await fc.assert(
      fc.asyncProperty(arbitrarySchema(lookAround), arbitraryValue, async (schema, value) => {
        const ours = await verdict(schema, value)
        if (ours === false) expect(stockVerdict(dialect, schema, value)).toBe(false)
      }),
      { numRuns: 800 },
    )
  })
})
