import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compileAddress } from './http-address.ts'

const PREFIX = 'https://api.example.com/v1/users/'

/** What people try, and pieces of it. */
const hostile = fc.oneof(
  fc.constantFrom(
    ...[
      '..',
      '.',
      '../admin',
      '..\\admin',
      '%2e%2e',
      '%2e%2e/admin',
      '%252e%252e%252fadmin',
      '..%2fadmin',
      '..;/x',
    ],
    ...[
      '/',
      '//evil.example',
      '\\\\evil.example',
      '@evil.example',
      ':80@evil',
      '?x=1',
      '#x',
      'a/../../b',
      '\t..',
      '\n',
    ],
    ...['https://evil.example', '\0', '\ud800', '．．', '%00', '..\u3002', 'a%', '.%2e', '%2e.', ' .. '],
  ),
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.string({
    unit: fc.constantFrom('.', '/', '\\', '%', '2', 'e', 'f', '5', 'c', '?', '#', '@', ':', '\t'),
  }),
)

describe('CVE-2026-32871 is absent', () => {
  it('whatever the argument, the call keeps origin and path, or is refused', () => {
    const address = compileAddress(`${PREFIX}{{id}}/files/pre-{{name}}?limit={{limit}}`)
    let made = 0
    fc.assert(
      fc.property(hostile, hostile, hostile, (id, name, limit) => {
        let url: URL
        try {
          url = address.fill({ id, name, limit })
        } catch (error) {
          expect(error).toMatchObject({ code: 'CUSTOM_ARGUMENT_REFUSED', details: { outcome: 'notRun' } })
          return
        }
        made += 1
        expect([url.origin, url.username, url.hash]).toEqual(['https://api.example.com', '', ''])
        const steps = url.pathname.split('/')
        expect(steps).toHaveLength(6)
        expect([steps[1], steps[2], steps[4], steps[5]?.startsWith('pre-')]).toEqual([
          'v1',
          'users',
          'files',
          true,
        ])
        expect(decodeURIComponent(steps[3] ?? '')).toBe(id)
        expect(decodeURIComponent(steps[5] ?? '')).toBe(`pre-${name}`)
        expect([...url.searchParams.keys()]).toEqual(['limit'])
        // Read anew, as whoever is called does.
        expect(new URL(url.href).href).toBe(url.href)
        let decoded = url.pathname
        for (let round = 0; round < 4; round += 1) {
          expect(
            new URL(decoded.replaceAll('\\', '/'), 'https://api.example.com').pathname.startsWith(
              '/v1/users/',
            ),
          ).toBe(true)
          try {
            decoded = decodeURIComponent(decoded)
          } catch {
            break
          }
          if (/[\s?#]/u.test(decoded)) break
        }
      }),
      { numRuns: 3_000 },
    )
    expect(made).toBeGreaterThan(100)
  })

  it.each(['..', '.', '../x', '..\\x', '%2e%2e', '%252e%252e%252fx', 'a/../b', '', '\ud800'])(
    'refuses %j in a path',
    (id) => {
      expect(() => compileAddress(`${PREFIX}{{id}}`).fill({ id })).toThrowError(
        expect.objectContaining({ code: 'CUSTOM_ARGUMENT_REFUSED' }),
      )
    },
  )

  it('refuses dots that only together make a step, objects, and what is not given', () => {
    const refused = expect.objectContaining({ code: 'CUSTOM_ARGUMENT_REFUSED' })
    expect(() => compileAddress(`${PREFIX}.{{id}}`).fill({ id: '' })).toThrowError(refused)
    expect(() => compileAddress(`${PREFIX}{{id}}{{id}}`).fill({ id: '.' })).toThrowError(refused)
    expect(() => compileAddress(`${PREFIX}{{id}}`).fill({ id: ['x'] })).toThrowError(refused)
    expect(() => compileAddress(`${PREFIX}{{constructor}}`).fill({})).toThrowError(refused)
  })
})

describe('an endpoint', () => {
  it('has places for parts of steps and for values', () => {
    const address = compileAddress('https://a.example/x-{{ id }}?q={{q}}&all=1&none={{none}}')
    expect(address.places).toEqual(['id', 'q', 'none'])
    expect(address.fill({ id: 7, q: 'a&b=c' }).href).toBe('https://a.example/x-7?q=a%26b%3Dc&all=1')
  })

  it.each([
    'ftp://a.example/',
    'https://{{host}}/x',
    'https://a.{{host}}/x',
    'https://user@a.example/',
    'https://a.example/../x',
    'https://a.example/%2e%2e/x',
    'https://a.example/a b',
    'https://a.example/#x',
    'https://a.example/?{{name}}=1',
    '/x',
    '',
  ])('%j is refused', (endpoint) => {
    expect(() => compileAddress(endpoint)).toThrow(TypeError)
  })
})
