import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { InvalidVersionError, NoCompatibleVersionError } from '../errors.ts'
import { createCompatibilityMatrix } from './compatibility.ts'
import { compareVersions, parseVersion } from './version.ts'

describe('VER-001, MOD-009 versions', () => {
  it.each([
    ['1.2.3', [], []],
    ['v1.2.3', [], []],
    ['1.2.3-alpha', ['alpha'], []],
    ['1.2.3-alpha.1', ['alpha', 1], []],
    ['1.2.3+build.5', [], ['build', '5']],
    ['v1.2.3-rc.1+sha', ['rc', 1], ['sha']],
  ])('reads %s', (text, prerelease, build) => {
    expect(parseVersion(text)).toEqual({ major: 1, minor: 2, patch: 3, prerelease, build })
  })

  it.each(['', '1', '1.0', 'latest', '1.2.x'])('refuses %j', (text) => {
    expect(() => parseVersion(text)).toThrow(InvalidVersionError)
  })

  it('orders by semver precedence', () => {
    const ascending = [
      '2025-01-01',
      'latest',
      '1.0.0-alpha.2',
      '1.0.0-alpha.10',
      '1.0.0-beta',
      '1.0.0',
      '1.10.0',
      '2.0.0',
    ]
    expect([...ascending].reverse().sort(compareVersions)).toEqual(ascending)
    expect(compareVersions('v1.0.0', '1.0.0+build')).toBe(0)
  })

  it('is a total order up to equal precedence', () => {
    const text = fc.oneof(
      fc.string({ maxLength: 5 }),
      fc.tuple(fc.nat(3), fc.nat(3), fc.nat(3)).map((numbers) => numbers.join('.')),
    )
    fc.assert(
      fc.property(text, text, text, (a, b, c) => {
        expect(Math.sign(compareVersions(a, b)) + Math.sign(compareVersions(b, a))).toBe(0)
        if (compareVersions(a, b) <= 0 && compareVersions(b, c) <= 0) {
          expect(compareVersions(a, c)).toBeLessThanOrEqual(0)
        }
      }),
    )
  })
})

describe('VER-001 compatibility matrix', () => {
  const matrix = createCompatibilityMatrix()
  matrix.add({ component: 'server', minVersion: '1.0.0', maxVersion: '2.0.0' })
  matrix.add({ component: 'old', minVersion: '0.1.0', deprecated: true, message: 'use new' })

  it('holds lower and upper bounds', () => {
    expect(matrix.check('server', '0.9.0').compatible).toBe(false)
    expect(matrix.check('server', '1.5.0')).toEqual({ compatible: true })
    expect(matrix.check('server', '2.0.1').message).toMatch(/newer than 2.0.0/)
  })

  it('warns of what is deprecated and accepts what it does not know', () => {
    expect(matrix.check('old', '1.0.0')).toEqual({ compatible: true, message: 'use new' })
    expect(matrix.check('unknown', '1.0.0')).toEqual({ compatible: true })
  })

  it('negotiates the highest compatible version', () => {
    expect(matrix.negotiate('server', ['0.9.0', '1.2.0', '1.10.0', '3.0.0'])).toBe('1.10.0')
    expect(() => matrix.negotiate('server', ['0.9.0', '3.0.0'])).toThrow(NoCompatibleVersionError)
    expect(() => matrix.negotiate('server', Array(99).fill('3.0.0'))).toThrow(/…/)
  })

  it('refuses bounds it cannot read', () => {
    expect(() => matrix.add({ component: 'x', minVersion: 'soon' })).toThrow(InvalidVersionError)
  })
})
