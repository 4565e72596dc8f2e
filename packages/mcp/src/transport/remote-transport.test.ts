import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { McpClosedError } from '../errors.ts'
import { connect } from '../fixtures/connect.ts'
import { isCall, remote, reply, startHttp } from '../fixtures/http-server.ts'
import { type RemoteFixture, rejection, startEverything } from '../fixtures/servers.ts'

describe.each([
  ['streamableHttp', 'http'],
  ['sse', 'sse'],
] as const)('the everything server over %s', (mode, transport) => {
  let server: RemoteFixture
  beforeAll(async () => {
    server = await startEverything(mode)
  })
  afterAll(() => server.stop())

  it.each([transport, 'auto'] as const)('is listed whole and called, as transport %s', async (asked) => {
    const connection = await connect(remote(server.url, asked))
    expect(connection).toMatchObject({
      transport,
      status: 'connected',
      server: { name: 'mcp-servers/everything' },
    })
    expect((await connection.list()).definitions).toHaveLength(13)
    expect(await connection.call('echo', { message: 'hi' })).toMatchObject({
      content: [{ text: 'Echo: hi' }],
    })
    const seen: number[] = []
    await connection.call(
      'trigger-long-running-operation',
      { duration: 0.2, steps: 2 },
      { onProgress: ({ progress }) => seen.push(progress) },
    )
    expect(seen).toContain(1)
    await connection.close()
    expect(await rejection(connection.list())).toBeInstanceOf(McpClosedError)
  })

  it('keeps two connections apart', async () => {
    const [a, b] = await Promise.all([
      connect(remote(server.url, transport)),
      connect(remote(server.url, transport)),
    ])
    const results = await Promise.all(
      Array.from({ length: 40 }, (_, i) => (i % 2 === 0 ? a : b).call('echo', { message: `m${i}` })),
    )
    expect(results.map(({ content }) => content)).toEqual(
      Array.from({ length: 40 }, (_, i) => [{ type: 'text', text: `Echo: m${i}` }]),
    )
  })

  it('ends the connection when it dies during a call, long before the deadline', async () => {
    const mortal = await startEverything(mode)
    onTestFinished(mortal.stop)
    const connection = await connect(remote(mortal.url, transport))
    const calling = rejection(
      connection.call(
        'trigger-long-running-operation',
        { duration: 50, steps: 500 },
        { onProgress: () => void mortal.stop() },
      ),
    )
    const error = await calling
    expect(error).toBeInstanceOf(McpClosedError)
    expect(error).toMatchObject({ details: { outcome: 'unknown' }, cause: { code: 'MCP_TRANSPORT_FAILED' } })
    expect(connection.status).toBe('closed')
  }, 20_000)
})

describe('what is sent', () => {
  it('are the headers, with credentials of the URL among them', async () => {
    const { url, requests } = await startHttp()
    const config = { ...remote(url.replace('//', '//me:pass@')), headers: { 'X-Tenant': 'seven' } }
    const connection = await connect(config)
    await connection.call('x', {})
    const calls = requests.filter(isCall)
    expect(calls[0]?.request.headers).toMatchObject({
      authorization: `Basic ${Buffer.from('me:pass').toString('base64')}`,
      'x-tenant': 'seven',
      'mcp-session-id': 'session-1',
      'mcp-protocol-version': '2025-11-25',
    })
    const greeting = requests.find(({ message }) => message?.method === 'initialize')
    expect(greeting?.message?.params).toMatchObject({
      clientInfo: { name: 'toolscout' },
      capabilities: {},
    })
  })

  it('goes through the fetch that is given', async () => {
    const { url } = await startHttp()
    const seen: string[] = []
    const connection = await connect(remote(url), {
      fetch: (input, init) => {
        seen.push(init?.method ?? 'GET')
        return fetch(input, init)
      },
    })
    await connection.list()
    expect(seen).toContain('POST')
  })

  it('is the end of the session, which a server that hangs cannot hold up', async () => {
    const { url, requests } = await startHttp(({ request }) => request.method === 'DELETE')
    const connection = await connect(remote(url), { closeGraceMs: 300 })
    await connection.close()
    expect(requests.some(({ request }) => request.method === 'DELETE')).toBe(true)
  })
})

it('reads answers of servers that send JSON', async () => {
  const { url } = await startHttp(
    (exchange) => isCall(exchange) && reply(exchange, { content: [], isError: true }),
  )
  expect(await (await connect(remote(url))).call('x', {})).toEqual({ content: [], isError: true })
})
