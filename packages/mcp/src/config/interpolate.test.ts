// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the markers of configurations look like this
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { interpolate } from './interpolate.ts'

const environment = { TOKEN: 'abc', EMPTY: '', NESTED: '${TOKEN} {env:TOKEN} $${', lower_1: 'l' }

function fill(text: string): string {
  const result = interpolate(text, environment)
  return 'problem' in result ? `(${result.problem})` : String(result.value)
}

describe('interpolate', () => {
  it.each([
    ['${TOKEN}', 'abc'],
    ['${env:TOKEN}', 'abc'],
    ['{env:TOKEN}', 'abc'],
    ['a${TOKEN}b{env:lower_1}c', 'aabcblc'],
    ['${MISSING:-fallback}', 'fallback'],
    ['${env:MISSING:-fallback}', 'fallback'],
    ['${EMPTY:-fallback}', 'fallback'],
    ['${MISSING:-}', ''],
    ['${MISSING:-a:b-c}', 'a:b-c'],
    ['${TOKEN:-unused}', 'abc'],
    ['${EMPTY}', ''],
    ['$${TOKEN}', '${TOKEN}'],
    ['$$${TOKEN}', '$${TOKEN}'],
  ])('fills %s in as %s', (text, filled) => {
    expect(fill(text)).toBe(filled)
  })

  it.each(['$TOKEN', '${}', '${TOKEN', '${a b}', '{TOKEN}', '$$', 'a$b', '${1}', '{env:}', '$(TOKEN)'])(
    'leaves %s alone',
    (text) => {
      expect(fill(text)).toBe(text)
    },
  )

  it.each([
    ['${input:token}', '${input:…}'],
    ['${command:x}', '${command:…}'],
    ['${TOKEN:not a default}', '${TOKEN:…}'],
    ['${TOKEN:?x}', '${TOKEN:…}'],
    ['{file:./secret}', '{file:…}'],
  ])('names %s as a marker of another program, without what it holds', (text, marker) => {
    expect(interpolate(`a ${text}`, environment)).toEqual({ problem: 'foreign', marker, path: [] })
  })

  it('names the first missing variable', () => {
    expect(interpolate('${TOKEN}${GONE}${ALSO_GONE}', environment)).toEqual({
      problem: 'missing',
      variable: 'GONE',
      path: [],
    })
  })

  it('never fills in what a variable holds', () => {
    expect(fill('${NESTED}')).toBe(environment.NESTED)
  })

  it('takes predefined names before variables, and never as secrets', () => {
    const text = '${workspaceFolder}/${env:workspaceFolder}/{env:workspaceFolder}/${workspaceFolder:-x}'
    expect(interpolate(text, { workspaceFolder: 'v' }, { workspaceFolder: '/w' })).toEqual({
      value: '/w/v/v//w',
      inserted: ['v', 'v'],
    })
  })

  it('takes no member of a prototype for a variable', () => {
    expect(interpolate('${toString}', {})).toEqual({ problem: 'missing', variable: 'toString', path: [] })
  })

  it('replaces every marker exactly once, whatever the variables hold', () => {
    const literal = fc.string().map((text) => text.replace(/[${}]/g, ''))
    const name = fc.stringMatching(/^[A-Za-z_][A-Za-z0-9_]{0,8}$/)
    const value = fc.oneof(fc.string(), fc.constantFrom('${A}', '{env:A}', '$${', '${A:-b}'))
    const spelling = fc.constantFrom(
      (variable: string) => `\${${variable}}`,
      (variable: string) => `\${env:${variable}}`,
      (variable: string) => `{env:${variable}}`,
    )
    fc.assert(
      fc.property(fc.array(fc.tuple(literal, name, value, spelling)), literal, (parts, end) => {
        const variables = new Map(parts.map(([, variable, held]) => [variable, held]))
        const text = parts.map(([before, variable, , spell]) => before + spell(variable)).join('') + end
        const expected = parts.map(([before, variable]) => before + variables.get(variable)).join('') + end
        const result = interpolate(text, Object.fromEntries(variables))
        expect(result).toEqual({
          value: expected,
          inserted: parts.map(([, variable]) => variables.get(variable)),
        })
      }),
    )
  })

  it('leaves a text without markers unchanged', () => {
    const unmarked = fc.string().filter((text) => !/\$\{|\{(env|file):/.test(text))
    fc.assert(
      fc.property(unmarked, (text) => {
        expect(interpolate(text, {})).toEqual({ value: text, inserted: [] })
      }),
    )
  })
})

describe('interpolate, in values', () => {
  it('fills in every text at any depth and leaves member names and other values alone', () => {
    const value = { '${TOKEN}': ['${TOKEN}', { deep: '{env:TOKEN}' }, 7, true, null] }
    expect(interpolate(value, environment)).toEqual({
      value: { '${TOKEN}': ['abc', { deep: 'abc' }, 7, true, null] },
      inserted: ['abc', 'abc'],
    })
  })

  it('leads to the text that cannot be filled in', () => {
    const value = { args: ['a', '${GONE}'], env: { A: '${input:a}' } }
    expect(interpolate(value, environment)).toEqual({
      problem: 'missing',
      variable: 'GONE',
      path: ['args', 1],
    })
  })
})
