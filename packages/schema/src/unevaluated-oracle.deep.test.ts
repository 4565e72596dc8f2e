import * as hyperjump2019 from '@hyperjump/json-schema/draft-2019-09'
import * as hyperjump2020 from '@hyperjump/json-schema/draft-2020-12'
import type { JsonObject, JsonValue } from '@toolscout/model'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { UnsafeSchemaError } from './errors.ts'
import { arbitrarySchema, arbitraryValue } from './fixtures/arbitrary-schema.ts'
import { createBoundedValidator, LruCache } from './validator.ts'

const validator = createBoundedValidator({}, new LruCache(0))

async function verdicts(schema: JsonObject, values: readonly JsonValue[]): Promise<readonly boolean[]> {
  const found: boolean[] = []
  for (const value of values) {
    const { valid, unchecked } = await validator.validate(schema, value)
    expect(unchecked).toEqual([])
    found.push(valid)
  }
  return found
}

it.each([
  ['https://json-schema.org/draft/2019-09/schema', hyperjump2019],
  ['https://json-schema.org/draft/2020-12/schema', hyperjump2020],
] as const)('what is unevaluated is what Hyperjump says in %s', async ($schema, hyperjump) => {
  const schemas = arbitrarySchema().filter((schema) => {
    const text = JSON.stringify(schema)
    // Hyperjump passes over `dependencies`, which the newer drafts no longer have, and lets `contains` of 2019-09 leave a
    // note for `unevaluatedItems`, which came with 2020-12.
    const differs = $schema.includes('2019') ? /"(dependencies|contains)"/ : /"dependencies"/
    return text.includes('"unevaluated') && !differs.test(text)
  })
  let registered = 0
  await fc.assert(
    fc.asyncProperty(schemas, fc.array(arbitraryValue, { minLength: 3 }), async (schema, values) => {
      const ours = await verdicts({ $schema, ...schema }, values).catch((error: unknown) => {
        if (error instanceof UnsafeSchemaError && error.details.reason === 'ref-cycle') return undefined
        throw error
      })
      if (ours === undefined) return
      registered += 1
      const uri = `${$schema}/${registered}`
      hyperjump.registerSchema({ $schema, ...schema } as hyperjump2020.SchemaObject, uri)
      const theirs = await hyperjump.validate(uri)
      expect(ours).toEqual(values.map((value) => theirs(value as Parameters<typeof theirs>[0]).valid))
    }),
    { numRuns: 1_000 },
  )
})
