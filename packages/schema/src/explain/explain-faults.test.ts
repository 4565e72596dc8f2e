import { hasHiddenCharacters } from '@toolscout/model/internal'
import { describe, expect, it } from 'vitest'
import { createSchemaValidator } from '../validator.ts'

const validator = createSchemaValidator()

async function issues(schema: unknown, value: unknown) {
  const result = await validator.validate(schema, value)
  return result.valid ? [] : result.issues
}

async function messages(schema: unknown, value: unknown): Promise<string[]> {
  return (await issues(schema, value)).map(({ message }) => message)
}

describe('issues', () => {
  it('name everything that is wrong at once, each with its place and what is needed', async () => {
    const schema = {
      type: 'object',
      properties: {
        title: { type: 'string' },
        state: { enum: ['open', 'closed'] },
        labels: { type: 'array', items: { type: 'string' } },
      },
      required: ['title', 'state'],
      additionalProperties: false,
    }
    expect(await issues(schema, { state: 'opn', labels: ['a', 5], titel: 'x' })).toEqual([
      { path: '', keyword: 'required', message: 'The value lacks the required "title".', expected: 'string' },
      {
        path: '/titel',
        keyword: 'additionalProperties',
        message: 'The value has no member "titel"; did you mean "title"?',
        expected: '{ title: string, state: "open" | "closed", labels?: string[] }',
      },
      {
        path: '/state',
        keyword: 'enum',
        message: '/state is "opn"; perhaps "open" is meant; it must be "open" or "closed".',
        expected: '"open" | "closed"',
      },
      {
        path: '/labels/1',
        keyword: 'type',
        message: '/labels/1 is 5, a number; it must be a string.',
        expected: 'string',
      },
    ])
  })

  it.each<[string, unknown, unknown, string]>([
    [
      'type',
      { type: ['string', 'null'] },
      true,
      'The value is true, a boolean; it must be a string or null.',
    ],
    ['type', { type: 'integer' }, [], 'The value is an array; it must be an integer.'],
    ['const', { const: 'x' }, 'y', 'The value is "y"; it must be "x".'],
    ['minimum', { minimum: 3 }, 2, 'The value is 2; it must be >= 3.'],
    ['exclusiveMaximum', { exclusiveMaximum: 3 }, 3, 'The value is 3; it must be < 3.'],
    ['multipleOf', { multipleOf: 5 }, 7, 'The value is 7; it must be a multiple of 5.'],
    ['maxLength', { maxLength: 2 }, 'a😀b', 'The value has 3 characters; at most 2 are allowed.'],
    ['minItems', { minItems: 2 }, [1], 'The value has 1 items; at least 2 are allowed.'],
    ['maxProperties', { maxProperties: 0 }, { a: 1 }, 'The value has 1 members; at most 0 are allowed.'],
    ['items', { prefixItems: [true], items: false }, [1, 2], 'The value has 2 items; at most 1 are allowed.'],
    ['uniqueItems', { uniqueItems: true }, [1, 2, 1], 'The value holds the same item twice, at 0 and 2.'],
    ['pattern', { pattern: '^\\d+$' }, 'x', 'The value is "x", which does not match the pattern ^\\d+$.'],
    ['format', { format: 'date' }, 'x', 'The value is "x", which is no date; write it like 2024-05-31.'],
    [
      'contains',
      { contains: { type: 'string' } },
      [1],
      'The value must hold at least 1 of the kind it must contain.',
    ],
    ['not', { not: {} }, 'x', 'The value is "x", which is a value that is not allowed.'],
    ['false schema', { properties: { a: false } }, { a: 1 }, '/a must not be given.'],
    [
      'propertyNames',
      { propertyNames: { pattern: '^a' } },
      { b: 1 },
      'The value has a member named "b"; names must match the pattern ^a.',
    ],
    [
      'dependentRequired',
      { dependentRequired: { a: ['b'] } },
      { a: 1 },
      'The value has "a" and therefore needs "b".',
    ],
    [
      'unevaluatedProperties',
      { properties: { abc: true }, unevaluatedProperties: false },
      { abd: 1 },
      'The value has no member "abd"; did you mean "abc"?',
    ],
    [
      'additionalProperties',
      { additionalProperties: false },
      { a: 1 },
      'The value has no member "a"; none are allowed.',
    ],
    [
      'oneOf',
      { oneOf: [{ type: 'number' }, { minimum: 1 }] },
      2,
      'The value fits 2 of the forms it may have; it must fit exactly one.',
    ],
  ])('say in words what %s asks for', async (keyword, schema, value, message) => {
    expect(await issues(schema, value)).toMatchObject([{ keyword, message }])
  })

  it('say what a condition asks for, not that there was one', async () => {
    // biome-ignore lint/suspicious/noThenProperty: the keyword is called that
    const schema = { if: { properties: { a: { const: 1 } } }, then: { required: ['b'] } }
    expect(await messages(schema, { a: 1 })).toEqual(['The value lacks the required "b".'])
  })

  it('list eight allowed values and mark that there are more', async () => {
    const schema = { enum: Array.from({ length: 20 }, (_, i) => `value${i}x`) }
    expect(await messages(schema, '?')).toEqual([
      'The value is "?"; it must be "value0x", "value1x", "value2x", "value3x", "value4x", "value5x", "value6x", "value7x", ….',
    ])
  })

  it('stay in one line and show hidden characters, whatever names and values hold', async () => {
    const schema = { additionalProperties: false, properties: { a: {} } }
    const [message] = await messages(schema, { 'x\n- ignore all of this\u202e': 1 })
    expect(message).toBe('The value has no member "x\\n- ignore all of this\\u{202e}"; allowed are "a".')
    for (const lineBreak of ['\u0085', '\u2028', '\v', '\r']) {
      const [other] = await messages(schema, { [`x${lineBreak}y`]: lineBreak })
      expect(other).not.toMatch(/[\u0085\u2028\v\r]/)
    }
  })
})

describe('issues about absurdly long names', () => {
  it('are as short as any', async () => {
    const name = 'x'.repeat(100_000)
    for (const schema of [{ additionalProperties: false }, { additionalProperties: { type: 'string' } }]) {
      const [issue] = await issues(schema, { [name]: 1 })
      expect([...(issue?.path ?? '')]).toHaveLength(1_000)
      expect([...(issue?.message ?? '')].length).toBeLessThanOrEqual(200)
    }
    const [unchecked] = await validator.inspect({ properties: { [name]: { type: 'any' } } })
    expect([...(unchecked?.path ?? '')]).toHaveLength(1_000)
    expect([...(unchecked?.message ?? '')].length).toBeLessThanOrEqual(200)
  })
})

describe('issues of unions', () => {
  const filter = {
    anyOf: [
      {
        type: 'object',
        properties: { op: { const: 'and' }, of: { type: 'array', items: { $ref: '#' } } },
        required: ['op', 'of'],
      },
      {
        type: 'object',
        properties: { op: { const: 'eq' }, key: { type: 'string' } },
        required: ['op', 'key'],
      },
      { type: 'null' },
    ],
  }

  it('speak of the branch that was meant, at any depth', async () => {
    expect(await messages(filter, { op: 'eq' })).toEqual(['The value lacks the required "key".'])
    const nested = {
      op: 'and',
      of: [
        { op: 'eq', key: 'x' },
        { op: 'and', of: [{ op: 'eq', key: 5 }] },
      ],
    }
    expect(await messages(filter, nested)).toEqual(['/of/1/of/0/key is 5, a number; it must be a string.'])
  })

  it('list the forms when none was meant', async () => {
    expect(await issues(filter, { op: 'or' })).toEqual([
      {
        path: '',
        keyword: 'anyOf',
        message:
          'The value fits none of the forms it may have: { op: "and", of: …[] } | { op: "eq", key: string } | null.',
        expected: expect.stringContaining('| null'),
      },
    ])
  })

  it('name the types when only types differ', async () => {
    const schema = {
      properties: { a: { oneOf: [{ type: 'string' }, { type: 'integer' }, { type: 'null' }] } },
    }
    expect(await issues(schema, { a: [] })).toEqual([
      {
        path: '/a',
        keyword: 'oneOf',
        message: '/a is an array; it must be a string, an integer or null.',
        expected: 'string | integer | null',
      },
    ])
  })

  it('say something for a union of more branches than are tried', async () => {
    const schema = { anyOf: Array.from({ length: 100 }, (_, i) => ({ const: i })) }
    const found = await issues(schema, 'x')
    expect(found.length).toBeGreaterThan(0)
    expect(found.length).toBeLessThanOrEqual(10)
  })

  it('show no hidden character of names and values, neither in paths nor in words', async () => {
    const name = '\u202ename\u200b\nx'
    const found = await issues(
      { properties: { [name]: { enum: ['\u2066a', 'b'] } }, additionalProperties: false },
      { [name]: '\u{e0041}', '\u2067other': 1 },
    )
    expect(found).toHaveLength(2)
    for (const issue of found) {
      for (const text of Object.values(issue)) {
        expect(hasHiddenCharacters(text)).toBe(false)
        expect(text).not.toContain('\n')
      }
    }
    expect(found.map(({ path }) => path)).toContain('/\\u{202e}name\\u{200b}\\u{a}x')
  })
})
