import fc from 'fast-check'
import { compare, Range, satisfies, validRange } from 'semver'
import { describe, expect, it } from 'vitest'
import { InvalidVersionError } from '../errors.ts'
import { compareVersions } from './version.ts'
import { highestVersion, parseVersionRange } from './version-range.ts'

describe('VER-001 ranges', () => {
  it.each([
    ['1.2.3', '1.2.3', true],
    ['=1.2.3', '1.2.4', false],
    ['>1.0.0', '1.0.1', true],
    ['>1.0.0', '1.0.0', false],
    ['>=1.0.0', '1.0.0', true],
    ['<2.0.0', '1.9.9', true],
    ['<2.0.0', '2.0.0', false],
    ['<=2.0.0', '2.0.0', true],
    ['^1.2.0', '1.9.0', true],
    ['^1.2.0', '2.0.0', false],
    ['^0.2.0', '0.3.0', false],
    ['~1.2.0', '1.2.9', true],
    ['~1.2.0', '1.3.0', false],
    [' >= 1.0.0 ', 'v1.4.0', true],
    ['^1.0.0', 'latest', false],
  ])('%s on %s is %s', (range, version, expected) => {
    expect(parseVersionRange(range).includes(version)).toBe(expected)
  })

  it('prints itself in normal form', () => {
    expect(parseVersionRange('=1.2.3').text).toBe('1.2.3')
    expect(parseVersionRange('^1.2.0').text).toBe('>=1.2.0 <2.0.0-0')
  })

  it.each(['', '  ', '?1.0.0', 'not a range', '1.x.3', `>=1.0.0 ${'x'.repeat(300)}`])(
    'refuses %j',
    (range) => {
      expect(() => parseVersionRange(range)).toThrow(InvalidVersionError)
    },
  )

  it('finds the highest version that is no prerelease, or the highest within a range', () => {
    const versions = ['1.0.0', '1.4.0', '2.0.0-beta', '0.9.0', 'nightly']
    expect(highestVersion(versions)).toBe('1.4.0')
    expect(highestVersion(['nightly', '2.0.0-beta', '2.0.0-alpha'])).toBe('2.0.0-beta')
    expect(highestVersion(versions, '>=2.0.0-alpha')).toBe('2.0.0-beta')
    expect(highestVersion(versions, '^1.0.0')).toBe('1.4.0')
    expect(highestVersion(versions, '^3.0.0')).toBeUndefined()
    expect(highestVersion([])).toBeUndefined()
  })

  it('is compatible within a major version and not below', () => {
    expect(parseVersionRange('^1.0.0').includes('1.5.0')).toBe(true)
    expect(parseVersionRange('^1.5.0').includes('1.0.0')).toBe(false)
    expect(parseVersionRange('^1.5.0').includes('2.0.0')).toBe(false)
  })

  it('reads, prints and includes what semver of npm does', () => {
    const number = fc.constantFrom('0', '0', '1', '2', '10')
    const end = fc.constantFrom(
      '',
      '',
      '',
      '-0',
      '-beta',
      '-beta.2',
      '-beta.11',
      '-1.a',
      '+build',
      '-rc.1+sha.5',
    )
    const whole = fc.tuple(number, number, number, end).map(([a, b, c, d]) => `${a}.${b}.${c}${d}`)
    const partial = fc
      .tuple(fc.array(number, { maxLength: 3 }), fc.constantFrom('x', '*', 'X'))
      .map(([numbers, wild]) => (numbers.length < 3 ? [...numbers, wild] : numbers).join('.'))
    const version = fc.oneof(whole, partial)
    const comparator = fc
      .tuple(fc.constantFrom('', '=', '>', '>=', '<', '<=', '^', '~', '~>', '^ ', '>= '), version)
      .map((parts) => parts.join(''))
    const part = fc.oneof(
      fc.array(comparator, { maxLength: 3 }).map((all) => all.join(' ')),
      fc.tuple(version, version).map((both) => both.join(' - ')),
    )
    const range = fc.array(part, { minLength: 1, maxLength: 3 }).map((parts) => parts.join(' || '))
    fc.assert(
      fc.property(range, fc.array(whole, { minLength: 5 }), (text, versions) => {
        if (text.trim() === '' || validRange(text) === null) {
          expect(() => parseVersionRange(text)).toThrow(InvalidVersionError)
          return
        }
        const ours = parseVersionRange(text)
        expect(ours.text).toBe(new Range(text).format())
        for (const one of versions) expect([one, ours.includes(one)]).toEqual([one, satisfies(one, text)])
        expect(versions.toSorted(compareVersions)).toEqual(versions.toSorted(compare))
      }),
      { numRuns: 300 },
    )
  })
})
