// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the markers of configurations look like this
import { describe, expect, it } from 'vitest'
import { McpConfigError, McpVariableMissingError } from '../errors.ts'
import { parseMcpConfig } from './config.ts'
import type { McpConfig } from './config-result.ts'

const env = { TOKEN: 'swordfish-token', ROOT: '/data' }

function parse(text: string): Promise<McpConfig> {
  return parseMcpConfig(text, { source: 'mcp.json', env })
}

async function parseEntry(entry: unknown): Promise<McpConfig> {
  return parse(JSON.stringify({ mcpServers: { one: entry } }, null, 2))
}

/** The message of the only failure of a configuration of one entry. */
async function failureOf(entry: unknown): Promise<string> {
  const { failures, servers } = await parseEntry(entry)
  expect(servers).toEqual([])
  expect(failures).toHaveLength(1)
  expect(failures[0]?.error).toBeInstanceOf(McpConfigError)
  return failures[0]?.error.message ?? ''
}

describe('the dialects', () => {
  it('reads mcpServers, as Claude, Cursor and most others write it', async () => {
    const { servers, failures, warnings } = await parse(`{
      // where the tools are
      "mcpServers": {
        "files": { "command": "npx", "args": ["-y", "server", "\${ROOT}"], "env": { "PORT": 3000 }, "cwd": "/" },
        "web": { "type": "http", "url": "https://example.com/mcp", "headers": { "Authorization": "Bearer {env:TOKEN}" } },
        "old": { "type": "sse", "url": "https://example.com/sse" },
        "some": { "url": "https://example.com/", /* either transport */ },
      },
    }`)
    expect({ failures, warnings }).toEqual({ failures: [], warnings: [] })
    expect(servers).toEqual([
      {
        name: 'files',
        transport: 'stdio',
        command: 'npx',
        args: ['-y', 'server', '/data'],
        env: { PORT: '3000' },
        cwd: '/',
        secrets: ['/data'],
        origin: { source: 'mcp.json', section: 'mcpServers', key: 'files', line: 4 },
      },
      {
        name: 'web',
        transport: 'http',
        url: 'https://example.com/mcp',
        headers: { Authorization: 'Bearer swordfish-token' },
        secrets: ['swordfish-token'],
        origin: { source: 'mcp.json', section: 'mcpServers', key: 'web', line: 5 },
      },
      {
        name: 'old',
        transport: 'sse',
        url: 'https://example.com/sse',
        headers: {},
        origin: { source: 'mcp.json', section: 'mcpServers', key: 'old', line: 6 },
      },
      {
        name: 'some',
        transport: 'auto',
        url: 'https://example.com/',
        headers: {},
        origin: { source: 'mcp.json', section: 'mcpServers', key: 'some', line: 7 },
      },
    ])
  })

  it('reads servers, as VS Code writes it, and says that it cannot ask for inputs', async () => {
    const { servers, failures, warnings } = await parse(`{
      "inputs": [{ "id": "key", "type": "promptString" }],
      "servers": {
        "a": { "type": "stdio", "command": "node", "args": ["a.js"] },
        "b": { "type": "http", "url": "https://example.com/", "headers": { "X-Key": "\${input:key}" } }
      }
    }`)
    expect(warnings).toEqual([])
    expect(servers).toMatchObject([{ name: 'a', transport: 'stdio', origin: { section: 'servers' } }])
    expect(failures).toMatchObject([{ name: 'b', error: { code: 'MCP_CONFIG_INVALID' } }])
    expect(failures[0]?.error.message).toMatch(
      /^mcp\.json:5:\d+: servers\.b\.headers\.X-Key: .*"\$\{input:…\}"/,
    )
  })

  it('reads mcp, as OpenCode writes it', async () => {
    const { servers, disabled } = await parse(`{
      "theme": "dark",
      "mcp": {
        "a": { "type": "local", "command": ["bun", "x", "a"], "environment": { "A": "1" }, "enabled": true, "timeout": 5000 },
        "b": { "type": "remote", "url": "https://example.com/", "headers": { "X": "y" } },
        "c": { "type": "local", "command": ["\${NOT_SET}"], "enabled": false }
      }
    }`)
    expect(servers).toMatchObject([
      { name: 'a', transport: 'stdio', command: 'bun', args: ['x', 'a'], env: { A: '1' }, timeoutMs: 5000 },
      { name: 'b', transport: 'auto', url: 'https://example.com/', headers: { X: 'y' } },
    ])
    expect(disabled).toEqual(['c'])
  })

  it.each([
    ['http', 'http'],
    ['streamable-http', 'http'],
    ['streamableHttp', 'http'],
    ['sse', 'sse'],
    ['remote', 'auto'],
  ])('takes type %s for the transport %s', async (type, transport) => {
    expect((await parseEntry({ type, url: 'http://localhost:1/' })).servers).toMatchObject([{ transport }])
  })

  it('reads all maps of one file and keeps the first of two servers with one name', async () => {
    const { servers, warnings } = await parse(
      '{ "mcp": { "a": { "command": "second" } }, "mcpServers": { "a": { "command": "first" } } }',
    )
    expect(servers).toMatchObject([{ name: 'a', command: 'first' }])
    expect(warnings).toMatchObject([{ path: 'mcp.a', server: 'a' }])
  })

  it('takes any text for a name', async () => {
    const names = ['My Server', 'a.b/c', '文件', '__x__']
    const mcpServers = Object.fromEntries(names.map((name) => [name, { command: 'x' }]))
    expect((await parse(JSON.stringify({ mcpServers }))).servers.map(({ name }) => name)).toEqual(names)
  })

  it('keeps what a gateway wants to know of them', async () => {
    const entry = {
      command: 'x',
      trusted: true,
      tags: ['files', 7],
      tools: { deny: ['rm*'], alwaysVisible: ['read*'] },
    }
    const { servers } = await parseEntry(entry)
    expect(servers[0]).toMatchObject({
      trusted: true,
      tags: ['files', '7'],
      tools: { deny: ['rm*'] },
      alwaysVisible: ['read*'],
    })
  })

  it('freezes everything it gives', async () => {
    const config = await parseEntry({
      command: 'x',
      args: ['a'],
      env: { A: 'b' },
      tools: { allow: ['a'], alwaysVisible: ['a'] },
      tags: ['b'],
    })
    const visit = (value: unknown): void => {
      if (typeof value !== 'object' || value === null) return
      expect(Object.isFrozen(value)).toBe(true)
      Object.values(value).forEach(visit)
    }
    visit(config)
  })
})

describe('one broken server', () => {
  it('does not take down the others', async () => {
    const { servers, failures } = await parse(`{ "mcpServers": {
      "good": { "command": "x" },
      "bad": { "command": "x", "env": { "A": "\${NOT_SET}" } },
      "worse": 7,
      "fine": { "command": "y" }
    } }`)
    expect(servers.map(({ name }) => name)).toEqual(['good', 'fine'])
    expect(failures.map(({ name }) => name)).toEqual(['bad', 'worse'])
  })

  it('names the missing variable, the server and the place', async () => {
    const { failures } = await parse(`{ "mcpServers": {
      "git hub": { "command": "x",
        "env": { "KEY": "\${TOKEN}-\${NOT_SET}" } }
    } }`)
    const error = failures[0]?.error
    expect(error).toBeInstanceOf(McpVariableMissingError)
    expect(error).toMatchObject({
      code: 'MCP_VARIABLE_MISSING',
      message:
        'mcp.json:3:18: mcpServers["git hub"].env.KEY: server "git hub" needs the environment variable NOT_SET. Set it, or write ${NOT_SET:-default}.',
      details: {
        variable: 'NOT_SET',
        server: 'git hub',
        source: 'mcp.json',
        path: 'mcpServers["git hub"].env.KEY',
        line: 3,
        column: 18,
      },
    })
  })

  it.each([
    [7, 'mcpServers.one: an object is needed'],
    [{}, 'a "command" (for a process), a "url" (for a remote server) or "skills" (a folder) is needed'],
    [{ command: 'x', url: 'http://a/' }, 'both "command" and "url"'],
    [{ type: 'stdio', url: 'http://a/' }, 'type "stdio" needs a "command"'],
    [{ type: 'http', command: 'x' }, 'type "http" needs a "url"'],
    [{ type: 'carrier-pigeon', url: 'http://a/' }, 'type: one of stdio, local, http'],
    [{ command: 7 }, 'command: a text or a list of texts is needed'],
    [{ command: [] }, 'command: '],
    [{ command: ' ' }, 'the command is empty'],
    [{ command: 'x', args: 'a b' }, 'args: a list of texts is needed'],
    [{ command: 'x', args: ['a', {}] }, 'args[1]: a text is needed'],
    [{ command: 'x', env: [] }, 'env: an object of texts is needed'],
    [{ command: 'x', env: { A: {} } }, 'env.A: a text is needed'],
    [{ command: 'x', env: { 'A=B': 'c' } }, 'no variable can have this name'],
    [{ command: 'x', args: ['a\0b'] }, 'args[0]: a text without NUL characters is needed'],
    [{ command: 'x', disabled: 'yes' }, 'disabled: true or false is needed'],
    [{ command: 'x', timeout: 0 }, 'timeout: a whole number of milliseconds from 1'],
    [{ command: 'x', timeoutMs: 1.5 }, 'timeoutMs: a whole number of milliseconds from 1'],
    [
      { command: 'x', tools: { alow: [] } },
      'tools: an object of the lists allow, deny and alwaysVisible, and nothing else',
    ],
    [{ url: 'example.com' }, 'url: an absolute http: or https: URL is needed'],
    [{ url: 'file:///etc/passwd' }, 'url: an absolute http: or https: URL is needed'],
    [{ url: 'http://a/', headers: { 'a b': 'c' } }, 'headers["a b"]: HTTP cannot carry'],
    [{ url: 'http://a/', headers: { A: 'b\nc' } }, 'headers.A: HTTP cannot carry'],
  ])('is refused: %j', async (entry, problem) => {
    expect(await failureOf(entry)).toContain(problem)
  })

  it('is refused when its name is blank or hides something', async () => {
    const { failures } = await parse(
      '{ "mcpServers": { " ": { "command": "x" }, "a\\u200bb": { "command": "x" } } }',
    )
    expect(failures).toHaveLength(2)
  })

  it('is refused without repeating what it holds', async () => {
    const secret = 'hunter2-hunter2'
    for (const entry of [
      { url: `nonsense ${secret}` },
      { url: 'http://a/', headers: { A: `a\n${secret}` } },
      { command: 'x', env: { A: `${secret}\0` } },
      { command: 'x', args: secret },
      { type: 'http', url: 7, headers: { A: secret } },
    ]) {
      expect(await failureOf(entry)).not.toContain(secret)
    }
  })
})

describe('workspaceFolder of VS Code', () => {
  const text = '{ "servers": { "a": { "command": "x", "args": ["${workspaceFolder}/b"] } } }'

  it('is the working directory, or what the caller says', async () => {
    const here = await parseMcpConfig(text, { env })
    expect(here.servers).toMatchObject([{ args: [`${process.cwd()}/b`] }])
    const there = await parseMcpConfig(text, { env, workspaceFolder: '/there' })
    expect(there.servers).toMatchObject([{ args: ['/there/b'] }])
    expect(there.servers[0]?.secrets).toBeUndefined()
  })
})

describe('warnings', () => {
  it('name unknown members and the known one that is near', async () => {
    const { servers, warnings } = await parseEntry({ command: 'x', arg: ['a'], autoApprove: [] })
    expect(servers).toMatchObject([{ args: [] }])
    expect(warnings.map(({ path, message }) => [path, message.replace(/^[^ ]+ /, '')])).toEqual([
      ['mcpServers.one.arg', 'mcpServers.one.arg: this is not known and has no effect. Is "args" meant?'],
      ['mcpServers.one.autoApprove', 'mcpServers.one.autoApprove: this is not known and has no effect.'],
    ])
  })

  it('name members of the other kind of server', async () => {
    const { warnings } = await parse(`{ "mcpServers": {
      "a": { "type": "stdio", "command": "x", "headers": {}, "url": "http://a/" },
      "b": { "type": "http", "url": "http://a/", "env": {}, "args": [] }
    } }`)
    expect(warnings.map(({ path }) => path)).toEqual([
      'mcpServers.a.headers',
      'mcpServers.a.url',
      'mcpServers.b.args',
      'mcpServers.b.env',
    ])
  })

  it('tell of a timeout that looks like seconds', async () => {
    const { servers, warnings } = await parseEntry({ command: 'x', timeout: 60 })
    expect(servers).toMatchObject([{ timeoutMs: 60 }])
    expect(warnings).toMatchObject([{ path: 'mcpServers.one.timeout' }])
  })

  it('tell of a member that stands twice', async () => {
    const { servers, warnings } = await parse(
      '{ "mcpServers": { "a": { "command": "x" },\n "a": { "command": "y" } } }',
    )
    expect(servers).toMatchObject([{ command: 'y' }])
    expect(warnings).toMatchObject([{ path: 'mcpServers.a' }])
  })

  it('tell of a map whose name is a slip', async () => {
    const { warnings } = await parse('{ "mcpServers": {}, "mcp_servers": { "a": { "command": "x" } } }')
    expect(warnings).toMatchObject([{ path: 'mcp_servers' }])
  })
})
