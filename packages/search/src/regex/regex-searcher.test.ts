import { sketchDocument } from '@toolscout/testkit/internal'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { InvalidPatternError } from './invalid-pattern-error.ts'
import { compileLinearPattern } from './linear-pattern.ts'
import { createRegexSearcher, requiredLiteral } from './regex-searcher.ts'

const documents = [
  sketchDocument({ namespace: 'time', name: 'get_current_time', description: 'Current time in a timezone' }),
  sketchDocument({ namespace: 'time', name: 'convert_time', description: 'Convert between timezones' }),
  sketchDocument({ namespace: 'fs', name: 'Read File', description: 'Reads a file', parameters: 'path' }),
]
const searcher = createRegexSearcher({ now: () => 0 })
searcher.apply({ upserts: documents, removals: [] })
const ids = async (query: string): Promise<readonly string[]> =>
  (await searcher.search({ query, limit: 10 })).hits.map((hit) => hit.id)
const read = documents[2]?.id as string

describe('patterns', () => {
  it.each([
    ['^time:', ['time:convert_time', 'time:get_current_time']],
    ['^get_', ['time:get_current_time']],
    ['_time$', ['time:convert_time', 'time:get_current_time']],
    ['timezones?', ['time:convert_time', 'time:get_current_time']],
    ['convert|path', ['time:convert_time', read]],
    ['read file', []],
    ['(?i)read file', [read]],
    ['.*', ['time:convert_time', 'time:get_current_time', read].sort()],
    ['nothing', []],
  ])('%s finds %j', async (pattern, expected) => {
    expect(await ids(pattern)).toEqual(expected)
  })

  it('a match in the name outranks one elsewhere, and the explanation says where', async () => {
    const { hits } = await searcher.search({ query: '(?i)current|path', limit: 5, explain: true })
    expect(hits.map((hit) => [hit.id, hit.score, hit.explanation?.label])).toEqual([
      ['time:get_current_time', 1, 'pattern matches id'],
      [read, 0.25, 'pattern matches parameters'],
    ])
  })

  it.each([
    ['too_long', 'x'.repeat(201)],
    ['syntax', '(unclosed'],
    ['syntax', '(?=look)'],
    ['syntax', '(a)\\1'],
    ['too_large', '(a{30}){30}(b{30}){30}(c{30}){30}(d{30}){30}(e{30}){30}(f{30}){30}'],
  ])('%s: %s is INVALID_PATTERN', async (reason, pattern) => {
    const failure = searcher.search({ query: pattern, limit: 5 })
    await expect(failure).rejects.toBeInstanceOf(InvalidPatternError)
    await expect(failure).rejects.toMatchObject({ code: 'INVALID_PATTERN', details: { reason } })
  })
})

describe('T01: patterns that are meant to hang', () => {
  it.each(['(a+)+$', '^(a|a)*$', '(a*)*b', '(.*a){20}', '([a-z]+)*[0-9]'])('%s ends', async (pattern) => {
    const hostile = createRegexSearcher({ now: () => 0 })
    hostile.apply({
      upserts: [sketchDocument({ name: 'x', description: `${'a'.repeat(5_000)}!` })],
      removals: [],
    })
    await expect(hostile.search({ query: pattern, limit: 5 })).resolves.toBeDefined()
  })

  it('a search out of time gives what it has and says so', async () => {
    let clock = 0
    const slow = createRegexSearcher({ now: () => (clock += 50) })
    slow.apply({
      upserts: Array.from({ length: 100 }, (_, i) => sketchDocument({ name: `t${i}` })),
      removals: [],
    })
    const { hits, degraded } = await slow.search({ query: 't', limit: 100 })
    expect(hits.length).toBeGreaterThan(0)
    expect(hits.length).toBeLessThan(100)
    expect(degraded).toEqual([
      { part: 'regex', reason: `Stopped after 250 ms with ${hits.length} of 100 tools searched.` },
    ])
  })

  it('lets others run between slices, and stops when it is told to', async () => {
    let clock = 0
    const slow = createRegexSearcher({ now: () => (clock += 3) })
    slow.apply({
      upserts: Array.from({ length: 200 }, (_, i) => sketchDocument({ name: `t${i}` })),
      removals: [],
    })
    const controller = new AbortController()
    const running = slow.search({ query: 't', limit: 9, signal: controller.signal })
    setImmediate(() => controller.abort(new RangeError('enough')))
    await expect(running).rejects.toThrow('enough')
  })
})

describe('the required literal', () => {
  it.each([
    ['get_current', 'get_current'],
    ['^get_.*time$', 'get_'],
    ['colou?r', 'colo'],
    ['ab*cde+', 'cde'],
    ['a|b', ''],
    ['(abc)def', 'def'],
    ['a{2,3}bcd', 'bcd'],
    ['\\.json', '.json'],
    ['\\x41\\pL', ''],
    ['(?i)Create Issue', 'create i'],
    ['[abc]def', ''],
  ])('of %s is %j', (pattern, literal) => {
    expect(requiredLiteral(pattern).text).toBe(literal)
  })

  it('stands in every text the pattern occurs in', () => {
    const atoms = fc.constantFrom(
      'a',
      'b',
      'c',
      'K',
      's',
      '.',
      '\\.',
      '\\d',
      '(a|b)',
      '(bc)',
      'a|',
      '\\w',
      '^',
      '$',
      '_',
      'é',
    )
    const quantifiers = fc.constantFrom('', '', '', '*', '+', '?', '{2}', '{0,2}')
    const pattern = fc
      .tuple(
        fc.constantFrom('', '(?i)'),
        fc.array(fc.tuple(atoms, quantifiers), { minLength: 1, maxLength: 6 }),
      )
      .map(
        ([flag, pieces]) =>
          flag +
          pieces
            .map(([atom, quantifier]) => atom + ('^$|'.includes(atom.at(-1) as string) ? '' : quantifier))
            .join(''),
      )
    const text = fc.string({
      unit: fc.constantFrom('a', 'b', 'c', 'A', 'B', 'k', '\u212a', '\u017f', '.', '1', '_', 'é', 'É'),
    })
    fc.assert(
      fc.property(pattern, text, (given, subject) => {
        const { text: literal, ignoreCase } = requiredLiteral(given)
        let occurs = false
        try {
          occurs = compileLinearPattern(given).occursIn(subject)
        } catch {
          return
        }
        if (occurs) expect((ignoreCase ? subject.toLowerCase() : subject).includes(literal)).toBe(true)
      }),
      { numRuns: 3_000 },
    )
  })
})
