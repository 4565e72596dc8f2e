// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the markers of configurations look like this
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { McpConfigError } from '../errors.ts'
import { rejection } from '../fixtures/servers.ts'
import { loadMcpConfig, MAX_CONFIG_BYTES, parseMcpConfig, parseMcpServers } from './config.ts'
import type { McpConfig } from './config-result.ts'

const env = { TOKEN: 'swordfish-token', ROOT: '/data' }

function parse(text: string): Promise<McpConfig> {
  return parseMcpConfig(text, { source: 'mcp.json', env })
}

describe('a file as a whole', () => {
  it.each([{ mcpServers: {} }, null, 5, undefined])('has to be a text, not %j', async (given) => {
    await expect(parseMcpConfig(given as unknown as string, { source: 'mcp.json' })).rejects.toThrow(
      McpConfigError,
    )
  })

  it.each([
    ['loom.yaml', 'mcp:\n  servers: {}\n'],
    ['loom.json', '{ "mcp": { "servers": { "files": { "enabled": true, "command": "npx" } } } }'],
  ])('of a Loom server is known as such: %s', async (source, text) => {
    await expect(parseMcpConfig(text, { source })).rejects.toThrow('readLoomConfig of @toolscout/loom')
  })

  it('may have a server that is called servers', async () => {
    const read = await parse(
      '{ "mcp": { "servers": { "type": "local", "command": ["x"], "environment": { "A": "b" } } } }',
    )
    expect(read.servers).toMatchObject([{ name: 'servers', command: 'x' }])
  })

  it.each([
    [
      '{ "mcpServers": { "a" 1 } }',
      /^mcp\.json:1:23: this is no JSON: colon expected at line 1, column 23\.$/,
    ],
    ['{\n  "mcpServers": {\n    "a": {},,\n  }\n}', /^mcp\.json:3:13: /],
    ['', /^mcp\.json:1:1: this is no JSON: value expected/],
    ['{ "mcpServers": { "a": {} "b": {} } }', /comma expected at line 1, column 27\.$/],
    ['{ "mcpServers": { "a": {} }', /close brace expected/],
    ['{ "mcpServers": { a: {} } }', /invalid symbol|property name expected/],
    ['{ "mcpServers": { "a": "x } }', /unexpected end of string/],
    ['{} {}', /end of file expected/],
    ['{ "command": "npx", "args": [] }', /This looks like one server; write \{ "mcpServers": \{ "its-name"/],
    ['{ "a": { "command": "x" }, "b": { "url": "http://x/" } }', /This looks like the map itself/],
    ['[]', /^mcp\.json:1:1: an object is needed/],
    ['7', /^mcp\.json:1:1: an object is needed, not 7/],
    ['{ "mcpServers": [] }', /^mcp\.json:1:3: mcpServers: an object from names to servers is needed/],
    ['{ "theme": "dark" }', /there is no map of servers; one of mcpServers, servers, mcp is needed\.$/],
    ['{ "mcpserver": {} }', /Was "mcpserver" meant to be one\?$/],
    ['{ "mcpServers": { "__proto__": { "command": "x" } } }', /__proto__/],
    ['{ "mcpServers": { "a": { "__proto__": { "command": "x" } } } }', /__proto__/],
    ['['.repeat(100_000), /nested too deeply/],
    [`{ "mcpServers": ${'{"a":'.repeat(200)}1${'}'.repeat(200)} }`, /Nested deeper than/],
  ])('is refused: %.60s', async (text, message) => {
    const error = await rejection(parse(text))
    expect(error).toBeInstanceOf(McpConfigError)
    expect((error as Error).message).toMatch(message)
  })

  it('says where the mistake is in its details too', async () => {
    expect(await rejection(parse('{\n  x\n}'))).toMatchObject({
      code: 'MCP_CONFIG_INVALID',
      details: { source: 'mcp.json', line: 2, column: 3 },
    })
  })

  it('is refused when it is larger than 1 MiB', async () => {
    const text = `{ "mcpServers": {} }${' '.repeat(MAX_CONFIG_BYTES)}`
    expect(await rejection(parse(text))).toMatchObject({ code: 'MCP_CONFIG_INVALID' })
  })

  it('may hold anything beside the maps of servers', async () => {
    const deep = `${'['.repeat(200)}${']'.repeat(200)}`
    const config = await parse(
      `{ "theme": 1, "theme": 2, "history": ${deep}, "mcpServers": { "a": { "command": "x" } } }`,
    )
    expect(config).toMatchObject({ servers: [{ name: 'a' }], warnings: [] })
  })

  it('may have no servers and a byte order mark', async () => {
    expect(await parse('\ufeff{ "mcpServers": {} }')).toEqual({
      servers: [],
      disabled: [],
      failures: [],
      warnings: [],
    })
  })

  it('pollutes no prototype', async () => {
    await rejection(
      parse('{ "mcpServers": { "constructor": { "prototype": { "x": 1 } }, "__proto__": { "y": 1 } } }'),
    )
    expect(Reflect.get({}, 'x')).toBeUndefined()
    expect(Reflect.get({}, 'y')).toBeUndefined()
  })
})

describe('loadMcpConfig', () => {
  const folder = mkdtempSync(join(tmpdir(), 'mcp-config-'))
  afterAll(() => rmSync(folder, { recursive: true }))

  it('reads a file and uses process.env', async () => {
    const path = join(folder, 'mcp.json')
    writeFileSync(path, '{ "mcpServers": { "a": { "command": "${PATH}" } } }')
    const { servers } = await loadMcpConfig(path)
    expect(servers).toMatchObject([{ command: process.env.PATH, origin: { source: path } }])
  })

  it('names a file that cannot be read', async () => {
    const path = join(folder, 'none.json')
    const error = await rejection(loadMcpConfig(path))
    expect(error).toMatchObject({ code: 'MCP_CONFIG_INVALID', details: { source: path } })
    expect((error as Error).message).toBe(`${path} cannot be read ("ENOENT").`)
  })

  it('does not read a file that is too large', async () => {
    const path = join(folder, 'large.json')
    writeFileSync(path, ' '.repeat(MAX_CONFIG_BYTES + 1))
    expect(await rejection(loadMcpConfig(path))).toMatchObject({ code: 'MCP_CONFIG_INVALID' })
  })
})

describe('parseMcpServers', () => {
  it('reads an object as it reads its text', async () => {
    const value = {
      mcpServers: { a: { command: 'x', args: ['${TOKEN}'], env: null }, b: { url: 'nowhere' } },
    }
    const fromObject = await parseMcpServers(value, { env })
    const fromText = await parseMcpConfig(JSON.stringify(value), { env })
    expect(fromObject.servers).toEqual([
      { ...fromText.servers[0], origin: { source: 'config', section: 'mcpServers', key: 'a' } },
    ])
    expect(fromObject.failures[0]?.error.message).toBe(
      'config: mcpServers.b.url: an absolute http: or https: URL is needed.',
    )
  })

  it('refuses what is no configuration', async () => {
    for (const value of [undefined, null, 'text', [], { mcpServers: () => {} }]) {
      expect(await rejection(parseMcpServers(value))).toBeInstanceOf(McpConfigError)
    }
  })
})
