import type { JsonObject } from '@toolscout/model'
import { describe, expect, it } from 'vitest'
import { createSchemaValidator } from '../validator.ts'

const validator = createSchemaValidator()
/** A pattern the linear engine does not run. */
const unknown = { pattern: '^(?=a)' }

async function unchecked(schema: JsonObject): Promise<string[]> {
  return (await validator.inspect(schema)).map(({ path, keyword, reason }) => `${path} ${keyword}: ${reason}`)
}

async function fits(schema: JsonObject, value: unknown): Promise<boolean> {
  return (await validator.validate(schema, value)).valid
}

describe('T02: a schema that is checked in part', () => {
  it('applies everything beside the keyword that was left out', async () => {
    const schema = { properties: { a: { type: 'string', maxLength: 3, ...unknown } } }
    expect(await unchecked(schema)).toEqual(['/properties/a pattern: pattern'])
    expect(await fits(schema, { a: 'xyz' })).toBe(true)
    expect(await fits(schema, { a: 'long' })).toBe(false)
    expect(await fits(schema, { a: 5 })).toBe(false)
  })

  it('never holds against a value what it cannot check', async () => {
    expect(await fits({ not: unknown }, 'b')).toBe(true)
    expect(await fits({ not: { not: unknown } }, 'ab')).toBe(true)
    expect(await fits({ if: unknown, else: false }, 'b')).toBe(true)
    // biome-ignore lint/suspicious/noThenProperty: the keyword is called that
    expect(await fits({ if: unknown, then: false }, 'b')).toBe(true)
    expect(await fits({ oneOf: [unknown, { type: 'string' }] }, 'b')).toBe(true)
    expect(await fits({ contains: unknown, maxContains: 1 }, ['a', 'b'])).toBe(true)
    expect(await fits({ $ref: '#/$defs/a', $defs: { a: { not: { items: unknown } } } }, ['b'])).toBe(true)
  })

  it('still asks that one branch fits where "exactly one" cannot be told', async () => {
    const schema = { oneOf: [{ type: 'string', ...unknown }, { type: 'null' }] }
    expect(await unchecked(schema)).toContain(' oneOf: depends')
    expect(await fits(schema, 5)).toBe(false)
    expect(await fits(schema, 'b')).toBe(true)
  })

  it('keeps anyOf beside a weakened oneOf', async () => {
    const schema = { anyOf: [{ type: 'string' }], oneOf: [unknown, { maxLength: 1 }] }
    expect(await fits(schema, 5)).toBe(false)
    expect(await fits(schema, 'b')).toBe(true)
  })

  it('lets go of unknown names when it cannot tell which are known', async () => {
    const schema = {
      patternProperties: { '^(?!x)': { type: 'number' }, '^n': { type: 'number' } },
      additionalProperties: false,
    }
    expect(await unchecked(schema)).toEqual([' patternProperties: pattern', ' additionalProperties: depends'])
    expect(await fits(schema, { anything: 'x' })).toBe(true)
    expect(await fits(schema, { n: 'x' })).toBe(false)
    const outer = { allOf: [schema], unevaluatedProperties: false }
    expect(await fits(outer, { anything: 'x' })).toBe(true)
  })

  it('lets go of the neighbours of a malformed keyword', async () => {
    expect(await fits({ properties: ['a'], additionalProperties: false }, { a: 1 })).toBe(true)
    expect(await fits({ prefixItems: 5, items: false }, [1])).toBe(true)
    expect(await fits({ oneOf: [5, { type: 'string' }] }, 'a')).toBe(true)
  })

  it('leaves definitions that nobody uses out of account', async () => {
    const schema = { $defs: { a: unknown }, not: { type: 'string' } }
    expect(await unchecked(schema)).toEqual(['/$defs/a pattern: pattern'])
    expect(await fits(schema, 'x')).toBe(false)
  })

  it('compiles patterns within one allowance for the whole schema', async () => {
    const properties = Object.fromEntries(
      Array.from({ length: 8 }, (_, i) => [`p${i}`, { pattern: `^[a-z]{1,${900 + i}}$` }]),
    )
    const left = await unchecked({ properties })
    expect(left).toHaveLength(3)
    expect(left[0]).toBe('/properties/p5 pattern: pattern')
  })
})
