import { describe, expect, it } from 'vitest'
import { InvalidToolError } from '../errors.ts'
import { parseTool } from './parse-tool.ts'
import { toToolSummary } from './tool-entry.ts'
import { definitionHash, parseToolJson, toToolJson } from './tool-json.ts'

const schema = { type: 'object', properties: { city: { type: 'string' } } }

describe('what is no tool', () => {
  it('has its kind in its id, so that no name of one kind hides one of another', () => {
    const idOf = (kind?: 'tool' | 'prompt' | 'resource' | 'skill') =>
      parseTool({ name: 'plan', kind, inputSchema: schema }, { namespace: 'trips' }).tool.id
    expect([idOf(), idOf('tool'), idOf('prompt'), idOf('resource'), idOf('skill')]).toEqual([
      'trips:plan',
      'trips:plan',
      'trips:prompt.plan',
      'trips:resource.plan',
      'trips:skill.plan',
    ])
  })

  it('keeps its own name, whatever an id can hold', () => {
    const { tool, notices } = parseTool({ name: 'Trip plan', kind: 'resource' })
    expect([tool.name, tool.id]).toEqual([
      'Trip plan',
      expect.stringMatching(/^resource\.Trip_plan\.[0-9a-f]{8}$/),
    ])
    expect(notices.map(({ code }) => code)).toEqual(['NAME_LEGALIZED'])
  })

  it('needs no schema and only reads, whatever it says of itself', () => {
    const { tool } = parseTool({ name: 'plan', kind: 'skill', annotations: { destructiveHint: true } })
    expect([tool.inputSchema, tool.annotations]).toEqual([
      { type: 'object', properties: {} },
      { readOnlyHint: true },
    ])
    expect(() => parseTool({ name: 'plan', kind: 'tool' })).toThrow(InvalidToolError)
  })

  it('is the same again after it was JSON, and another definition than a tool', () => {
    const { tool } = parseTool({ name: 'plan', kind: 'prompt', inputSchema: schema, uri: 'x://plan' })
    expect(parseToolJson(JSON.stringify(toToolJson(tool)))).toEqual(tool)
    expect(toToolSummary(tool, []).kind).toBe('prompt')
    const plain = parseTool({ name: 'plan', inputSchema: schema, uri: 'x://plan' }).tool
    expect('kind' in plain || 'kind' in toToolSummary(plain, [])).toBe(false)
    expect(definitionHash(plain)).not.toBe(definitionHash(tool))
  })

  it('is refused where there is no such kind', () => {
    const read = () => parseTool({ name: 'plan', kind: 'promt', inputSchema: schema })
    expect(read).toThrow('The kind of "plan" is "promt"; one of tool, prompt, resource, skill is needed.')
  })
})
