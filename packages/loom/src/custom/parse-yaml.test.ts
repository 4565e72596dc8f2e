import fc from 'fast-check'
import { expect, it } from 'vitest'
import { CustomToolError } from '../errors.ts'
import { parseYaml } from './parse-yaml.ts'

const parse = (text: string): unknown =>
  parseYaml(text, (why) => new CustomToolError(why, { file: 'a.yaml', path: '' }))
const bomb = (levels: number): string =>
  Array.from(
    { length: levels },
    (_, i) => `a${i}: &a${i} [${Array.from({ length: 9 }, () => (i === 0 ? 'x' : `*a${i - 1}`)).join(', ')}]`,
  ).join('\n')
const entities = `a: &a [${'x, '.repeat(5_000)}]\nb: [${'*a, '.repeat(5_000)}]`

it('reads YAML 1.2 as JSON', () => {
  expect(parse('a: no\nb: 0o17\nc: [1, ~, "x"]\nd: &d { e: 1.5 }\nf: *d')).toEqual({
    a: 'no',
    b: 15,
    c: [1, null, 'x'],
    d: { e: 1.5 },
    f: { e: 1.5 },
  })
})

it.each([
  ['alias bomb', bomb(9)],
  ['alias bomb of one level', entities],
  ['deep brackets', '['.repeat(200_000)],
  ['deep braces', '{a: '.repeat(100_000)],
  ['deep dashes', `${'- '.repeat(200_000)}x`],
  ['deep keys', `${'? '.repeat(200_000)}x`],
  ['deep indents', Array.from({ length: 900 }, (_, i) => `${' '.repeat(i)}a:`).join('\n')],
  ['merge keys', 'a: &a { x: 1 }\nb: { <<: *a, <<: *a }'],
  ['a tag', 'a: !!js/function "() => 1"'],
  ['binary', 'a: !!binary aGk='],
  ['a timestamp', 'a: !!timestamp 2001-12-14'],
  ['names twice', 'a: 1\na: 2'],
  ['names that are none', '[1, 2]: x'],
  ['__proto__', '__proto__: { x: 1 }'],
  ['two documents', 'a: 1\n---\nb: 2'],
  ['nothing', ''],
  ['a directive', '%YAML 3.0\n---\na: 1'],
  ['NaN', 'a: .nan'],
  ['too much', `a: "${'x'.repeat(1_100_000)}"`],
])('%s is refused', (_what, text) => {
  expect(() => parse(text)).toThrowError(expect.objectContaining({ code: 'CUSTOM_TOOL_INVALID' }))
})

it('what would take the parser long is refused before, and what is only long is read', () => {
  const keys = (count: number): string => Array.from({ length: count }, (_, i) => `k${i}: x`).join('\n')
  expect(() => parse(keys(60_000))).toThrow('tokens')
  expect(() =>
    parse(Array.from({ length: 102 }, (_, i) => (i === 0 ? '- &a x' : '- *a')).join('\n')),
  ).toThrow('aliases')
  expect(Object.keys(parse(keys(6_000)) as object)).toHaveLength(6_000)
  expect(parse(`a: |\n${'  * [ - text\n'.repeat(50_000)}`)).toHaveProperty('a')
  expect(parse('a: "[[[["\nb: \'{{\'')).toEqual({ a: '[[[[', b: '{{' })
})

it('a merge key is a name like any other', () => {
  expect(parse('a: &a { x: 1 }\nb: { <<: *a, y: 2 }')).toEqual({ a: { x: 1 }, b: { '<<': { x: 1 }, y: 2 } })
})

it('bombs cost no memory to speak of', () => {
  const before = process.memoryUsage().heapUsed
  for (const text of [bomb(9), entities, '['.repeat(1_000_000)])
    expect(() => parse(text)).toThrow(CustomToolError)
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(256 * 1_048_576)
})

it('any text is JSON or a typed error', () => {
  const pieces = fc.constantFrom(
    ...[
      'a',
      ': ',
      '- ',
      '\n',
      '  ',
      '[',
      ']',
      '{',
      '}',
      ', ',
      '&a ',
      '*a',
      '!!x ',
      '"',
      "'",
      '|',
      '>',
      '#',
      '? ',
      '<<',
      '---\n',
      '\t',
      '%',
    ],
  )
  fc.assert(
    fc.property(
      fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: pieces, maxLength: 60 })),
      (text) => {
        try {
          expect(JSON.stringify(parse(text))).toBeTypeOf('string')
        } catch (error) {
          expect(error).toBeInstanceOf(CustomToolError)
        }
      },
    ),
    { numRuns: 3_000 },
  )
})
