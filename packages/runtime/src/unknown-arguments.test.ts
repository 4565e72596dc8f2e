import type { JsonObject } from '@toolscout/model'
import { beforeAll, describe, expect, it } from 'vitest'
import { UNKNOWN_META_KEY } from './check-arguments.ts'
import { loadCalls, textOf, tool } from './fixtures/tools.ts'
import { createToolbox } from './index.ts'

beforeAll(loadCalls)

const properties = { labels: { type: 'string' }, repo: { type: 'string' } }

async function call(schema: JsonObject, args: object) {
  const box = createToolbox()
  const runs: unknown[] = []
  const execute = (given: unknown): string => {
    runs.push(given)
    return 'done'
  }
  box.register([tool('list', { inputSchema: { type: 'object', ...schema }, execute })])
  const result = await box.call('list', args)
  return { text: textOf(result), result, runs }
}

describe('an argument that the schema does not know', () => {
  it('is passed on, and named once below the answer, with the name that may be meant', async () => {
    const { text, result, runs } = await call({ properties }, { repo: 'a', labls: 'bug', whatever: 1 })
    expect(text).toBe(
      'done\nNote: the tool names no argument "labls" (perhaps "labels" is meant) or "whatever". It may have been ignored.',
    )
    expect(runs).toEqual([{ repo: 'a', labls: 'bug', whatever: 1 }])
    expect(result._meta).toEqual({
      [UNKNOWN_META_KEY]: [{ name: 'labls', nearest: 'labels' }, { name: 'whatever' }],
    })
  })

  it('is refused with the nearest name where the schema forbids it', async () => {
    const { text, runs } = await call({ properties, additionalProperties: false }, { labls: 'bug' })
    expect(text).toContain('has no member "labls"; did you mean "labels"?')
    expect(runs).toEqual([])
  })

  it('is bounded: three of them, 40 characters each, nothing hidden', async () => {
    const many = Object.fromEntries(
      Array.from({ length: 50 }, (_, i) => [`${i}\u202e\n${'x'.repeat(9_000)}`, i]),
    )
    const { text, result } = await call({ properties }, many)
    expect(text.split('\n')).toHaveLength(2)
    expect(text.length).toBeLessThanOrEqual(300)
    expect(text).not.toContain('\u202e')
    expect(result._meta?.[UNKNOWN_META_KEY]).toHaveLength(3)
  })

  it('is said once where another gateway has said it', async () => {
    const note = 'Note: the tool names no argument "x". It may have been ignored.'
    const box = createToolbox()
    box.register([tool('list', { inputSchema: { type: 'object', properties }, execute: () => note })])
    expect(textOf(await box.call('list', { x: 1 }))).toBe(note)
  })
})

describe('nothing is said', () => {
  it.each<[string, JsonObject]>([
    ['names nothing', {}],
    ['names nothing in a list of members', { properties: {} }],
    ['takes any others', { properties, additionalProperties: true }],
    ['says what others are', { properties, additionalProperties: { type: 'integer' } }],
    ['says how others are called', { properties, patternProperties: { '^x': {} } }],
    ['has more in a part', { properties, allOf: [{ properties: { x: {} } }] }],
    ['has alternatives', { properties, anyOf: [{ required: ['x'] }, {}] }],
    ['refers to more', { properties, $ref: '#/$defs/more', $defs: { more: {} } }],
  ])('of a schema that %s', async (_, schema) => {
    const { text, result } = await call(schema, { x: 1 })
    expect([text, result._meta]).toEqual(['done', undefined])
  })

  it('of a member of an argument that is an object', async () => {
    const { text } = await call({ properties: { data: { type: 'object' } } }, { data: { anything: 1 } })
    expect(text).toBe('done')
  })
})
