import type { JsonObject, JsonValue } from '@toolscout/model'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { UnsafeSchemaError } from '../errors.ts'
import { explainFaults } from '../explain/explain-faults.ts'
import { arbitrarySchema, arbitraryValue } from '../fixtures/arbitrary-schema.ts'
import { passGate } from '../gate/gate.ts'
import { VALIDATOR_BOUNDS } from '../validator.ts'
import { compileSchema } from './compile-schema.ts'

/** What both ways of checking say of a value. */
function bothWays(schema: JsonObject, value: JsonValue): readonly unknown[] {
  const graph = passGate(schema, VALIDATOR_BOUNDS.limits)
  return [true, false].map((compiles) => {
    const outcome = compileSchema(graph, compiles).check(value, VALIDATOR_BOUNDS.maxSteps)
    return outcome.verdict === 'fails' ? explainFaults(graph.document, outcome.faults) : outcome.verdict
  })
}

describe('an interpreted schema', () => {
  it.each(['draft-07', 'draft/2019-09', 'draft/2020-12'])(
    'says the same as a compiled one in %s',
    (draft) => {
      const $schema =
        draft === 'draft-07'
          ? `http://json-schema.org/${draft}/schema#`
          : `https://json-schema.org/${draft}/schema`
      fc.assert(
        fc.property(arbitrarySchema(), arbitraryValue, (schema, value) => {
          try {
            const [compiled, interpreted] = bothWays({ $schema, ...schema }, value as JsonValue)
            if (compiled === 'unknown' || interpreted === 'unknown') return
            expect(typeof interpreted).toBe(typeof compiled)
          } catch (error) {
            if (!(error instanceof UnsafeSchemaError && error.details.reason === 'ref-cycle')) throw error
          }
        }),
        { numRuns: 300 },
      )
    },
  )

  it.each<readonly [JsonObject, JsonValue]>([
    [{ type: 'object', properties: { city: { type: 'string', minLength: 2 } }, required: ['city'] }, {}],
    [{ properties: { city: { type: 'string', minLength: 2 } } }, { city: 'x' }],
    [{ properties: { city: { type: 'string' } }, additionalProperties: false }, { ciy: 'Oslo' }],
    [{ properties: { unit: { enum: ['metric', 'imperial'] } } }, { unit: 'metrik' }],
    [
      { properties: { at: { format: 'date-time' }, n: { multipleOf: 0.01, maximum: 5 } } },
      { at: 'now', n: 19.995 },
    ],
    [{ properties: { code: { pattern: '^[A-Z]{2}$' } } }, { code: 'n' }],
    [{ anyOf: [{ type: 'string' }, { type: 'number' }] }, true],
    [
      {
        oneOf: [{ type: 'object', properties: { a: { type: 'string' } }, required: ['a'] }, { type: 'null' }],
      },
      { a: 1 },
    ],
    [{ oneOf: [{ type: 'number' }, { minimum: 3 }] }, 4],
    [{ type: 'array', items: { type: 'integer' }, minItems: 3, uniqueItems: true }, [1, 1]],
    [{ prefixItems: [{ type: 'string' }], items: false }, ['a', 'b']],
    [{ contains: { type: 'string' } }, [1]],
    [{ propertyNames: { pattern: '^[a-z]+$' } }, { 'A B': 1 }],
    [{ dependentRequired: { a: ['b'] } }, { a: 1 }],
    [{ not: { type: 'string' } }, 'x'],
    [JSON.parse('{ "if": { "required": ["a"] }, "then": { "required": ["b"] } }'), { a: 1 }],
    [
      { allOf: [{ properties: { a: true } }], unevaluatedProperties: false },
      { a: 1, b: 2 },
    ],
    [
      {
        $ref: '#/$defs/node',
        $defs: { node: { type: 'object', properties: { next: { $ref: '#/$defs/node' } } } },
      },
      { next: { next: 1 } },
    ],
  ])('tells in the same words what is wrong: %j', (schema, value) => {
    const [compiled, interpreted] = bothWays(schema, value)
    expect(compiled).not.toBe('fits')
    expect(interpreted).toEqual(compiled)
  })

  it('gives up where a value takes too many steps', () => {
    const items = { type: 'array', items: { anyOf: [{ type: 'string' }, { type: 'null' }] } }
    const check = compileSchema(passGate(items, VALIDATOR_BOUNDS.limits), false)
    expect(check.check(Array(1_000).fill(null), 500)).toEqual({ verdict: 'unknown', reason: 'work' })
    expect(check.check(Array(1_000).fill(null), VALIDATOR_BOUNDS.maxSteps).verdict).toBe('fits')
  })
})
