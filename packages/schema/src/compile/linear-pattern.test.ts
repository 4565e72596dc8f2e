import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compilePattern, MAX_PATTERN_ATOMS, patternAtoms } from './linear-pattern.ts'

function compile(source: string) {
  const reading = compilePattern(source, MAX_PATTERN_ATOMS)
  if (!reading.ok) throw new TypeError(reading.message)
  return reading.pattern
}

describe('T02: patterns of a schema', () => {
  it.each([
    ['^(a+)+$', 'a'],
    ['^(a|a?)+$', 'a'],
    ['^(([a-z])+.)+[A-Z]([a-z])+$', 'a'],
    ['(x+x+)+y', 'x'],
    ['^(\\w+\\s?)*$', 'word '],
    ['^([a-zA-Z0-9])(([\\-.]|[_]+)?([a-zA-Z0-9]+))*(@){1}[a-z0-9]+[.]{1}', 'a'],
  ])('run in linear time, also %s', (source, pump) => {
    // V8 needs seconds for 30 of these and more than a lifetime for 50,000.
    expect(compile(source).test(`${pump.repeat(50_000 / pump.length)}!`)).toBe(false)
  })

  it('agree with the platform on the patterns both know', () => {
    const atom = fc.constantFrom('a', 'b', '.', '\\d', '[ab]', '[^a]', '(a|b)', '\\w', '(?:ab)')
    const repeat = fc.constantFrom('', '', '*', '+', '?', '{2}', '{1,2}', '*?')
    const parts = fc.array(
      fc.tuple(atom, repeat).map(([what, times]) => what + times),
      { minLength: 1, maxLength: 4 },
    )
    const pattern = fc.tuple(fc.constantFrom('', '^'), parts, fc.constantFrom('', '$'))
    const text = fc.string({ unit: fc.constantFrom('a', 'b', '1', '_', ' ', '😀'), maxLength: 8 })
    fc.assert(
      fc.property(pattern, text, ([start, middle, end], value) => {
        const source = `${start}${middle.join('')}${end}`
        expect(compile(source).test(value)).toBe(new RegExp(source, 'u').test(value))
      }),
      { numRuns: 500 },
    )
  })

  it.each([
    ['escapes of code units', '^\\u0041\\x42$', 'AB', 'ab'],
    ['escapes that only the older syntax allows', '^[\\w\\-\\.]+\\@x$', 'a-b.c@x', 'a b@x'],
    ['named groups', '^(?<year>\\d{4})$', '2024', '24'],
    ['classes of Unicode', '^\\p{L}+$', 'été', '1'],
    ['an end that is the end and no line', '^a$', 'a', 'a\n'],
  ])('may use %s', (_, source, fitting, other) => {
    expect(compile(source).test(fitting)).toBe(true)
    expect(compile(source).test(other)).toBe(false)
  })

  it.each(['(?=a)b', '(?!a)b', '(?<=a)b', '(?<!a)b', '(a)\\1', '(', 'a**', '\\p{Nonsense}'])(
    'are refused with a reason when the engine does not know them: %s',
    (source) => {
      expect(compilePattern(source, MAX_PATTERN_ATOMS)).toMatchObject({
        ok: false,
        message: expect.stringContaining('is not checked'),
      })
    },
  )

  it('are refused when they are too long or unroll to too much', () => {
    expect(compilePattern('a'.repeat(1_001), MAX_PATTERN_ATOMS).ok).toBe(false)
    expect(compilePattern('a{1000}'.repeat(6), MAX_PATTERN_ATOMS).ok).toBe(false)
    expect(compilePattern('a{1000}', MAX_PATTERN_ATOMS).ok).toBe(true)
  })
})

describe('patternAtoms', () => {
  it.each([
    ['', 1],
    ['abc', 3],
    ['\\d\\d', 2],
    ['[a-z0-9_-]', 1],
    ['[\\]x]y', 2],
    ['a{10}', 10],
    ['a{2,10}', 10],
    ['a{5,}', 5],
    ['a{0}b', 2],
    ['(ab){3}', 9],
    ['((a{10}){10}){10}', 1_110],
    ['a{1000}b', 1_001],
    ['{', 1],
    ['a{x}', 4],
    ['(((', 3],
    [')))', 1],
    ['\\p{L}', 23],
  ])('counts %s as %i', (source, atoms) => {
    expect(patternAtoms(source)).toBe(atoms)
  })

  it('reads any text', () => {
    fc.assert(fc.property(fc.string(), (text) => patternAtoms(text) >= 1))
  })
})
