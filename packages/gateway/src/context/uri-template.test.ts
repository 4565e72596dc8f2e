import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseUriTemplate } from './uri-template.ts'

describe('a template', () => {
  it.each([
    ['note://{id}', 'note://7', { id: '7' }],
    ['note://{id}/data', 'note://a%20b/data', { id: 'a b' }],
    ['db://{table}/{row}', 'db://users/7', { table: 'users', row: '7' }],
    ['file:///{+path}', 'file:///a/b/c.txt', { path: 'a/b/c.txt' }],
    ['x://{+a}-{b}', 'x://p/q-r', { a: 'p/q', b: 'r' }],
    ['fixed://uri', 'fixed://uri', {}],
  ])('%s makes %s', (template, uri, variables) => {
    expect(parseUriTemplate(template).match(uri)).toEqual(variables)
  })

  it.each([
    ['note://{id}', 'note://'],
    ['note://{id}', 'note://a/b'],
    ['note://{id}/data', 'note://7/other'],
    ['note://{id}/data', 'note://7/data/more'],
    ['note://{id}', 'notes://7'],
    ['note://{id}', 'note://%E0%A4%A'],
    ['fixed://uri', 'fixed://uri/'],
    ['note://{id}', `note://${'x'.repeat(9_000)}`],
  ])('%s does not make %s', (template, uri) => {
    expect(parseUriTemplate(template).match(uri)).toBeUndefined()
  })

  it.each(['{a}{b}', 'x://{a*}', 'x://{?q}', 'x://{a,b}', 'x://{', 'x://}', 'x://{}', 'x://{a{b}}'])(
    'refuses %s',
    (template) => {
      expect(() => parseUriTemplate(template)).toThrow(TypeError)
    },
  )

  it('CVE-2026-0621: takes a moment for whatever URI', () => {
    const { match } = parseUriTemplate('x://{+a}/{+b}/{+c}/{+d}/end')
    const anyUri = fc.oneof(
      fc.string({ maxLength: 8_192 }),
      fc.integer({ min: 0, max: 8_000 }).map((n) => `x://${'/'.repeat(n)}`),
      fc.integer({ min: 0, max: 2_000 }).map((n) => `x://${'a/'.repeat(n)}en`),
    )
    const start = process.cpuUsage().user
    fc.assert(
      fc.property(anyUri, (uri) => match(uri) === undefined || uri.endsWith('/end')),
      { numRuns: 2_000 },
    )
    // Two thousand URIs of up to 8 KiB, in processor time; one exponential match would not end at all.
    expect(process.cpuUsage().user - start).toBeLessThan(10_000_000)
  })
})
