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

describe('what Ajv gets wrong', () => {
  const { maxSteps } = VALIDATOR_BOUNDS
  const fits = (schema: JsonObject, value: JsonValue) =>
    compileSchema(passGate(schema)).check(value, maxSteps).verdict === 'fits'

  it.each<readonly [string, JsonObject, readonly JsonValue[], readonly JsonValue[]]>([
    [
      'an `if` alone notes the members it looked at',
      { ...JSON.parse('{"if": {"properties": {"a": {"const": 1}}}}'), unevaluatedProperties: false },
      [{}, { a: 1 }],
      [{ a: 2 }, { a: 1, b: 1 }],
    ],
    [
      'a `contains` notes the items it holds, and no others',
      { contains: { type: 'string' }, unevaluatedItems: { type: 'number' } },
      [['a'], [1, 'a', 2], ['a', 'b']],
      [['a', null], [null, 'a'], [1]],
    ],
    [
      'a `contains` of 2019-09 notes nothing',
      {
        $schema: 'https://json-schema.org/draft/2019-09/schema',
        contains: { type: 'string' },
        unevaluatedItems: false,
      },
      [],
      [['a'], [1, 'a']],
    ],
    [
      'a branch that is `true` notes nothing',
      { anyOf: [{ items: { type: 'string' } }, true], unevaluatedItems: { type: 'boolean' } },
      [['a', 'b'], [true]],
      [[1], ['a', 1]],
    ],
    ['a quotient beyond all numbers is none', { multipleOf: 0.123456789 }, [0, 0.246913578], [1e308]],
    ['numbers are divided as they are written', { multipleOf: 1e-8 }, [12_391_239_123, 1e300], [1.5e-9]],
  ])('%s', (_, schema, right, wrong) => {
    for (const value of right) expect(fits(schema, value), JSON.stringify(value)).toBe(true)
    for (const value of wrong) expect(fits(schema, value), JSON.stringify(value)).toBe(false)
  })

  it('a dynamic reference means the outermost schema of its name', () => {
    const list = { $id: 'list', items: { $dynamicRef: '#item' }, $defs: { any: { $dynamicAnchor: 'item' } } }
    const texts = { $id: 'texts', $ref: 'list', $defs: { text: { $dynamicAnchor: 'item', type: 'string' } } }
    const schema = { $defs: { list, texts }, prefixItems: [{ $ref: 'list' }, { $ref: 'texts' }] }
    expect(fits(schema, [[1], ['a']])).toBe(true)
    expect(fits(schema, [[1], [1]])).toBe(false)
  })

  it('a reference of draft-07 hides what stands beside it', () => {
    const schema = {
      properties: { a: { $ref: '#/definitions/list', maxItems: 1 } },
      definitions: { list: {} },
    }
    const value = { a: [1, 2] }
    expect(fits(schema, value)).toBe(false)
    expect(fits({ $schema: 'http://json-schema.org/draft-07/schema#', ...schema }, value)).toBe(true)
  })

  it('costs steps for all it looks at', () => {
    const cost = (schema: JsonObject, value: JsonValue): number => {
      const outcome = compileSchema(passGate(schema), false).check(value, maxSteps)
      return outcome.verdict === 'unknown' ? Number.POSITIVE_INFINITY : outcome.steps
    }
    const items = Array(1_000).fill({})
    const many = Object.fromEntries(Array.from({ length: 200 }, (_, i) => [`p${i}`, true]))
    for (const each of [{ properties: many }, { dependentSchemas: many }, { allOf: Array(200).fill(true) }])
      expect(cost({ items: each }, items)).toBeGreaterThan(200_000)
    const nested = { allOf: [{ allOf: [{ additionalProperties: true }] }], unevaluatedProperties: false }
    expect(cost(nested, Object.fromEntries(items.map((_, i) => [i, 1])))).toBeGreaterThan(10_000)
  })
})
