import { copyJson } from '@toolscout/model/internal'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { CompiledSchema } from './compile/compile-schema.ts'
import { arbitrarySchema, arbitraryValue } from './fixtures/arbitrary-schema.ts'
import { SCHEMA_LIMITS } from './gate/schema-limits.ts'
import {
  createBoundedValidator,
  createSchemaValidator,
  isDeepFrozen,
  LruCache,
  type SchemaValidator,
} from './validator.ts'

describe('isDeepFrozen', () => {
  it('takes what is frozen through and through', () => {
    fc.assert(fc.property(arbitraryValue, (value) => isDeepFrozen(copyJson(value))))
    expect(isDeepFrozen(Object.freeze(Object.create(null)))).toBe(true)
  })

  it.each<[string, unknown]>([
    ['an open object', {}],
    ['an open member', Object.freeze({ a: {} })],
    ['an open item', Object.freeze([[]])],
    ['a getter', Object.freeze({ get a() { return 1 } })], // biome-ignore format: one line
    ['a setter', Object.freeze({ set a(_: number) {} })],
    ['a class instance', Object.freeze(new (class Odd { toJSON() { return {} } })())], // biome-ignore format: one line
    ['a function', Object.freeze({ a: Object.freeze(() => 1) })],
    [
      'an iterator of its own',
      Object.freeze(Object.assign([1], { [Symbol.iterator]: () => [][Symbol.iterator]() })),
    ],
    ['an array of a class', Object.freeze(new (class Odd extends Array {})())],
    ['a map', Object.freeze(new Map())],
  ])('does not take %s', (_, value) => {
    expect(isDeepFrozen(value)).toBe(false)
  })
})

async function outcome(validator: SchemaValidator, schema: unknown, value: unknown): Promise<unknown> {
  return validator.validate(schema, value).catch((error: unknown) => error)
}

describe('a validator of frozen schemas', () => {
  it('gives what it gives for others', async () => {
    const validator = createSchemaValidator()
    await fc.assert(
      fc.asyncProperty(
        arbitrarySchema(),
        fc.array(arbitraryValue, { maxLength: 3 }),
        async (schema, values) => {
          const frozen = copyJson(schema)
          for (const value of values) {
            const expected = await outcome(createSchemaValidator(), schema, value)
            expect(await outcome(validator, frozen, value)).toEqual(expected)
            expect(await outcome(validator, frozen, value)).toEqual(expected)
          }
        },
      ),
      { numRuns: 60 },
    )
  })

  it('looks at a schema once, while it remembers it', async () => {
    const reads = { count: 0 }
    const spied = (target: object): object =>
      new Proxy(target, {
        ownKeys: (of) => {
          reads.count += 1
          return Reflect.ownKeys(of)
        },
      })
    const schema = spied(Object.freeze({ type: 'object', properties: spied(Object.freeze({ a: true })) }))
    const cache = new LruCache<CompiledSchema>(1)
    const validator = createBoundedValidator({}, cache)
    await validator.validate(schema, {})
    const first = reads.count
    await validator.validate(schema, { a: 1 })
    expect(reads.count).toBe(first)
    await validator.validate({ type: 'string' }, '')
    await validator.validate(schema, {})
    expect(reads.count).toBeGreaterThan(first)
    expect(cache.size).toBe(1)
  })

  it('sees every change of one that can change', async () => {
    const validator = createSchemaValidator()
    const inner = { type: 'string' }
    const schema = Object.freeze({ properties: Object.freeze({ a: inner }) })
    expect(await validator.validate(schema, { a: 1 })).toMatchObject({ valid: false })
    inner.type = 'number'
    expect(await validator.validate(schema, { a: 1 })).toMatchObject({ valid: true })
  })

  it('refuses what the gate refuses, each time', async () => {
    const validator = createBoundedValidator({ limits: { ...SCHEMA_LIMITS, maxDepth: 1 } })
    const schema = copyJson({ properties: {} })
    for (let i = 0; i < 2; i += 1) {
      await expect(validator.validate(schema, {})).rejects.toMatchObject({ code: 'UNSAFE_SCHEMA' })
    }
  })
})
