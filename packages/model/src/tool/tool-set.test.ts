import { describe, expect, it } from 'vitest'
import { InvalidToolError } from '../errors.ts'
import { parseTool } from './parse-tool.ts'
import { listToolSet } from './tool-set.ts'

const inputSchema = { type: 'object' }
const execute = (): number => 1

describe('listToolSet', () => {
  it('takes lists and records, with handlers', () => {
    expect(listToolSet([{ name: 'a', inputSchema, execute }])).toEqual([
      { definition: { name: 'a', inputSchema }, handler: execute },
    ])
    expect(listToolSet({ a: { inputSchema }, b: { parameters: inputSchema, execute } })).toEqual([
      { definition: { name: 'a', inputSchema } },
      { definition: { name: 'b', inputSchema }, handler: execute },
    ])
  })

  it('hands broken entries on to be reported', () => {
    expect(listToolSet([null as never])).toEqual([{ definition: null }])
  })

  it.each([
    ['a text', 'tools', /as a list or a record, not as "tools"/],
    ['a map', new Map(), /as a list or a record/],
    ['a function for a tool', { add: () => 1 }, /The tool "add" is a function; an object/],
    ['one tool', { name: 'a', inputSchema }, /This is one tool called "a".*write \[tool\]/],
    ['one tool of OpenAI', { type: 'function', function: { name: 'a' } }, /This is one tool; .*\[tool\]/],
    ['an execute that is no function', [{ name: 'a', execute: 3 }], /The execute of "a" is 3; a function/],
  ])('refuses %s and says what to do', (_what, tools, message) => {
    expect(() => listToolSet(tools as never)).toThrow(InvalidToolError)
    expect(() => listToolSet(tools as never)).toThrow(message)
  })
})

describe('shapes of other programs', () => {
  it.each([
    ['Anthropic', { name: 'a', description: 'd', input_schema: inputSchema }],
    ['older AI SDKs', { name: 'a', description: 'd', parameters: inputSchema }],
    ['OpenAI responses', { type: 'function', name: 'a', description: 'd', parameters: inputSchema }],
    [
      'OpenAI chat completions',
      { type: 'function', function: { name: 'a', description: 'd', parameters: inputSchema } },
    ],
  ])('of %s are read as MCP', (_who, definition) => {
    const expected = parseTool({ name: 'a', description: 'd', inputSchema }).tool
    expect(parseTool(definition).tool).toEqual(expected)
    expect(listToolSet([{ ...definition, execute } as never])).toEqual([
      { definition: { name: 'a', description: 'd', inputSchema }, handler: execute },
    ])
  })

  it('mean nothing beside an inputSchema', () => {
    const { tool } = parseTool({ name: 'a', inputSchema, parameters: { limit: 3 } })
    expect(tool.inputSchema).toEqual(inputSchema)
    expect(tool.otherMembers).toEqual({ parameters: { limit: 3 } })
  })
})

describe('messages about names', () => {
  it.each([
    ['', 'The name is empty; a text that can be seen is needed.'],
    [' ', 'The name is blank; a text that can be seen is needed.'],
    [undefined, 'The name is undefined; a text is needed.'],
    ['\u200b\n', 'The name is blank; a text that can be seen is needed.'],
  ])('say of %j what is wrong', (name, message) => {
    expect(() => parseTool({ name, inputSchema })).toThrow(message)
  })

  it('name the tool when another member is wrong', () => {
    expect(() => parseTool({ name: 'a', inputSchema, version: ' ' })).toThrow('The version of "a" is blank')
  })
})
