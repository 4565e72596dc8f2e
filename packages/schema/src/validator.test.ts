import type { JsonObject } from '@toolscout/model'
import { describe, expect, it } from 'vitest'
import type { CompiledSchema } from './compile/compile-schema.ts'
import { describeSchema } from './describe/describe-schema.ts'
import { formatSignature } from './describe/signature.ts'
import { ExternalRefError, InvalidSchemaError, UnsafeSchemaError, UnsupportedSchemaError } from './errors.ts'
import { createBoundedValidator, createSchemaValidator, LruCache } from './validator.ts'

const validator = createSchemaValidator()

async function fits(schema: unknown, value: unknown): Promise<boolean> {
  return (await validator.validate(schema, value)).valid
}

describe('MOD-011: validate', () => {
  it.each<[string, unknown, unknown]>([
    ['string', 'text', 1],
    ['number', 1.5, '1'],
    ['integer', 2, 2.5],
    ['boolean', false, 0],
    ['object', {}, []],
    ['array', [], {}],
    ['null', null, 0],
  ])('knows the type %s', async (type, fitting, other) => {
    expect(await fits({ type }, fitting)).toBe(true)
    expect(await fits({ type }, other)).toBe(false)
  })

  it('knows required members, missing ones and wrong types', async () => {
    const schema = { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] }
    expect(await fits(schema, { name: 'x' })).toBe(true)
    expect(await fits(schema, {})).toBe(false)
    expect(await fits(schema, { name: 5 })).toBe(false)
    expect(await fits(schema, { name: undefined })).toBe(false)
  })

  it('lets a tool without parameters take extras only when its schema is loose', async () => {
    const strict = { type: 'object', properties: {}, additionalProperties: false }
    expect(await fits(strict, {})).toBe(true)
    expect(await fits(strict, { extra: 1 })).toBe(false)
    expect(await fits({ type: 'object' }, { extra: 1 })).toBe(true)
  })

  it.each([
    'https://json-schema.org/draft/2020-12/schema',
    'https://json-schema.org/draft/2019-09/schema',
    'http://json-schema.org/draft-07/schema#',
    'http://json-schema.org/draft-07/schema',
  ])('reads %s', async ($schema) => {
    expect(await fits({ $schema, type: 'string' }, 'x')).toBe(true)
    expect(await fits({ $schema, type: 'string' }, 5)).toBe(false)
  })

  it.each([
    'http://json-schema.org/draft-04/schema#',
    'http://json-schema.org/draft-06/schema#',
    'https://example.com/custom',
  ])('refuses %s', async ($schema) => {
    await expect(validator.validate({ $schema }, {})).rejects.toThrow(UnsupportedSchemaError)
  })

  it('reads each dialect by its own rules', async () => {
    const tuple: JsonObject = { items: [{ type: 'string' }], additionalItems: false }
    const draft07 = { $schema: 'http://json-schema.org/draft-07/schema#' }
    expect(await fits({ ...draft07, ...tuple }, ['a', 'b'])).toBe(false)
    expect(await fits({ ...draft07, prefixItems: [{ type: 'string' }] }, [1])).toBe(true)
    expect(await fits({ ...draft07, dependencies: { a: ['b'], c: { required: ['d'] } } }, { a: 1 })).toBe(
      false,
    )
    expect(await fits({ ...draft07, dependencies: { a: ['b'], c: { required: ['d'] } } }, { c: 1 })).toBe(
      false,
    )
    expect(await fits({ prefixItems: [{ type: 'string' }] }, [1])).toBe(false)
    const recursive = { $recursiveAnchor: true, items: { $recursiveRef: '#' }, type: 'array' }
    const draft19 = { $schema: 'https://json-schema.org/draft/2019-09/schema' }
    expect(await fits({ ...draft19, ...recursive }, [[], [[]]])).toBe(true)
    expect(await fits({ ...draft19, ...recursive }, [[], [5]])).toBe(false)
  })

  it('holds both where a name stands in dependencies and in its successors', async () => {
    const draft19 = { $schema: 'https://json-schema.org/draft/2019-09/schema' }
    const names = { dependentRequired: { a: ['b'] }, dependencies: { a: ['c'] } }
    expect(await fits({ ...draft19, ...names }, { a: 1, b: 1 })).toBe(false)
    expect(await fits({ ...draft19, ...names }, { a: 1, c: 1 })).toBe(false)
    const schemas = { dependencies: { a: { required: ['c'] } }, dependentSchemas: { a: { required: ['b'] } } }
    expect(await fits({ ...draft19, ...schemas }, { a: 1, b: 1 })).toBe(false)
    expect(await fits({ ...draft19, ...schemas }, { a: 1, c: 1 })).toBe(false)
  })

  it('changes neither schema nor value', async () => {
    const schema = { type: 'object', properties: { a: { type: 'number', default: 5 } }, $id: 'x' }
    const value = { b: '5', c: { d: [1] } }
    const before = structuredClone({ schema, value })
    await validator.validate(schema, value)
    expect({ schema, value }).toEqual(before)
  })

  it.each([
    null,
    undefined,
    42,
    'text',
    '{"type":"object"}',
    [],
    () => 1,
    { properties: { a: Symbol('x') } },
  ])('refuses %o as a schema with a typed error', async (schema) => {
    await expect(validator.validate(schema, {})).rejects.toThrow(InvalidSchemaError)
  })

  it.each([
    { type: 'strng' },
    { type: 42 },
    { properties: 5 },
    { required: 'name' },
    { items: 'string' },
    { enum: 'a' },
    { minLength: -1 },
    { anyOf: [] },
    { nullable: true },
    { $async: true },
    { id: 5, $id: 5, $anchor: 5 },
  ])('stays usable with the garbage %o inside', async (schema) => {
    expect(await fits(schema, {})).toBe(true)
  })

  it('blocks a reference to another document and follows one into its own', async () => {
    const external = { $ref: 'https://example.com/schema.json' }
    await expect(validator.validate(external, {})).rejects.toThrow(ExternalRefError)
    const local = { $ref: '#/$defs/name', $defs: { name: { type: 'string' } } }
    expect(await fits(local, 'x')).toBe(true)
    expect(await fits(local, 5)).toBe(false)
    await expect(validator.validate({ $ref: '#/$defs/none' }, {})).rejects.toThrow(UnsafeSchemaError)
  })
})

describe('validate', () => {
  it('accepts boolean schemas', async () => {
    expect(await fits(true, 5)).toBe(true)
    expect(await fits(false, 5)).toBe(false)
  })

  it('tells the first fault where all of them cannot be found', async () => {
    const forbidden = { patternProperties: { '^a': false } }
    const schema = { allOf: [{ dependentSchemas: { b: forbidden } }, {}], ...forbidden }
    const result = await validator.validate(schema, { a: [] })
    expect(result.valid ? [] : result.issues.map(({ path }) => path)).toEqual(['/a'])
  })

  it('checks formats, and takes unknown ones for annotations', async () => {
    expect(await fits({ format: 'date' }, '2024-02-30')).toBe(false)
    expect(await fits({ format: 'url' }, 'https://example.com/a?b#c')).toBe(true)
    expect(await fits({ format: 'url' }, 'example.com')).toBe(false)
    expect(await fits({ format: 'int32' }, 2 ** 31)).toBe(false)
    expect(await fits({ format: 'file-path' }, 'anything')).toBe(true)
  })

  it('reads nullable as OpenAPI means it', async () => {
    expect(await fits({ type: 'string', nullable: true }, null)).toBe(true)
    expect(await fits({ type: 'string', nullable: false }, null)).toBe(false)
  })

  it('takes decimal fractions for multiples of decimal fractions', async () => {
    expect(await fits({ multipleOf: 0.01 }, 19.99)).toBe(true)
    expect(await fits({ multipleOf: 0.01 }, 19.995)).toBe(false)
  })

  it('compares as JSON does', async () => {
    expect(await fits({ const: { a: 1, b: [2] } }, { b: [2], a: 1 })).toBe(true)
    expect(await fits({ enum: [[1, 2], { x: 1 }] }, [2, 1])).toBe(false)
    expect(
      await fits({ uniqueItems: true }, [
        { a: 1, b: 2 },
        { b: 2, a: 1 },
      ]),
    ).toBe(false)
    expect(await fits({ uniqueItems: true }, [1, '1', true, null, [1]])).toBe(true)
    expect(await fits({ enum: [0] }, -0)).toBe(true)
  })

  it('gives frozen results', async () => {
    const result = await validator.validate({ type: 'string' }, 5)
    expect(Object.isFrozen(result)).toBe(true)
    expect(Object.isFrozen(result.unchecked)).toBe(true)
    if (!result.valid) expect(result.issues.every(Object.isFrozen)).toBe(true)
  })

  it('answers many at a time about one schema and about several', async () => {
    const schemas = Array.from({ length: 20 }, (_, i) => ({ type: 'object', required: [`p${i % 5}`] }))
    const results = await Promise.all(schemas.map((schema, i) => fits(schema, { [`p${i % 4}`]: 1 })))
    expect(results).toEqual(schemas.map((_, i) => i % 5 === i % 4))
  })

  it('tells ahead of the first value what it will not check', async () => {
    expect(await validator.inspect({ type: 'string' })).toEqual([])
    expect(await validator.inspect({ pattern: '(?=x)' })).toMatchObject([{ path: '', keyword: 'pattern' }])
    const partly = { properties: { a: { type: 'any' } }, not: { pattern: '(?=x)' } }
    const { unchecked } = await validator.validate(partly, {})
    expect(unchecked.map(({ reason }) => reason)).toEqual(['malformed', 'depends', 'pattern'])
    expect(await validator.inspect(partly)).toEqual(unchecked)
    await expect(validator.inspect({ $ref: 'https://example.com/s' })).rejects.toMatchObject({
      code: 'EXTERNAL_REF',
    })
    const cache = new LruCache<CompiledSchema>(1)
    await createBoundedValidator({}, cache).inspect(partly)
    expect(cache.size).toBe(0)
  })

  it('names the option that was meant', () => {
    for (const call of [
      () => describeSchema({}, { maxDeph: 1 } as object),
      () => formatSignature({ name: 't', inputSchema: {} }, { maxDeph: 1 } as object),
    ]) {
      expect(call).toThrow(TypeError)
      expect(call).toThrow(/did you mean max/)
    }
  })

  it('takes 0 for none, never for unlimited', async () => {
    const value = { a: 1 }
    const schema = { type: 'object' }
    const result = async (options: object) => createBoundedValidator(options).validate(schema, value)
    expect(await result({ maxValueBytes: 0 })).toMatchObject({ issues: [{ keyword: 'bytes' }] })
    expect(await result({ maxValueDepth: 0 })).toMatchObject({ issues: [{ keyword: 'depth' }] })
    expect(await result({ maxSteps: 0 })).toMatchObject({ valid: true, unchecked: [{ reason: 'work' }] })
    expect(await result({ maxCachedSchemas: 0 })).toEqual({ valid: true, unchecked: [] })
  })
})
