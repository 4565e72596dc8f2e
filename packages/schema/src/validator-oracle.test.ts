import { expect, it } from 'vitest'
import { describeOracle, STOCK, validator } from './fixtures/ajv-oracle.ts'

it('schemas that stock Ajv breaks on are checked', async () => {
  const branches = [true, { additionalProperties: {}, dependentSchemas: { foo: false } }]
  const dialect = 'https://json-schema.org/draft/2019-09/schema'
  const schema = { $schema: dialect, not: { patternProperties: { o: {} }, anyOf: branches } }
  expect(() => STOCK[dialect]().validate(schema, { foo: {} })).toThrow(TypeError)
  expect(await validator.validate(schema, { foo: {} })).toMatchObject({ valid: false })
  const noted = { ...schema, unevaluatedProperties: false }
  expect(await validator.validate(noted, { foo: {} })).toMatchObject({ valid: false, unchecked: [] })
})

describeOracle(100)
