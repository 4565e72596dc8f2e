import type { JsonObject, JsonValue } from '@toolscout/model'
import { copyJson } from '@toolscout/model/internal'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { CompiledSchema } from './compile/compile-schema.ts'
import { arbitrarySchema } from './fixtures/arbitrary-schema.ts'
import { passGate } from './gate/gate.ts'
import {
  createBoundedValidator,
  createSchemaValidator,
  LruCache,
  MAX_CACHED_SCHEMAS,
  VALIDATOR_BOUNDS,
} from './validator.ts'

function times<Item>(count: number, make: (i: number) => Item): Item[] {
  return Array.from({ length: count }, (_, i) => make(i))
}

/** The outcome of one check with its count of steps, which is the same on every machine. */
async function check(schema: unknown, value: JsonValue, maxSteps: number = VALIDATOR_BOUNDS.maxSteps) {
  const { compileSchema } = await import('./compile/compile-schema.ts')
  return compileSchema(passGate(schema)).check(value, maxSteps)
}

describe('T02: patterns and formats', () => {
  const validator = createSchemaValidator()

  it('answers at once for ^(a+)+$ and a long text', async () => {
    const schema = { pattern: '^(a+)+$' }
    expect(await validator.validate(schema, `${'a'.repeat(50_000)}!`)).toMatchObject({ valid: false })
    expect(await validator.validate(schema, 'a'.repeat(50_000))).toEqual({ valid: true, unchecked: [] })
  })

  it('does the same for patterns of names', async () => {
    const schema = { patternProperties: { '^(a+)+$': { type: 'number' } }, additionalProperties: false }
    const name = 'a'.repeat(10_000)
    expect(await validator.validate(schema, { [name]: 1 })).toMatchObject({ valid: true })
    expect(await validator.validate(schema, { [`${name}!`]: 1 })).toMatchObject({ valid: false })
  })

  it('pays for a pattern by text and atoms, so that a costly one ends in "unchecked"', async () => {
    const schema = { pattern: '(a?){500}a{500}' }
    expect(await check(schema, 'a'.repeat(10_000))).toEqual({ verdict: 'unknown', reason: 'work' })
    expect(await validator.validate(schema, 'a'.repeat(10_000))).toMatchObject({
      valid: true,
      unchecked: [{ path: '', keyword: '', reason: 'work' }],
    })
  })

  it('parses a hostile url in linear time', async () => {
    const url = `http://a${':'.repeat(200_000)}`
    expect(await validator.validate({ format: 'url' }, url)).toMatchObject({ valid: false })
  })

  it('pays for a format by the length of the text', async () => {
    const outcome = await check({ format: 'date-time' }, 't'.repeat(1_000))
    expect(outcome).toMatchObject({ verdict: 'fails', steps: 1_001 })
  })
})

describe('T03: work', () => {
  it('stops a check that doubles with every level of the value', async () => {
    const twice = { properties: { a: { $ref: '#/$defs/n' } } }
    const schema = { $ref: '#/$defs/n', $defs: { n: { allOf: [twice, twice] } } }
    const value = times(60, (i) => i).reduce<JsonValue>((inner) => ({ a: inner }), {})
    expect(await check(schema, value)).toEqual({ verdict: 'unknown', reason: 'work' })
  })

  it('survives a chain of references that fills the stack', async () => {
    const $defs: Record<string, JsonValue> = { d190: { properties: { a: { $ref: '#/$defs/d0' } } } }
    for (let i = 0; i < 190; i += 1) $defs[`d${i}`] = { $ref: `#/$defs/d${i + 1}`, minProperties: 0 }
    const value = times(62, (i) => i).reduce<JsonValue>((inner) => ({ a: inner }), {})
    expect((await check({ $ref: '#/$defs/d0', $defs }, value)).verdict).not.toBe('fails')
  })

  it('takes few steps for what tools usually ask', async () => {
    const schema = {
      type: 'object',
      properties: {
        title: { type: 'string', maxLength: 256 },
        labels: { type: 'array', items: { type: 'string' } },
        state: { enum: ['open', 'closed'] },
      },
      required: ['title'],
      additionalProperties: false,
    }
    const value = { title: 'x', labels: ['a', 'b'], state: 'open' }
    expect(await check(schema, value)).toMatchObject({ verdict: 'fits', steps: 32 })
  })

  it('pays for each member, item and branch that is looked at', async () => {
    const members = Object.fromEntries(times(1_000, (i) => [`p${i}`, 1]))
    const union = { anyOf: times(50, (i) => ({ required: [`q${i}`], additionalProperties: false })) }
    const steps = async (schema: JsonObject, value: JsonValue) => {
      const outcome = await check(schema, value)
      return outcome.verdict === 'unknown' ? Number.NaN : outcome.steps
    }
    expect(await steps({ additionalProperties: false }, members)).toBeGreaterThan(1_000)
    expect(await steps(union, members)).toBeGreaterThan(50_000)
    expect(
      await steps(
        { items: { type: 'number' } },
        times(1_000, (i) => i),
      ),
    ).toBeGreaterThan(1_000)
    expect(
      await steps(
        { uniqueItems: true },
        times(1_000, (i) => i),
      ),
    ).toBeGreaterThan(10_000)
  })

  it('says that a value was not checked, and never that it is wrong for that', async () => {
    const validator = createBoundedValidator({ maxSteps: 100 })
    const result = await validator.validate(
      { items: { type: 'number' } },
      times(200, (i) => i),
    )
    expect(result).toMatchObject({
      valid: true,
      unchecked: [{ path: '', keyword: '', reason: 'work', message: expect.stringContaining('100 steps') }],
    })
  })
})

describe('T04: validators do not meet', () => {
  it('checks two tools with one $id and opposite schemas each by its own', async () => {
    const validator = createSchemaValidator()
    const loose = { $id: 'https://example.com/tool', type: 'object' }
    const strict = { ...loose, required: ['confirm'] }
    const verdicts = async (schema: JsonObject) => (await validator.validate(schema, {})).valid
    expect([await verdicts(loose), await verdicts(strict), await verdicts(loose)]).toEqual([
      true,
      false,
      true,
    ])
  })

  it('sees that a definition changed under the same $id and in the same object', async () => {
    const validator = createSchemaValidator()
    const schema: { $id: string; type: string } = { $id: 'tool', type: 'string' }
    expect((await validator.validate(schema, 'x')).valid).toBe(true)
    schema.type = 'number'
    expect((await validator.validate(schema, 'x')).valid).toBe(false)
  })

  it.each(['$id', 'id', '$anchor', '$dynamicAnchor'])('is not confused by a hostile %s', async (keyword) => {
    const validator = createSchemaValidator()
    const ids = ['https://json-schema.org/draft/2020-12/schema', '#', '', 'schema', '#/$defs/d1', '__proto__']
    for (const id of ids) {
      const schema = { [keyword]: id, properties: { a: { [keyword]: id, type: 'string' } } }
      expect((await validator.validate(schema, { a: 1 })).valid).toBe(false)
      expect((await validator.validate(schema, { a: 'x' })).valid).toBe(true)
    }
  })

  it('finds a schema again whatever the order of its members', async () => {
    const cache = new LruCache<CompiledSchema>(9)
    const validator = createBoundedValidator({}, cache)
    await validator.validate({ type: 'object', required: ['a'] }, {})
    await validator.validate({ required: ['a'], type: 'object' }, {})
    expect(cache.size).toBe(1)
  })

  it('does not pile up small schemas', async () => {
    const cache = new LruCache<CompiledSchema>(30)
    const validator = createBoundedValidator({}, cache)
    for (let i = 0; i < 300; i += 1) await validator.validate({ const: i }, i)
    expect(cache.size).toBe(30)
    expect(MAX_CACHED_SCHEMAS).toBe(500)
  })

  it('does not let one broken schema spoil another', async () => {
    const validator = createSchemaValidator()
    const results = await Promise.allSettled(
      times(20, (i) => validator.validate(i === 7 ? { $ref: '#/none' } : { minimum: i }, 10)),
    )
    expect(results.filter(({ status }) => status === 'rejected')).toHaveLength(1)
  })
})

describe('T05: big values', () => {
  const validator = createSchemaValidator()

  it('refuses more than 1 MiB with one clear issue', async () => {
    const result = await validator.validate({}, { text: 'x'.repeat(1_048_577) })
    expect(result).toMatchObject({
      valid: false,
      issues: [{ path: '', keyword: 'bytes', message: expect.stringContaining('1048576 bytes') }],
    })
  })

  it('refuses 500 levels with one clear issue', async () => {
    const value = times(500, (i) => i).reduce<JsonValue>((inner) => [inner], 1)
    const result = await validator.validate({}, value)
    expect(result).toMatchObject({ valid: false, issues: [{ keyword: 'depth' }] })
  })

  it('gives few short issues for 350,000 faults', async () => {
    const schema = { type: 'array', items: { type: 'string' } }
    const result = await validator.validate(
      schema,
      times(350_000, () => 1),
    )
    if (result.valid) throw new TypeError('350,000 numbers are no texts')
    expect(result.issues.length).toBeLessThanOrEqual(10)
    for (const { message } of result.issues) expect([...message].length).toBeLessThanOrEqual(200)
  })

  it('refuses what is no JSON', async () => {
    const cyclic: { self?: unknown } = {}
    cyclic.self = cyclic
    for (const [value, keyword] of [
      [{ a: () => 1 }, 'json'],
      [{ a: 1n }, 'json'],
      [Number.NaN, 'json'],
      [cyclic, 'depth'],
    ]) {
      expect(await validator.validate({}, value)).toMatchObject({ valid: false, issues: [{ keyword }] })
    }
  })
})

describe('T06: arguments', () => {
  it('are deep-equal before and after, and may be frozen', async () => {
    const validator = createBoundedValidator({}, new LruCache(0))
    const schema = arbitrarySchema(fc.constantFrom<JsonObject>({}, { default: 5 }, { default: { a: [] } }))
    await fc.assert(
      fc.asyncProperty(schema, fc.jsonValue(), async (given, value) => {
        const args = { value } as JsonObject
        const before = structuredClone(args)
        await validator.validate(given, args).catch(() => undefined)
        expect(args).toEqual(before)
        const frozen = JSON.stringify(value).includes('__proto__') ? {} : copyJson(args)
        await validator.validate(given, frozen).catch(() => undefined)
      }),
      { numRuns: 200 },
    )
  })
})

describe('T07: evil names', () => {
  const validator = createSchemaValidator()
  const names = [
    '__proto__',
    'constructor',
    'prototype',
    'toString',
    'valueOf',
    'hasOwnProperty',
    'then',
    '$ref',
  ]

  it.each(names.slice(1))('checks an argument named %s like any other', async (name) => {
    const schema = {
      properties: { [name]: { type: 'string' } },
      required: [name],
      additionalProperties: false,
    }
    const verdict = async (value: unknown) => (await validator.validate(schema, value)).valid
    expect(await verdict({})).toBe(false)
    expect(await verdict({ [name]: 5 })).toBe(false)
    expect(await verdict({ [name]: 'x' })).toBe(true)
    expect(await verdict({ [name]: 'x', other: 1 })).toBe(false)
  })

  it.each(names)('never finds %s on a prototype', async (name) => {
    expect((await validator.validate({ required: [name] }, {})).valid).toBe(false)
    expect((await validator.validate({ dependentRequired: { [name]: ['a'] } }, {})).valid).toBe(true)
    const strict = { properties: { a: true }, additionalProperties: false }
    const value = JSON.parse(`{"${name}": 1}`)
    expect(await validator.validate(strict, value)).toMatchObject({ issues: [{ path: `/${name}` }] })
  })

  it.each(names)('compares values with a member named %s', async (name) => {
    const value = JSON.parse(`{"${name}": 1}`)
    const schema = { enum: [{ b: 1 }], uniqueItems: true }
    expect((await validator.validate(schema, value)).valid).toBe(false)
    expect((await validator.validate({ uniqueItems: true }, [value, { ...value, b: 1 }])).valid).toBe(true)
  })

  it('leaves every prototype as it was', async () => {
    const before = Object.getOwnPropertyNames(Object.prototype).sort()
    const value = JSON.parse(
      '{"__proto__": {"polluted": true}, "constructor": {"prototype": {"polluted": true}}}',
    )
    await validator.validate({ type: 'object', additionalProperties: { type: 'object' } }, value)
    expect(Object.getOwnPropertyNames(Object.prototype).sort()).toEqual(before)
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
  })
})
