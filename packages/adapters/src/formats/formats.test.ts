import { parseTool, type Tool, toToolJson } from '@toolscout/model'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { a2aFormat } from './a2a-format.ts'
import { createFormatRegistry } from './format-registry.ts'
import { anthropicFormat, geminiFormat, mcpFormat, openAiFormat } from './provider-formats.ts'
import type { ToolFormat } from './tool-format.ts'

const tool = (members: object = {}): Tool =>
  parseTool({
    name: 'create_issue',
    namespace: 'github',
    description: 'Create an issue',
    inputSchema: { type: 'object', properties: { title: { type: 'string' } }, required: ['title'] },
    ...members,
  }).tool
const failure = (work: () => unknown): unknown => {
  try {
    return work()
  } catch (error) {
    return error
  }
}

describe('every format', () => {
  const all: readonly ToolFormat[] = [a2aFormat, anthropicFormat, geminiFormat, mcpFormat, openAiFormat]

  it.each(all)('$name: reads what it wrote, and writes the same bytes', (format) => {
    const { value } = format.write(tool())
    const read = format.parse(value)
    expect([read.namespace, read.name, read.description]).toEqual([
      'github',
      'create_issue',
      'Create an issue',
    ])
    expect(JSON.stringify(format.write(read).value)).toBe(JSON.stringify(value))
  })

  it.each(all)(
    '$name: refuses what is no tool with a typed error, and changes nothing of what it reads',
    (format) => {
      for (const value of [undefined, null, 5, 'x', [], {}, { name: '' }, { id: '' }])
        expect(failure(() => format.parse(value))).toMatchObject({
          code: 'CONVERSION_FAILED',
          details: { format: format.name, direction: 'parse' },
        })
      const value = structuredClone(format.write(tool()).value)
      const before = JSON.stringify(value)
      format.parse(value)
      expect(JSON.stringify(value)).toBe(before)
    },
  )
})

describe('ADP-004: mcp', () => {
  it('keeps everything a tool has', () => {
    const whole = tool({
      version: '1.2.0',
      title: 'Create',
      tags: ['git'],
      outputSchema: { type: 'object', if: { type: 'object' }, patternProperties: { '^x': true } },
      annotations: { readOnlyHint: false, destructiveHint: true },
      icons: [{ src: 'https://example.org/i.png' }],
      category: 'code',
      inputModes: ['text/plain'],
      examples: [{ arguments: { title: 'x' } }],
      _meta: { summary: 'short', own: { a: 1 } },
    })
    const { value, losses } = mcpFormat.write(whole)
    expect(toToolJson(mcpFormat.parse(JSON.parse(JSON.stringify(value))))).toEqual(toToolJson(whole))
    expect(losses).toEqual([])
  })

  it('adds nothing to what MCP itself defines, and takes nothing of it', () => {
    const text = fc.string({ minLength: 1, maxLength: 20 }).filter((value) => /^[a-z][a-z ]*$/.test(value))
    const words = fc.constantFrom('Read a file', 'files', 'draw')
    const schema = fc.constantFrom(
      { type: 'object' },
      { type: 'object', properties: { a: { type: 'string' } } },
    )
    const hints = fc.record(
      { title: words, readOnlyHint: fc.boolean(), idempotentHint: fc.boolean() },
      { requiredKeys: [], noNullPrototype: true },
    )
    const meta = fc.record(
      { category: words, inputModes: fc.constant(['text/plain']), 'x/own': fc.integer() },
      { requiredKeys: [], noNullPrototype: true },
    )
    const definition = fc.record(
      {
        name: fc.constantFrom('read', 'read_file', 'a.b'),
        inputSchema: schema,
        title: text,
        description: words,
        outputSchema: schema,
        annotations: hints,
        icons: fc.constant([{ src: 'https://example.org/i.png', mimeType: 'image/png', sizes: ['48x48'] }]),
        execution: fc.constant({ taskSupport: 'optional' }),
        _meta: meta,
      },
      { requiredKeys: ['name', 'inputSchema'], noNullPrototype: true },
    )
    const formats = createFormatRegistry()
    fc.assert(
      fc.property(definition, (given) => {
        // A title that only says again what the annotations do is read from there.
        fc.pre(given.title !== given.annotations?.title || given.title === undefined)
        expect(formats.convert(given, 'mcp', 'mcp').value).toEqual(given)
      }),
    )
  })

  it('reads what _meta and annotations say', () => {
    const read = mcpFormat.parse({
      name: 'a',
      inputSchema: { type: 'object' },
      annotations: { title: 'A title' },
      _meta: { category: 'files', inputModes: ['text/plain'] },
    })
    expect(read).toMatchObject({ title: 'A title', category: 'files', inputModes: ['text/plain'] })
  })
})

describe('ADP-005: openai', () => {
  it('reads all three of its shapes, and keeps strict', () => {
    const bare = {
      name: 'github__create_issue',
      description: 'd',
      parameters: { type: 'object' },
      strict: true,
    }
    for (const value of [{ type: 'function', function: bare }, bare, { type: 'function', ...bare }]) {
      const read = openAiFormat.parse(value)
      expect(read.id).toBe('github:create_issue')
      expect(openAiFormat.write(read).value).toMatchObject({
        type: 'function',
        function: { name: 'github__create_issue', strict: true, parameters: { additionalProperties: false } },
      })
    }
    expect(openAiFormat.parse({ name: 'x' }).inputSchema).toEqual({ type: 'object' })
    expect(openAiFormat.parse({ name: 'x', parameters: null }).inputSchema).toEqual({ type: 'object' })
  })

  it('keeps what strict mode cannot hold without strict mode, and says so', () => {
    const open = { type: 'object', properties: { env: { type: 'object' } } }
    const { value, losses } = openAiFormat.write(
      openAiFormat.parse({ name: 'x', parameters: open, strict: true }),
    )
    expect(value).toMatchObject({ function: { strict: false, parameters: open } })
    expect(losses).toMatchObject([{ tool: 'x', path: '/inputSchema', keyword: 'strict' }])
  })

  it('writes a summary or a title where there is no description', () => {
    const said = (members: object): unknown =>
      openAiFormat.write(tool({ description: undefined, ...members })).value.function
    expect(said({ _meta: { summary: 'short' }, title: 'T' })).toMatchObject({ description: 'short' })
    expect(said({ title: 'T' })).toMatchObject({ description: 'T' })
    expect(said({})).not.toHaveProperty('description')
  })

  it('gives two namespaces of one name two names', () => {
    const names = ['a', 'b'].map((namespace) => openAiFormat.write(tool({ namespace })).value.function)
    expect(names).toMatchObject([{ name: 'a__create_issue' }, { name: 'b__create_issue' }])
  })
})

describe('ADP-005: anthropic', () => {
  it('keeps cache_control and input_examples, and takes examples from them', () => {
    const given = {
      name: 'x',
      description: 'd',
      input_schema: { type: 'object', properties: { a: { anyOf: [{ type: 'string' }, { type: 'null' }] } } },
      input_examples: [{ a: 'b' }],
      cache_control: { type: 'ephemeral' },
      defer_loading: true,
    }
    const read = anthropicFormat.parse(given)
    expect(read.examples).toEqual([{ arguments: { a: 'b' } }])
    expect(anthropicFormat.write(read)).toEqual({ value: given, losses: [] })
  })

  it('takes nothing else from what a server puts into _meta', () => {
    const _meta = { 'toolscout/anthropic': { name: 'other', input_schema: {}, strict: true } }
    const { name, strict } = anthropicFormat.write(tool({ _meta })).value
    expect([name, strict]).toEqual(['github__create_issue', true])
  })
})

describe('ADP-005: gemini', () => {
  it('takes a wrapper with exactly one declaration', () => {
    const declaration = {
      name: 'x',
      description: 'd',
      parameters: { type: 'OBJECT', properties: { a: { type: 'STRING', nullable: true } } },
    }
    const read = geminiFormat.parse({ functionDeclarations: [declaration] })
    expect(read.inputSchema).toEqual({
      type: 'object',
      properties: { a: { type: 'string', nullable: true } },
    })
    expect(geminiFormat.write(read).value).toEqual({
      functionDeclarations: [
        {
          name: 'x',
          description: 'd',
          parametersJsonSchema: { type: 'object', properties: { a: { type: ['string', 'null'] } } },
        },
      ],
    })
    for (const list of [[], [declaration, declaration], 'no'])
      expect(failure(() => geminiFormat.parse({ functionDeclarations: list }))).toMatchObject({
        code: 'CONVERSION_FAILED',
      })
  })
})

describe('ADP-005: a2a', () => {
  it.each([
    ['a:b', { namespace: 'a', name: 'b' }],
    ['a:b:1.0.0', { namespace: 'a', name: 'b', version: '1.0.0' }],
    ['plain', { name: 'plain' }],
    ['a::b', { name: 'a::b' }],
    ['a:b:c:d', { name: 'a:b:c:d' }],
  ])('the id %s is told apart, and given back as it was', (id, parts) => {
    const skill = {
      id,
      name: 'A skill',
      description: 'd',
      tags: ['t'],
      examples: ['ask me'],
      inputModes: ['text/plain'],
    }
    const read = a2aFormat.parse(skill)
    expect(read).toMatchObject({ title: 'A skill', tags: ['t'], ...parts })
    expect(a2aFormat.write(read)).toEqual({ value: skill, losses: [] })
  })

  it('a skill takes a message, and a card is none', () => {
    expect(a2aFormat.parse({ id: 'x' }).inputSchema.required).toEqual(['message'])
    expect(failure(() => a2aFormat.parse({ name: 'Agent', skills: [] }))).toMatchObject({
      message: expect.stringContaining('parseAgentCard'),
    })
  })

  it('requirements stay', () => {
    const skill = {
      id: 'x',
      name: 'X',
      description: 'd',
      tags: [],
      securityRequirements: [{ oauth: ['read'] }],
    }
    expect(a2aFormat.write(a2aFormat.parse(skill)).value).toEqual(skill)
  })
})

describe('ADP-002, ADP-003: the registry of formats', () => {
  it('has five, in order, and each converts into each', () => {
    const formats = createFormatRegistry()
    const names = formats.list().map(({ name }) => name)
    expect(names).toEqual(['a2a', 'anthropic', 'gemini', 'mcp', 'openai'])
    const value = mcpFormat.write(tool()).value
    for (const from of names)
      for (const to of names) {
        const { value: given } = formats.convert(value, 'mcp', from)
        expect(formats.convert(given, from, to).tool.name).toBe('create_issue')
      }
  })

  it('says what is lost and between whom, in order, and nothing for what is not', () => {
    const formats = createFormatRegistry()
    const inputSchema = {
      type: 'object',
      properties: {
        a: { type: 'array', items: { type: 'string', pattern: '^x' } },
        b: { not: { type: 'null' } },
      },
      $defs: { c: { pattern: 'y' } },
    }
    const outputSchema = { type: 'object', properties: { d: { allOf: [{ maxLength: 3 }] } } }
    const { losses } = formats.convert({ name: 'x', inputSchema, outputSchema, title: 'T' }, 'mcp', 'gemini')
    expect(losses.map(({ path, keyword, from, to }) => [path, keyword, from, to])).toEqual([
      ['/inputSchema/properties/a/items', 'pattern', 'mcp', 'gemini'],
      ['/inputSchema/properties/b', 'not', 'mcp', 'gemini'],
      ['/outputSchema/properties/d', 'maxLength', 'mcp', 'gemini'],
      ['/title', 'title', 'mcp', 'gemini'],
    ])
    const plain = {
      name: 'x',
      inputSchema: { type: 'object', properties: { a: { type: 'string', enum: ['b'] } } },
    }
    for (const to of ['openai', 'anthropic', 'gemini', 'mcp'])
      expect(formats.convert(plain, 'mcp', to).losses).toEqual([])
    expect(formats.convert({ ...plain, outputSchema }, 'mcp', 'openai').losses).toMatchObject([
      { path: '/outputSchema' },
    ])
  })

  it('registers, refuses a second of a name, and forgets', () => {
    const formats = createFormatRegistry([])
    formats.register(mcpFormat)
    expect(failure(() => formats.register(mcpFormat))).toMatchObject({ code: 'FORMAT_EXISTS' })
    expect(formats.get('mcp')).toBe(mcpFormat)
    expect([formats.unregister('mcp'), formats.unregister('mcp'), formats.get('mcp')]).toEqual([
      true,
      false,
      undefined,
    ])
    expect(failure(() => createFormatRegistry().convert({}, 'mpc', 'openai'))).toMatchObject({
      code: 'FORMAT_NOT_FOUND',
      message: expect.stringContaining('mcp'),
      details: { formats: ['a2a', 'anthropic', 'gemini', 'mcp', 'openai'] },
    })
  })

  it('tells what a format of somebody else throws as what it is', () => {
    const broken: ToolFormat = {
      ...mcpFormat,
      name: 'broken',
      write: () => {
        throw new RangeError('no')
      },
    }
    const formats = createFormatRegistry([mcpFormat, broken])
    const value = { name: 'x', inputSchema: { type: 'object' } }
    expect(failure(() => formats.convert(value, 'mcp', 'broken'))).toMatchObject({
      code: 'CONVERSION_FAILED',
      details: { format: 'broken', direction: 'write' },
      cause: expect.any(RangeError),
    })
  })
})
