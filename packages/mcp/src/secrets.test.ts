// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the markers of configurations look like this
import { inspect } from 'node:util'
import { describe, expect, it } from 'vitest'
import { parseMcpConfig } from './config/config.ts'
import type { McpServerConfig } from './config/server-config.ts'
import { connectMcpServer } from './connection/connect.ts'
import type { McpConnectOptions } from './connection/connect-options.ts'
import { connect } from './fixtures/connect.ts'
import { startHttp } from './fixtures/http-server.ts'
import { fixture, freePort, rejection } from './fixtures/servers.ts'

const CANARIES = Array.from({ length: 50 }, (_, i) => `canary-${i}-${'x'.repeat(i % 7)}-end`)

/** Everything of an error that a log could show. */
function everythingOf(error: unknown): string {
  return `${inspect(error, { depth: 20, showHidden: true, getters: true })} ${JSON.stringify(error)}`
}

function expectNoCanary(text: string): void {
  expect(text.match(/canary-\d+/g)).toBeNull()
}

describe('secrets of a process', () => {
  const env = Object.fromEntries(CANARIES.map((canary, i) => [`SECRET_${i}`, canary]))
  const diagnostics: string[] = []
  const options: McpConnectOptions = { onDiagnostic: ({ message }) => diagnostics.push(message) }

  it('are not in what a server says about them in an error or before it dies', async () => {
    const connection = await connect({ ...fixture('caller'), env }, options)
    const refused = await rejection(connection.call('leak', {}))
    const closed = await rejection(connection.call('leak-and-die', {}))
    expect(String(refused)).toContain('cannot log in with')
    expect(String(closed)).toContain('[redacted]')
    for (const error of [refused, closed, await connection.closed]) expectNoCanary(everythingOf(error))
  })

  it('are not in the error of a process that cannot be started', async () => {
    const config = {
      ...fixture('caller', '--api-key', 'canary-1-', '--token=canary-2-'),
      env,
      secrets: CANARIES,
    }
    for (const broken of [{ command: 'no-such-command' }, { cwd: '/no/such/folder' }, { command: '/tmp' }]) {
      expectNoCanary(everythingOf(await rejection(connectMcpServer({ ...config, ...broken }, options))))
    }
  })

  it('are in no diagnostic', () => {
    expectNoCanary(diagnostics.join('\n'))
  })
})

describe('secrets of a remote server', () => {
  /** A server that repeats all it was sent wherever it can. */
  async function parrot(status: number): Promise<string> {
    const { url } = await startHttp(({ request, response }) => {
      const heard = JSON.stringify({ url: request.url, headers: request.headers })
      response.writeHead(status, {
        location: `http://127.0.0.1:1${request.url}`,
        'content-type': 'text/plain',
      })
      response.end(`${heard} ${decodeURIComponent(request.url ?? '')}`)
      return true
    })
    return url
  }

  function secretive(url: string, transport: 'http' | 'sse' | 'auto'): McpServerConfig {
    const address = new URL(url)
    address.username = 'canary-1-user'
    address.password = 'canary-2-p@ss/word'
    address.pathname = '/s/canary-3-path-segment/mcp'
    address.search = '?key=canary-4-key&other=canary-5%20other'
    return {
      name: 'remote',
      transport,
      url: address.href,
      headers: { 'X-Key': 'canary-6-', 'X-Token': 'Bearer canary-7-token' },
    }
  }

  it.each(['http', 'sse', 'auto'] as const)('are in no error of connecting over %s', async (transport) => {
    for (const status of [200, 307, 401, 404, 500]) {
      const diagnostics: string[] = []
      const error = await rejection(
        connectMcpServer(secretive(await parrot(status), transport), {
          onDiagnostic: ({ message }) => diagnostics.push(message),
        }),
      )
      expect(error).toMatchObject({ code: 'MCP_CONNECT_FAILED' })
      expectNoCanary(everythingOf(error) + diagnostics.join())
    }
    const unreachable = secretive(`http://127.0.0.1:${await freePort()}/`, transport)
    expectNoCanary(everythingOf(await rejection(connectMcpServer(unreachable))))
  })

  it('are in no error of a fetch that repeats them', async () => {
    const fetch = (input: unknown): never => {
      throw new TypeError(`Failed to fetch ${String(input)}`, { cause: { input } })
    }
    const config = secretive('http://127.0.0.1:1/', 'auto')
    expectNoCanary(everythingOf(await rejection(connectMcpServer(config, { fetch: fetch as never }))))
  })
})

describe('secrets of a configuration', () => {
  it('are in no failure or warning of reading it', async () => {
    const env = Object.fromEntries(CANARIES.map((canary, i) => [`V${i}`, canary]))
    const entry = (members: string): string => `{ "A": "x", ${members} }`
    const { failures, warnings } = await parseMcpConfig(
      `{ "mcpServers": {
        "a": ${entry('"command": "canary-1", "env": { "K": "${V1}", "L": "${MISSING}" }')},
        "b": ${entry('"url": "nowhere ${V2}"')},
        "c": ${entry('"url": "http://a/", "headers": { "K": "canary-3\\u0000${V3}" }')},
        "d": ${entry('"command": "x", "args": "${V4}"')},
        "e": ${entry('"type": "${V5}", "command": "x"')},
        "f": ${entry('"command": "x", "env": { "K": "canary-6${input:${V6}}" }')}
      } }`,
      { env },
    )
    expect(failures).toHaveLength(6)
    expectNoCanary(failures.map(({ error }) => everythingOf(error)).join() + inspect(warnings, { depth: 9 }))
  })
})
