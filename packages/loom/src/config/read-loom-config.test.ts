import { createGateway } from '@toolscout/gateway'
import { describe, expect, it } from 'vitest'
import { LoomConfigError } from '../errors.ts'
import { readLoomConfig } from './read-loom-config.ts'

/** What one server becomes, and what is said of it. */
function serverOf(entry: object): unknown {
  const { servers, failures, warnings } = readLoomConfig(JSON.stringify({ mcp: { servers: { one: entry } } }))
  const [failure] = failures
  return failure === undefined ? { ...servers.mcpServers.one, warnings } : failure.error.message
}
const all = { all: true }
const process = { enabled: true, command: 'npx', tools: all }

describe('the mcp block of Loom', () => {
  it('is read from the file of a whole server, and understood by a gateway', async () => {
    const config = readLoomConfig(`
llm: { provider: anthropic }
mcp:
  client_info: { name: loom, version: 0.1.0 }
  dynamic_discovery: { enabled: true, cache_size: 100 }
  servers:
    files:
      enabled: true
      command: npx
      args: [-y, server, /data]
      env: { LEVEL: "3" }
      tools: { include: [read_file] }
    web: { enabled: true, transport: streamable-http, url: https://example.com/mcp, tools: { all: true, exclude: [drop] } }
    old: { enabled: true, transport: http, url: https://example.com/sse, headers: { X-Key: y }, tools: { all: true } }
    off: { enabled: false, transport: pigeon }
    nowhere: { enabled: true, transport: sse, tools: { all: true } }
tools:
  minimal: true
  permissions: { yolo: true }
  hooks: [{ kind: ask, scope: "*" }]
`)
    expect(config).toMatchObject({
      permissions: { yolo: true },
      hooks: [{ kind: 'ask', scope: '*' }],
      failures: [],
    })
    expect(config.warnings).toEqual([
      'Not read, because a loom has none of it: "llm".',
      expect.stringContaining('mcp.client_info'),
      expect.stringContaining('mcp.dynamic_discovery'),
      'Not read, because a loom has none of it: "tools.minimal".',
    ])
    const gateway = createGateway({ discovery: { embedder: false } })
    const { added, disabled, failures, warnings } = await gateway.addServers(config.servers)
    expect([added, disabled, warnings]).toEqual([['files', 'web', 'old'], ['off'], []])
    expect(failures).toMatchObject([{ name: 'nowhere', error: { code: 'MCP_CONFIG_INVALID' } }])
    expect(failures[0]?.error.message).toContain('needs a "url"')
    expect(gateway.servers().map(({ name, where }) => [name, where])).toEqual([
      ['files', expect.stringContaining('npx')],
      ['web', expect.stringContaining('https://example.com')],
      ['old', expect.stringContaining('https://example.com')],
      // Known, so that it can be said why it is not there.
      ['nowhere', 'config: mcpServers.nowhere'],
    ])
  })

  it.each([
    [process, { type: 'stdio', command: 'npx', tools: {}, warnings: [] }],
    [
      { ...process, Transport: 'sse', url: 'u' },
      { type: 'sse', url: 'u' },
    ],
    [{ ...process, transport: 'http' }, { type: 'sse' }],
    [
      { ...process, transport: 'streamable-http', enableSessions: true },
      { type: 'http', warnings: [expect.stringContaining('enable_sessions')] },
    ],
    [
      { ...process, enable_resumption: true, trusted: true },
      { trusted: true, warnings: [expect.stringContaining('enable_resumption')] },
    ],
    [{ ...process, protocol_version: 'auto' }, { warnings: [] }],
    [{ command: 'x' }, { disabled: true, warnings: [expect.stringContaining('enabled: true')] }],
    [
      { enabled: false, transport: 7 },
      { disabled: true, warnings: [] },
    ],
    [{ ...process, timeout: '15s' }, { warnings: [expect.stringContaining('connectMs')] }],
    [{ ...process, timeout_seconds: 15 }, { warnings: [expect.stringContaining('connectMs')] }],
    [
      { ...process, protocol_version: '2025-06-18' },
      { warnings: [expect.stringContaining('protocol_version')] },
    ],
    [{ ...process, enable_sessions: false }, { warnings: [expect.stringContaining('enable_sessions')] }],
    [{ ...process, colour: 'red' }, { warnings: [expect.stringContaining('colour')] }],
    [{ ...process, heders: {} }, { warnings: [expect.stringContaining('Is "headers" meant?')] }],
    [
      { ...process, tools: {} },
      { tools: { allow: [] }, warnings: [expect.stringContaining('NONE')] },
    ],
    [
      { enabled: true, command: 'x' },
      { tools: { allow: [] }, warnings: [expect.stringContaining('NONE')] },
    ],
    [{ ...process, tools: { include: ['a'] } }, { tools: { allow: ['a'] } }],
    [
      { ...process, tools: { include: ['a', 'b'], exclude: ['b'] } },
      { tools: { allow: ['a', 'b'], deny: ['b'] } },
    ],
    [{ ...process, tools: { all: true, include: ['a'] } }, { tools: {} }],
    [{ ...process, tools: { all: true, exclude: ['b'] } }, { tools: { deny: ['b'] } }],
    [{ ...process, tools: { exclude: ['b'] } }, { tools: { allow: [], deny: ['b'] } }],
    [
      { ...process, tools: { all: true, include: ['a'], exclude: ['b'] } },
      { tools: { allow: ['a'], deny: ['b'] } },
    ],
  ])('%j becomes %j (LOOM-080, LOOM-081, LOOM-082)', (entry, becomes) => {
    expect(serverOf(entry)).toMatchObject(becomes)
    if ('tools' in becomes) expect(serverOf(entry)).toHaveProperty('tools', becomes.tools)
  })

  it.each([
    [7, 'mcp.servers.one: an object is needed'],
    [{ ...process, transport: 'pigeon' }, 'one of stdio, http, sse, streamable-http is needed'],
    [{ ...process, protocol_version: 'newest' }, 'mcp.servers.one.protocol_version'],
    [{ ...process, tools: { exlude: ['x'] } }, 'mcp.servers.one.tools'],
    [{ ...process, tools: { include: ['*'] } }, 'Loom takes names as they are'],
    [{ ...process, enabled: 'yes' }, 'mcp.servers.one.enabled'],
  ])('%j takes its server out, and no other (LOOM-083)', (entry, why) => {
    const text = JSON.stringify({ mcp: { servers: { one: entry, two: process } } })
    const { servers, failures } = readLoomConfig(text)
    expect(Object.keys(servers.mcpServers)).toEqual(['two'])
    expect(failures.map(({ error }) => error.message)).toEqual([expect.stringContaining(why)])
  })

  it.each([
    ['', 'exactly one document'],
    ['a: [', 'line 1'],
    ['[]', 'an object is needed'],
    ['llm: {}', 'neither mcp nor tools'],
    ['mcp: { server: {} }', 'mcp'],
    ['mcp: { dynamic_discovery: { cache_size: -1 } }', 'cache_size must be 0 or more'],
    ['tools: { permisions: { yolo: true } }', 'Is "permissions" meant?'],
    ['tools: { hook: [] }', 'Is "hooks" meant?'],
    ['tools: { hooks: [], Hooks: [] }', 'twice'],
    ['mcp: !!js/function x', 'Unresolved tag'],
  ])('%s is refused as a whole', (text, why) => {
    expect(() => readLoomConfig(text)).toThrow(LoomConfigError)
    expect(() => readLoomConfig(text)).toThrow(why)
  })

  it('no servers are as good as some (LOOM-084)', () => {
    expect(readLoomConfig('mcp: { servers: {} }')).toMatchObject({
      servers: { mcpServers: {} },
      warnings: [],
    })
  })
})
