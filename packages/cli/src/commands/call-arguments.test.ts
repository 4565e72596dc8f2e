import { expect, it } from 'vitest'
import { readArguments, readPairs } from './call-arguments.ts'

const schema = {
  type: 'object',
  properties: {
    text: { type: 'string' },
    count: { type: 'integer' },
    tags: { type: 'array', items: { type: 'string' } },
    sizes: { type: 'array', items: { type: 'number' } },
    nested: { type: 'object', properties: { deep: { type: 'string' }, on: { type: 'boolean' } } },
    'dotted.name': { type: 'string' },
    choice: { enum: ['1', '2'] },
    either: { type: ['string', 'null'] },
  },
}
const stdin = async (): Promise<string> => '{"text":"from stdin"}'

it('reads values as the schema wants them', () => {
  expect(
    readPairs(['text=12', 'count=12', 'choice=1', 'either=null', 'free={"a":1}', 'word=abc'], schema),
  ).toEqual({
    text: '12',
    count: 12,
    choice: '1',
    either: null,
    free: { a: 1 },
    word: 'abc',
  })
})

it('makes a list of what is given again, and of one value where a list is wanted', () => {
  expect(readPairs(['tags=a', 'tags=b', 'sizes=3', 'sizes=4.5'], schema)).toEqual({
    tags: ['a', 'b'],
    sizes: [3, 4.5],
  })
  expect(readPairs(['tags=["x","y"]', 'other=1', 'other=2'], schema)).toEqual({
    tags: ['x', 'y'],
    other: [1, 2],
  })
})

it('goes down with dots, unless a property has that very name', () => {
  expect(readPairs(['nested.deep=1', 'nested.on=true', 'dotted.name=x', 'a.b.c=1'], schema)).toEqual({
    nested: { deep: '1', on: true },
    'dotted.name': 'x',
    a: { b: { c: 1 } },
  })
})

it('keeps members that objects have anyway apart', () => {
  const args = readPairs(['__proto__.polluted=1', 'constructor=2'], schema)
  expect(Object.hasOwn(args, '__proto__')).toBe(true)
  expect(Reflect.get({}, 'polluted')).toBeUndefined()
})

it('takes a value that holds an equals sign', () => {
  expect(readPairs(['text=a=b'], schema)).toEqual({ text: 'a=b' })
})

it('reads JSON from the command line and from stdin', async () => {
  await expect(readArguments({ json: '{"a":1}', pairs: [] }, schema, stdin)).resolves.toEqual({ a: 1 })
  await expect(readArguments({ json: '-', pairs: [] }, schema, stdin)).resolves.toEqual({
    text: 'from stdin',
  })
})

it.each([
  [{ pairs: ['novalue'] }, /"novalue" is not an argument; write key=value/],
  [{ pairs: ['=1'] }, /"=1" is not an argument/],
  [{ pairs: ['{"a":1}'] }, /write --args before JSON/],
  [{ json: '{', pairs: [] }, /--args is not JSON/],
  [{ json: '[1]', pairs: [] }, /an object such as/],
  [{ json: '{}', pairs: ['a=1'] }, /not as both/],
  [{ pairs: ['a=1', 'a.b=2'] }, /goes below "a", which has a value already/],
])('refuses what cannot be meant: %j', async (given, message) => {
  await expect(readArguments(given, schema, stdin)).rejects.toThrow(message)
  await expect(readArguments(given, schema, stdin)).rejects.toMatchObject({ code: 'CLI_USAGE' })
})
