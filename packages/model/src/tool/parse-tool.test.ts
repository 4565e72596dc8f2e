import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { InvalidToolError } from '../errors.ts'
import { parseTool } from './parse-tool.ts'
import type { Tool } from './tool.ts'
import { MAX_DESCRIPTION_LENGTH } from './tool.ts'
import { createToolBuilder } from './tool-builder.ts'
import { definitionHash, parseToolJson, toMcpTool, toToolJson } from './tool-json.ts'

const schema = { type: 'object', properties: { path: { type: 'string' } }, required: ['path'] }
const full = {
  name: 'read_file',
  title: 'Read a file',
  description: 'Reads one file.',
  inputSchema: schema,
  outputSchema: { type: 'object' },
  annotations: {
    title: 'Read',
    readOnlyHint: true,
    destructiveHint: false,
    idempotentHint: true,
    openWorldHint: false,
  },
  icons: [{ src: 'https://x.test/i.png', mimeType: 'image/png', sizes: ['48x48'], theme: 'dark' }],
  _meta: { summary: 'Reads.', nested: { deep: [1] } },
  execution: { taskSupport: 'forbidden' },
  namespace: 'fs',
  version: '1.2.0',
  tags: ['files'],
  category: 'storage',
  inputModes: ['application/json'],
  outputModes: ['text/plain'],
  capabilities: ['file_io'],
  examples: [{ title: 'One', arguments: { path: 'a.txt' }, resultHint: 'text' }],
}

const isFrozenThrough = (value: unknown): boolean =>
  typeof value !== 'object' ||
  value === null ||
  (Object.isFrozen(value) && Object.values(value).every(isFrozenThrough))

describe('parseTool', () => {
  it('reads every member into a frozen value of its own', () => {
    const source = structuredClone(full)
    const { tool, notices } = parseTool(source)
    expect(notices).toEqual([])
    expect(tool.id).toBe('fs:read_file:1.2.0')
    expect(tool.otherMembers).toEqual({ execution: { taskSupport: 'forbidden' } })
    expect(isFrozenThrough(tool)).toBe(true)
    source.inputSchema.required.push('changed')
    source._meta.nested.deep.push(2)
    source.tags.push('changed')
    expect(parseTool(full).tool).toEqual(tool)
  })

  it('MOD-008: reads its own result to an equal tool', () => {
    const { tool } = parseTool(full)
    expect(parseTool(tool).tool).toBe(tool)
    expect(parseTool({ ...tool }).tool).toEqual(tool)
    const bare = parseTool({ name: 'a', inputSchema: schema }).tool
    expect(parseTool(bare, { namespace: 'fs' }).tool.id).toBe('fs:a')
  })

  it.each([
    ['no object', 'tool', ''],
    ['a list', [], ''],
    ['no name', { inputSchema: schema }, 'name'],
    ['an empty name', { name: '', inputSchema: schema }, 'name'],
    ['a name of white space', { name: ' ', inputSchema: schema }, 'name'],
    ['a name nobody can see', { name: '\u200b \u2028', inputSchema: schema }, 'name'],
    [
      'a namespace with hidden characters',
      { name: 'a', namespace: 'b\u200b', inputSchema: schema },
      'namespace',
    ],
    ['a name of 10 MB', { name: 'x'.repeat(10_000_000), inputSchema: schema }, 'name'],
    ['no input schema (MOD-005)', { name: 'a' }, 'inputSchema'],
    ['a boolean schema', { name: 'a', inputSchema: true }, 'inputSchema'],
    ['a schema for texts', { name: 'a', inputSchema: { type: 'string' } }, 'inputSchema.type'],
    ['a description that is no text', { name: 'a', inputSchema: schema, description: 7 }, 'description'],
    ['tags that are no list', { name: 'a', inputSchema: schema, tags: 'x' }, 'tags'],
  ])('refuses %s with INVALID_TOOL', (_what, definition, path) => {
    expect(() => parseTool(definition)).toThrow(InvalidToolError)
    try {
      parseTool(definition)
    } catch (error) {
      expect((error as InvalidToolError).details.path).toBe(path)
      expect((error as InvalidToolError).message.length).toBeLessThan(400)
    }
  })

  it('refuses schemas that are cyclic, too large or no JSON', () => {
    const cycle: Record<string, unknown> = { type: 'object' }
    cycle.properties = { self: cycle }
    const bad = [
      cycle,
      { type: 'object', description: 'x'.repeat(1_000_001) },
      { type: 'object', default: () => 1 },
    ]
    for (const inputSchema of bad)
      expect(() => parseTool({ name: 'a', inputSchema })).toThrow(InvalidToolError)
  })

  it('takes names an id cannot hold and says so', () => {
    for (const name of ['Get Weather', '天气查询', 'db:query', 'x'.repeat(200)]) {
      const { tool, notices } = parseTool({ name, namespace: 'my server', inputSchema: schema })
      expect(tool.name).toBe(name)
      expect(tool.namespace).toBe('my server')
      expect(tool.id).toMatch(/^my_server\.[0-9a-f]{8}:[A-Za-z0-9_.-]+$/)
      expect(notices.map((notice) => [notice.code, notice.path])).toEqual([
        ['NAME_LEGALIZED', 'name'],
        ['NAME_LEGALIZED', 'namespace'],
      ])
    }
  })

  it('cleans and cuts texts for readers, in schemas too, and leaves data alone', () => {
    const { tool, notices } = parseTool({
      name: 'a',
      description: `secret\u200b ${'x'.repeat(10_000_000)}`,
      inputSchema: {
        type: 'object',
        properties: {
          'k\u200b': { description: 'hid\u202eden', enum: ['v\u200b'], default: { description: 'd\u200b' } },
          description: { type: 'string', title: 't\u200b' },
        },
      },
    })
    expect([...(tool.description as string)].length).toBe(MAX_DESCRIPTION_LENGTH)
    expect(tool.description).toMatch(/^secret x+…$/)
    expect(tool.inputSchema).toEqual({
      type: 'object',
      properties: {
        'k\u200b': { description: 'hidden', enum: ['v\u200b'], default: { description: 'd\u200b' } },
        description: { type: 'string', title: 't' },
      },
    })
    expect(new Set(notices.map((notice) => notice.code))).toEqual(
      new Set(['HIDDEN_CHARACTERS', 'TEXT_TRUNCATED']),
    )
  })

  it('leaves out malformed icons, hints and examples and says so', () => {
    const { tool, notices } = parseTool({
      name: 'a',
      inputSchema: schema,
      annotations: { readOnlyHint: 'yes', idempotentHint: true },
      icons: [{ src: 'https://a.test/' }, {}, 'x'],
      examples: [{ arguments: { path: 'x' } }, { arguments: 'x' }],
    })
    expect(tool.annotations).toEqual({ idempotentHint: true })
    expect(tool.icons).toEqual([{ src: 'https://a.test/' }])
    expect(tool.examples).toEqual([{ arguments: { path: 'x' } }])
    expect(notices.map((notice) => notice.path)).toEqual([
      'annotations.readOnlyHint',
      'icons[1]',
      'icons[2]',
      'examples[1]',
    ])
  })

  it.each([
    ['https://a.test/i.png', true],
    ['data:image/png;base64,AAAA', true],
    ['http://a.test/i.png', false],
    ['javascript:alert(1)', false],
    ['java\nscript:alert(1)', false],
    ['file:///etc/passwd', false],
    ['ftp://a.test/i.png', false],
    ['ws://a.test/', false],
    ['vscode://open', false],
    ['data:text/html,<script>', false],
    ['https://a.test/\u202egnp.i', false],
    ['/i.png', false],
  ])('takes an icon at %j: %j', (src, isTaken) => {
    const { tool, notices } = parseTool({ name: 'a', inputSchema: schema, icons: [{ src }] })
    expect(tool.icons ?? []).toEqual(isTaken ? [{ src }] : [])
    expect(notices).toHaveLength(isTaken ? 0 : 1)
  })

  it('lets _meta stand in for category and modes', () => {
    const _meta = { category: 'c', inputModes: ['m', 3], outputModes: ['o'] }
    const { tool } = parseTool({ name: 'a', inputSchema: schema, _meta })
    expect([tool.category, tool.inputModes, tool.outputModes]).toEqual(['c', ['m'], ['o']])
    expect(parseTool({ name: 'a', inputSchema: schema, _meta, category: 'own' }).tool.category).toBe('own')
  })
})

describe('schemas of libraries', () => {
  it('takes zod and the AI SDK wrapper', () => {
    const zod = z.object({ city: z.string().describe('Where'), days: z.number().default(3) })
    const expected = { type: 'object', required: ['city'] }
    expect(parseTool({ name: 'a', inputSchema: zod }).tool.inputSchema).toMatchObject(expected)
    expect(
      parseTool({ name: 'a', inputSchema: { jsonSchema: schema, validate: () => true } }).tool.inputSchema,
    ).toEqual(schema)
    const outputs = parseTool({
      name: 'a',
      inputSchema: zod,
      outputSchema: z.object({ n: z.number().default(3) }),
    })
    expect(outputs.tool.outputSchema).toMatchObject({ required: ['n'] })
  })

  it('says what to do when a Standard Schema gives no JSON Schema', () => {
    const old = { '~standard': { vendor: 'zod', version: 1, validate: () => ({ value: 1 }) } }
    expect(() => parseTool({ name: 'a', inputSchema: old })).toThrow(/zod 4\.2 or newer/)
    expect(() => parseTool({ name: 'a', inputSchema: z.object({ at: z.date() }) })).toThrow(
      /no JSON Schema form/,
    )
  })
})

describe('MOD-007 JSON forms', () => {
  const tool = parseTool(full).tool

  it('MCP JSON has what MCP and the server gave, and nothing of ours', () => {
    const { namespace, version, tags, category, inputModes, outputModes, capabilities, examples, ...mcp } =
      full
    expect(toMcpTool(tool)).toEqual(mcp)
    expect(toMcpTool(parseTool(mcp).tool)).toEqual(mcp)
  })

  it('full JSON loses nothing', () => {
    expect(parseToolJson(JSON.stringify(toToolJson(tool)))).toEqual(tool)
    expect(() => parseToolJson('{')).toThrow(/is no JSON/)
  })

  it('loses nothing of any tool', () => {
    const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 })
    const definition = fc.record(
      {
        name: text,
        namespace: text,
        version: text,
        description: text,
        tags: fc.array(text),
        inputSchema: fc.dictionary(fc.stringMatching(/^[a-z$]{1,8}$/), fc.jsonValue()),
        annotations: fc.record({ readOnlyHint: fc.boolean(), title: text }, { requiredKeys: [] }),
        _meta: fc.dictionary(text, fc.jsonValue()),
        custom: fc.jsonValue(),
      },
      { requiredKeys: ['name', 'inputSchema'] },
    )
    fc.assert(
      fc.property(definition, (given) => {
        let parsed: Tool
        try {
          parsed = parseTool(given).tool
        } catch (error) {
          expect(error).toBeInstanceOf(InvalidToolError)
          return
        }
        expect(parseToolJson(JSON.stringify(toToolJson(parsed)))).toEqual(parsed)
      }),
    )
  })
})

describe('definition hash', () => {
  it('changes with every leaf of the definition and not with order', () => {
    const tool = parseTool(full).tool
    const { name, ...rest } = full
    expect(definitionHash(parseTool({ ...rest, name }).tool)).toBe(definitionHash(tool))
    const changes = [
      { name: 'other' },
      { title: 'x' },
      { description: 'x' },
      { inputSchema: { ...schema, required: [] } },
      { outputSchema: { type: 'object', a: 1 } },
      { annotations: { readOnlyHint: false } },
      { icons: [] },
      { execution: { taskSupport: 'required' } },
    ]
    const hashes = changes.map((change) => definitionHash(parseTool({ ...full, ...change }).tool))
    expect(new Set([definitionHash(tool), ...hashes]).size).toBe(changes.length + 1)
    expect(definitionHash(parseTool({ ...full, tags: ['new'], namespace: 'other' }).tool)).toBe(
      definitionHash(tool),
    )
  })
})

describe('MOD-010 builder', () => {
  it('sets every member and combines hints', () => {
    const builder = createToolBuilder('read_file')
    const { execution, ...known } = full
    const tool = builder
      .title(full.title)
      .description(full.description)
      .namespace('fs')
      .version('1.2.0')
      .tags(' Files ')
      .category('storage')
      .inputSchema(schema)
      .outputSchema({ type: 'object' })
      .icons(...full.icons)
      .examples(...full.examples)
      .capabilities('file_io')
      .annotations({ title: 'Read' })
      .meta(full._meta)
      .readOnly()
      .idempotent()
      .nonDestructive()
      .openWorld()
      .build()
    const annotations = { ...known.annotations, openWorldHint: true }
    const { inputModes, outputModes, ...rest } = known
    expect(tool).toEqual(parseTool({ ...rest, annotations }).tool)
    expect(builder.title('again')).toBe(builder)
  })

  it('builds tools that later steps do not change, and refuses what parseTool refuses', () => {
    const builder = createToolBuilder('a').inputSchema(schema).destructive()
    const first = builder.build()
    expect(builder.readOnly().build().annotations).toEqual({ destructiveHint: true, readOnlyHint: true })
    expect(first.annotations).toEqual({ destructiveHint: true })
    expect(() => createToolBuilder('a').build()).toThrow(InvalidToolError)
  })
})
