import { describe, expect, it } from 'vitest'
import { toCallResult } from './call-result.ts'

describe('toCallResult', () => {
  it('keeps every kind of content with all its members', () => {
    const content = [
      { type: 'text', text: 'a', annotations: { priority: 1 } },
      { type: 'image', data: 'aGk=', mimeType: 'image/png' },
      { type: 'audio', data: 'aGk=', mimeType: 'audio/wav' },
      { type: 'resource', resource: { uri: 'file:///a', text: 'a' } },
      { type: 'resource_link', uri: 'file:///a', name: 'a' },
    ]
    const result = { content, structuredContent: { a: 1 }, isError: true, _meta: { b: 2 } }
    expect(toCallResult(result)).toEqual(result)
  })

  it('makes text of content it does not know, so that nothing is lost', () => {
    expect(toCallResult({ content: [{ type: 'hologram', data: 1 }, { type: 'text' }, null] })).toEqual({
      content: [
        { type: 'text', text: '{"type":"hologram","data":1}' },
        { type: 'text', text: '{"type":"text"}' },
        { type: 'text', text: 'null' },
      ],
    })
  })

  it('takes a result without content', () => {
    expect(toCallResult({ structuredContent: { a: 1 } })).toEqual({
      content: [],
      structuredContent: { a: 1 },
    })
  })

  it('leaves out members that are not what MCP says', () => {
    expect(toCallResult({ content: [], structuredContent: 'x', isError: 'yes', _meta: [] })).toEqual({
      content: [],
    })
  })

  it('survives content that is nested too deeply to be written', () => {
    let deep: unknown = 'bottom'
    for (let i = 0; i < 100_000; i += 1) deep = [deep]
    expect(toCallResult({ content: [deep] })?.content[0]?.type).toBe('text')
  })

  it('is nothing when the content is no list', () => {
    expect(toCallResult({ content: 'none' })).toBeUndefined()
  })
})
