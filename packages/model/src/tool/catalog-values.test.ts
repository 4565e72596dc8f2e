import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compareHits } from '../contracts/searcher.ts'
import { estimateTokens } from '../contracts/token-counter.ts'
import { compileFilter, isEmptyFilter, type ToolFilter } from '../contracts/tool-filter.ts'
import { oneLine, takeCodePoints, truncate } from '../internal/text/foreign-text.ts'
import { parseTool } from './parse-tool.ts'
import { summaryText, toToolSummary } from './tool-entry.ts'

const inputSchema = { type: 'object' }
const summary = (members: object): ReturnType<typeof toToolSummary> =>
  toToolSummary(parseTool({ name: 'a', inputSchema, ...members }).tool, [
    { kind: 'mcp', server: 'github' },
    { kind: 'local', handler: 'a' },
  ])

describe('summaries', () => {
  it('IDX-077: cut the description to 120 code points on one line', () => {
    const text = summary({ description: `one\n two ${'👍'.repeat(200)}` }).summary
    expect([...text].length).toBe(120)
    expect(text.startsWith('one two 👍')).toBe(true)
    expect(text.endsWith('…')).toBe(true)
  })

  it('are what the whole description in one line would be cut to', () => {
    const piece = fc.constantFrom('word ', 'longerword', ' ', '  ', '\n', '\u200b', 'é', '👍', 'A sentence. ')
    const text = fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join(''))
    fc.assert(
      fc.property(text, fc.integer({ min: 0, max: 40 }), (description, length) => {
        const { tool } = parseTool({ name: 'a', inputSchema, description })
        const whole = oneLine(takeCodePoints(tool.description ?? '', 8 * length))
        expect(summaryText(tool, length)).toBe(truncate(whole, length))
      }),
    )
  })

  it('prefer _meta.summary and list security schemes once, sorted', () => {
    const given = summary({
      description: 'long',
      _meta: { summary: ' short ', securityRequirements: [{ oauth: [] }, { key: [] }, { oauth: ['x'] }] },
    })
    expect([given.summary, given.security]).toEqual(['short', ['key', 'oauth']])
    expect(summary({ _meta: { securitySchemes: { b: {}, a: {} } } }).security).toEqual(['a', 'b'])
    expect(summary({}).security).toBeUndefined()
  })
})

describe('filters', () => {
  const tool = summary({
    namespace: 'My Server',
    tags: ['Web Search'],
    category: 'Data',
    capabilities: ['io'],
  })

  it.each<[ToolFilter, boolean]>([
    [{}, true],
    [{ namespaces: ['My Server'] }, true],
    [{ namespaces: ['other', 'My Server'] }, true],
    [{ namespaces: [''] }, false],
    [{ namespaces: [] }, false],
    [{ tags: ['web search'] }, true],
    [{ tags: ['web'] }, false],
    [{ categories: ['data'] }, true],
    [{ capabilities: ['IO'] }, true],
    [{ backends: ['local'] }, true],
    [{ backends: ['provider'] }, false],
    [{ servers: ['github'] }, true],
    [{ servers: ['gitlab'] }, false],
    [{ tags: ['web search'], servers: ['gitlab'] }, false],
    [{ readOnly: true }, false],
    [{ readOnly: false }, true],
    [{ destructive: true }, true],
    [{ destructive: false }, false],
  ])('%j lets it through: %s', (filter, expected) => {
    expect(compileFilter(filter)(tool)).toBe(expected)
  })

  it('believe hints only as far as MCP does', () => {
    const readOnly = summary({ annotations: { readOnlyHint: true, destructiveHint: true } })
    const gentle = summary({ annotations: { destructiveHint: false } })
    expect(compileFilter({ destructive: false })(readOnly)).toBe(true)
    expect(compileFilter({ destructive: false })(gentle)).toBe(true)
    expect(compileFilter({ readOnly: true })(gentle)).toBe(false)
    expect(compileFilter({ namespaces: [''] })(gentle)).toBe(true)
  })

  it('know when they restrict nothing', () => {
    expect([
      isEmptyFilter(undefined),
      isEmptyFilter({ tags: undefined }),
      isEmptyFilter({ tags: [] }),
    ]).toEqual([true, true, false])
  })
})

describe('hit order', () => {
  it('is score descending, then id by code unit', () => {
    const hits = [
      { id: 'b', score: 1 },
      { id: 'B', score: 1 },
      { id: 'a', score: 1 },
      { id: 'z', score: 1 + 1e-15 },
    ]
    expect(hits.sort(compareHits).map((hit) => hit.id)).toEqual(['z', 'B', 'a', 'b'])
  })
})

describe('token estimate', () => {
  it('counts words, numbers, signs and dense scripts', () => {
    expect(estimateTokens('')).toBe(0)
    expect(estimateTokens('list files')).toBe(2)
    expect(estimateTokens('internationalization')).toBe(4)
    expect(estimateTokens('天気予報')).toBe(4)
    expect(estimateTokens('{"a":1234}')).toBeGreaterThanOrEqual(5)
  })
})
