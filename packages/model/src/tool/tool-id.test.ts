import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { InvalidToolIdError } from '../errors.ts'
import {
  formatToolId,
  isIdPart,
  isIdVersion,
  isToolId,
  parseToolId,
  type ToolId,
  toIdPart,
  toIdVersion,
} from './tool-id.ts'

const part = fc.stringMatching(/^[A-Za-z0-9_.-]{1,128}$/)
const version = fc.stringMatching(/^[A-Za-z0-9_.+-]{1,64}$/)
const toolId = fc.record({ name: part, namespace: part, version }, { requiredKeys: ['name'] })

describe('MOD-001 formatting', () => {
  it.each<[ToolId, string]>([
    [{ name: 'read' }, 'read'],
    [{ namespace: 'fs', name: 'read' }, 'fs:read'],
    [{ namespace: 'fs', name: 'read', version: '1.0.0' }, 'fs:read:1.0.0'],
    [{ name: 'read', version: '1.0.0' }, ':read:1.0.0'],
  ])('writes %j as %s', (id, text) => {
    expect(formatToolId(id)).toBe(text)
    expect(parseToolId(text)).toEqual(id)
  })
})

describe('MOD-002, MOD-003 parsing', () => {
  it.each(['', 'a:b:c:d', ':read', 'read:', ':', 'a::c', '::', ':::', '::1.0.0', 'a b', 'fs:日本', 'a:b:'])(
    'refuses %j with INVALID_TOOL_ID',
    (text) => {
      expect(() => parseToolId(text)).toThrow(InvalidToolIdError)
      expect(isToolId(text)).toBe(false)
    },
  )

  it('is the inverse of formatting, both ways', () => {
    fc.assert(
      fc.property(toolId, (id) => {
        expect(parseToolId(formatToolId(id))).toEqual(id)
      }),
    )
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('a', 'b', ':', '.', '1', ' ') }), (text) => {
        if (isToolId(text)) expect(formatToolId(parseToolId(text))).toBe(text)
      }),
    )
  })

  it('gives different texts for different ids', () => {
    fc.assert(
      fc.property(toolId, toolId, (a, b) => {
        const same = a.name === b.name && a.namespace === b.namespace && a.version === b.version
        expect(formatToolId(a) === formatToolId(b)).toBe(same)
      }),
    )
  })
})

describe('MOD-005 names in ids', () => {
  it.each(['', 'x'.repeat(129), 'bad:name'])('refuses %j', (name) => {
    expect(() => formatToolId({ name })).toThrow(InvalidToolIdError)
  })

  it('names each illegal character once', () => {
    expect(() => formatToolId({ name: 'bad@name#here@' })).toThrow(/"@", "#"; allowed/)
  })
})

describe('toIdPart', () => {
  it('keeps legal texts and is idempotent for all', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (text) => {
        const legal = toIdPart(text)
        expect(isIdPart(legal)).toBe(true)
        expect(toIdPart(legal)).toBe(legal)
        if (isIdPart(text)) expect(legal).toBe(text)
        expect(isIdVersion(toIdVersion(text))).toBe(true)
      }),
    )
  })

  it('tells apart what the replacement makes equal', () => {
    const parts = ['Get Weather', 'Get  Weather', 'Get/Weather', '天气查询', '天气', 'x'.repeat(129)].map(
      toIdPart,
    )
    expect(new Set(parts).size).toBe(parts.length)
    expect(parts[0]).toMatch(/^Get_Weather\.[0-9a-f]{8}$/)
    expect(parts[3]).toMatch(/^tool\.[0-9a-f]{8}$/)
  })
})
