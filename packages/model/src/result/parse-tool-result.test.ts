import { describe, expect, it } from 'vitest'
import type { JsonLimits } from '../internal/json/json.ts'
import { parseToolResult } from './tool-result.ts'

describe('parseToolResult', () => {
  it('keeps every kind of content with all its members', () => {
    const content = [
      { type: 'text', text: 'a', annotations: { priority: 1 } },
      { type: 'image', data: 'aGk=', mimeType: 'image/png' },
      { type: 'audio', data: 'aGk=', mimeType: 'audio/wav' },
      { type: 'resource', resource: { uri: 'file:///a', text: 'a' } },
      { type: 'resource_link', uri: 'file:///a', name: 'a' },
    ]
    const result = { content, structuredContent: { a: 1 }, isError: true, _meta: { b: 2 } }
    expect(parseToolResult(result)).toEqual(result)
  })

  it('makes text of content it does not know, so that nothing is lost', () => {
    expect(parseToolResult({ content: [{ type: 'hologram', data: 1 }, { type: 'text' }, null] })).toEqual({
      content: [
        { type: 'text', text: '{"type":"hologram","data":1}' },
        { type: 'text', text: '{"type":"text"}' },
        { type: 'text', text: 'null' },
      ],
    })
  })

  it('takes a result without content', () => {
    expect(parseToolResult({ structuredContent: { a: 1 } })).toEqual({
      content: [],
      structuredContent: { a: 1 },
    })
  })

  it('leaves out members that are not what MCP says', () => {
    expect(parseToolResult({ content: [], structuredContent: 'x', isError: 'yes', _meta: [] })).toEqual({
      content: [],
    })
  })

  it('says what it leaves out', () => {
    let deep: unknown = 'bottom'
    for (let i = 0; i < 100_000; i += 1) deep = [deep]
    const texts = (value: unknown, limits?: JsonLimits): unknown =>
      parseToolResult(value, limits)?.content.map((block) => Reflect.get(block, 'text'))
    const given = {
      content: [deep, { type: 'text', text: 'a' }],
      structuredContent: { deep },
      _meta: { deep },
    }
    expect(texts(given)).toEqual([
      expect.stringMatching(/^\[A piece of the result was left out: Nested deeper than 64 levels/),
      'a',
      expect.stringMatching(/^\[The structured content was left out: Nested deeper than 64 levels/),
      expect.stringMatching(/^\[What describes the result was left out: Nested deeper than 64 levels/),
    ])
    expect(Object.keys(parseToolResult(given) ?? {})).toEqual(['content'])
    const limits = { maxDepth: 9, maxNodes: 9, maxLength: 9 }
    expect(texts({ content: [{ type: 'text', text: 'far too long' }] }, limits)).toEqual([
      expect.stringMatching(/^\[A piece of the result was left out: Longer than allowed/),
    ])
    const many = Array(10_003).fill({ type: 'text', text: '' })
    expect(parseToolResult({ content: many })?.content.at(-1)).toEqual({
      type: 'text',
      text: '[What comes after the first 10000 pieces was left out: there are too many.]',
    })
  })

  it('shares nothing with what it was given', () => {
    const block = { type: 'text', text: 'a', annotations: { priority: 1 } }
    const given = { content: [block], structuredContent: { a: [1] } }
    const result = parseToolResult(given)
    block.annotations.priority = 2
    given.structuredContent.a.push(2)
    given.content.push(block)
    expect(result).toEqual({
      content: [{ type: 'text', text: 'a', annotations: { priority: 1 } }],
      structuredContent: { a: [1] },
    })
    expect(Object.isFrozen(result?.content[0])).toBe(true)
  })

  it('cleans what describes, and nothing that is content', () => {
    const text = 'vis\u200bible\u001b[31m'
    const resource = { uri: text, mimeType: text, text, blob: text, _meta: { [text]: text } }
    const given = {
      content: [
        { type: 'text', text, annotations: { audience: [text] }, _meta: { a: text }, 'te\u200bxt': {} },
        { type: 'image', data: text, mimeType: text },
        { type: 'resource_link', uri: text, name: text, title: text, description: text },
        { type: 'resource', resource },
      ],
      structuredContent: { [text]: text },
      _meta: { [text]: text },
    }
    const clean = 'visible'
    expect(parseToolResult(given)).toEqual({
      content: [
        { type: 'text', text, annotations: { audience: [clean] }, _meta: { a: clean } },
        { type: 'image', data: text, mimeType: clean },
        { type: 'resource_link', uri: clean, name: clean, title: clean, description: clean },
        {
          type: 'resource',
          resource: { uri: clean, mimeType: clean, text, blob: text, _meta: { [clean]: clean } },
        },
      ],
      structuredContent: { [text]: text },
      _meta: { [clean]: clean },
    })
  })

  it('makes text of a resource without the resource', () => {
    expect(parseToolResult({ content: [{ type: 'resource' }] })?.content[0]?.type).toBe('text')
  })

  it.each([[undefined], ['text'], [[]], [{ content: 'none' }]])('is nothing for %j', (value) => {
    expect(parseToolResult(value)).toBeUndefined()
  })
})
