import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compileToolPatterns, matchesPattern } from './server-config.ts'

describe('matchesPattern', () => {
  it.each([
    ['read_*', 'read_file', true],
    ['read_*', 'read_', true],
    ['*_file', 'read_file', true],
    ['*', '', true],
    ['r*_*e', 'read_file', true],
    ['read', 'read_file', false],
    ['a*a', 'a', false],
    ['*ab*ab', 'ab', false],
    ['', '', true],
    ['', 'a', false],
    ['a.c', 'abc', false],
  ])('%s and %s: %s', (pattern, name, expected) => {
    expect(matchesPattern(pattern, name)).toBe(expected)
  })

  it('agrees with the same pattern as a regular expression', () => {
    const few = fc.string({ unit: fc.constantFrom('a', 'b', '*'), maxLength: 8 })
    const name = fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 12 })
    fc.assert(
      fc.property(few, name, (pattern, text) => {
        const expression = new RegExp(`^${pattern.replaceAll('*', '.*')}$`)
        expect(matchesPattern(pattern, text)).toBe(expression.test(text))
      }),
    )
  })

  it('ends on a pattern made to be slow', () => {
    expect(matchesPattern(`${'*a'.repeat(2_000)}b`, 'a'.repeat(20_000))).toBe(false)
  })
})

describe('compileToolPatterns', () => {
  it('lets everything through without patterns', () => {
    expect(compileToolPatterns(undefined)('anything')).toBe(true)
    expect(compileToolPatterns({})('anything')).toBe(true)
  })

  it('lets nothing through when nothing is allowed', () => {
    expect(compileToolPatterns({ allow: [] })('anything')).toBe(false)
  })

  it('denies what is allowed and denied', () => {
    const isAllowed = compileToolPatterns({ allow: ['read_*'], deny: ['read_secret*'] })
    expect(['read_file', 'read_secrets', 'write_file'].map(isAllowed)).toEqual([true, false, false])
  })
})

it('a hidden character takes no tool out of a pattern', () => {
  expect(compileToolPatterns({ deny: ['delete_*'] })('\u200bdelete_all')).toBe(false)
  expect(compileToolPatterns({ allow: ['read'] })('re\u200bad')).toBe(true)
  expect(compileToolPatterns({ allow: ['re\u200bad'] })('re\u200bad')).toBe(true)
})
