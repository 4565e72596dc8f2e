import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  cleanText,
  hasHiddenCharacters,
  quote,
  spell,
  spellJson,
  takeCodePoints,
  truncate,
} from './foreign-text.ts'

describe('T09 hidden characters', () => {
  it.each([
    ['terminal colours', '\u001b[31mred\u001b[0m', 'red'],
    ['a terminal link', '\u001b]8;;http://evil.test\u0007link\u001b]8;;\u0007', 'link'],
    ['C1 control sequences', '\u009b31mred', 'red'],
    ['NUL and backspace', 'a\u0000b\u0008c', 'abc'],
    ['zero-width space', 'pass\u200bword', 'password'],
    ['zero-width joiner between Latin letters', 'a\u200db', 'ab'],
    ['bidirectional override', 'a\u202eb\u202c', 'ab'],
    ['bidirectional isolate', '\u2066a\u2069', 'a'],
    ['tag characters', `a${String.fromCodePoint(0xe0049, 0xe0067)}b`, 'ab'],
    ['variation selectors on letters', 'a\ufe00b\u{e0101}c', 'abc'],
    ['Hangul fillers', 'a\u3164b\u115f\uffa0', 'ab'],
    ['soft hyphen', 'in\u00advisible', 'invisible'],
    ['byte order mark', '\ufefftext', 'text'],
    ['unpaired surrogate', 'a\ud800b', 'ab'],
    ['interlinear annotation', 'a\ufff9b\ufffb', 'ab'],
    ['Mongolian separator', 'a\u180eb', 'ab'],
    ['deprecated format characters', 'a\u206ab', 'ab'],
  ])('removes %s', (_what, text, clean) => {
    expect(cleanText(text)).toBe(clean)
    expect(hasHiddenCharacters(text)).toBe(true)
  })

  it.each([
    'plain text\twith tabs\nand lines',
    'Grüße, 天気予報, مرحبا',
    'family 👨‍👩‍👧 warning ⚠️ flag 🇩🇪 key 1️⃣ dark 👍🏿',
    'می‌خواهم',
    'क्‍ष',
  ])('leaves %j as it is', (text) => {
    expect(cleanText(text)).toBe(text)
    expect(hasHiddenCharacters(text)).toBe(false)
  })

  it('turns every line break into a newline', () => {
    expect(cleanText('a\r\nb\rc\u2028d\u2029e')).toBe('a\nb\nc\nd\ne')
    expect(hasHiddenCharacters('a\r\nb')).toBe(false)
  })

  it('is idempotent and never longer', () => {
    const text = fc.string({
      unit: fc.constantFrom('a', '\u200d', '\ufe0f', '👍', '\u001b', '[', '3', 'm', '\r', '\u202e', 'م'),
    })
    fc.assert(
      fc.property(text, (given) => {
        const clean = cleanText(given)
        expect(cleanText(clean)).toBe(clean)
        expect(clean.length).toBeLessThanOrEqual(given.length)
        expect(hasHiddenCharacters(clean)).toBe(false)
      }),
    )
  })
})

describe('cutting', () => {
  it('counts code points and never splits one', () => {
    expect(truncate('👍👍👍', 2)).toBe('👍…')
    expect(truncate('👍👍', 2)).toBe('👍👍')
    expect(truncate('abc', 0)).toBe('')
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.nat(10), (text, count) => {
        expect([...takeCodePoints(text, count)]).toEqual([...text].slice(0, count))
        expect([...truncate(text, count)].length).toBeLessThanOrEqual(count)
      }),
    )
  })
})

describe('quoting', () => {
  it('shortens and shows what is hidden', () => {
    expect(quote('a\u200bb')).toBe('"a\\u{200b}b"')
    expect(quote('a\r\n\tb')).toBe('"a\\r\\n\\tb"')
    expect(quote(Number.NaN)).toBe('NaN')
    expect(spell('a\u2028b\u0085c\rd')).toBe('a\\u{2028}b\\u{85}c\\u{d}d')
    expect(spell('👨‍👩‍👧')).toBe('👨‍👩‍👧')
    expect([...quote('x'.repeat(500))].length).toBe(82)
    expect(spell('\u001b[31m')).toBe('\\u{1b}\\u{5b}\\u{33}\\u{31}\\u{6d}')
  })

  it('shows what is hidden in JSON as JSON', () => {
    fc.assert(
      fc.property(fc.jsonValue({ stringUnit: 'binary' }), (value) => {
        const json = JSON.stringify(value)
        const shown = spellJson(json)
        expect(JSON.parse(shown)).toEqual(JSON.parse(json))
        expect(hasHiddenCharacters(shown)).toBe(false)
        expect(shown).not.toMatch(/[\u0085\u2028\u2029]/)
      }),
    )
    const hidden = { '\u202ekey': ['\u009b31m\u007f', '\u{e0041}'] }
    const shown = spellJson(JSON.stringify(hidden))
    expect(shown).toBe('{"\\u202ekey":["\\u009b\\u0033\\u0031\\u006d\\u007f","\\udb40\\udc41"]}')
    expect(JSON.parse(shown)).toEqual(hidden)
  })

  it('shows values that are no text', () => {
    const cycle: Record<string, unknown> = {}
    cycle.self = cycle
    expect([undefined, null, 3, true, { a: 1 }, [1], 10n, () => 1, cycle].map(quote)).toEqual([
      'undefined',
      'null',
      '3',
      'true',
      '{"a":1}',
      '[1]',
      '10',
      'a function',
      'an object',
    ])
  })
})
