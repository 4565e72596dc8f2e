import { describe, expect, it } from 'vitest'
import { connectMcpServer } from '../connection/connect.ts'
import { McpCallError, McpConnectError, type McpTransportError } from '../errors.ts'
import { connect } from '../fixtures/connect.ts'
import { isCall, refuse, remote, startHttp, stream } from '../fixtures/http-server.ts'
import { rejection, until } from '../fixtures/servers.ts'
import type { McpDiagnostic } from './transport.ts'

describe('a server that refuses the handshake', () => {
  it.each([
    [401, 'no token', /answered HTTP 401, check the credentials in "headers": no token\.$/],
    [404, '', /answered HTTP 404, check the path of the "url"\.$/],
    [503, 'busy', /answered HTTP 503: busy\.$/],
  ])('with %i', async (status, page, message) => {
    const { url } = await startHttp((exchange) => refuse(exchange, status, page))
    const error = await rejection(connectMcpServer(remote(url)))
    expect(error).toBeInstanceOf(McpConnectError)
    expect(error).toMatchObject({ cause: { details: { reason: 'http', httpStatus: status } } })
    expect((error as Error).message).toMatch(message)
  })

  it('with a page that is no MCP', async () => {
    const { url } = await startHttp(({ response }) => {
      response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Welcome</h1>')
      return true
    })
    expect(await rejection(connectMcpServer(remote(url)))).toMatchObject({
      cause: { details: { reason: 'protocol' } },
    })
    expect(await rejection(connectMcpServer(remote(url, 'sse')))).toMatchObject({
      code: 'MCP_CONNECT_FAILED',
    })
  })

  it('with a redirect to somebody else, who is asked nothing', async () => {
    const other = await startHttp()
    const { url } = await startHttp(({ response }) => {
      response.writeHead(307, { location: other.url }).end()
      return true
    })
    const config = { ...remote(url), headers: { Authorization: 'Bearer secret-token' } }
    const error = await rejection(connectMcpServer(config))
    expect(error).toMatchObject({ cause: { details: { httpStatus: 307, outcome: 'notRun' } } })
    expect(other.requests).toEqual([])
  })

  it('by saying nothing, until the deadline', async () => {
    const { url } = await startHttp(() => true)
    for (const transport of ['http', 'sse', 'auto'] as const) {
      const connecting = connectMcpServer(remote(url, transport), { timeouts: { connectMs: 300 } })
      expect(await rejection(connecting)).toMatchObject({
        code: 'MCP_TIMEOUT',
        details: { operation: 'connect' },
      })
    }
  })
})

describe('a call over HTTP', () => {
  it.each([
    [400, 'notRun'],
    [429, 'notRun'],
    [408, 'unknown'],
    [500, 'unknown'],
    [503, 'unknown'],
  ])('that is answered with %i has the outcome %s', async (status, outcome) => {
    const { url } = await startHttp((exchange) => isCall(exchange) && refuse(exchange, status, 'no'))
    const connection = await connect(remote(url))
    const error = await rejection(connection.call('x', {}))
    expect(error).toBeInstanceOf(McpCallError)
    expect(error).toMatchObject({
      details: { tool: 'x', outcome },
      cause: { details: { httpStatus: status } },
    })
    expect(connection.status).toBe('connected')
  })

  it('that finds nobody did not run', async () => {
    const server = await startHttp()
    const connection = await connect(remote(server.url))
    await server.die()
    expect(await rejection(connection.call('x', {}))).toMatchObject({
      code: 'MCP_CALL_FAILED',
      details: { outcome: 'notRun' },
      cause: { details: { systemCode: 'ECONNREFUSED' } },
    })
  })

  it('whose session is gone did not run and ends the connection', async () => {
    const { url } = await startHttp(
      (exchange) => isCall(exchange) && refuse(exchange, 404, 'Session not found'),
    )
    const connection = await connect(remote(url))
    expect(await rejection(connection.call('x', {}))).toMatchObject({
      code: 'MCP_CALL_FAILED',
      message: expect.stringContaining('answered HTTP 404, the session is gone: Session not found.'),
      details: { outcome: 'notRun' },
    })
    expect(await connection.closed).toMatchObject({ details: { by: 'server' } })
  })

  it.each([
    [429, { 'retry-after': '7' }, 7_000],
    [503, { 'retry-after': 'Thu, 01 Jan 2026 00:00:30 GMT', date: 'Thu, 01 Jan 2026 00:00:00 GMT' }, 30_000],
    [503, { 'retry-after': 'soon' }, undefined],
    [503, {}, undefined],
  ])('that is answered with %i and %j asks for a pause of %j ms', async (status, headers, retryAfterMs) => {
    const { url } = await startHttp((exchange) => {
      if (!isCall(exchange)) return false
      exchange.response.writeHead(status, headers).end()
      return true
    })
    const connection = await connect(remote(url))
    const { cause } = (await rejection(connection.call('x', {}))) as McpCallError
    expect((cause as McpTransportError).details.retryAfterMs).toBe(retryAfterMs)
  })

  it.each([
    ['before the answer', ''],
    ['in the middle of the answer', 'event: message\ndata: {"jsonrpc":"2.0",'],
  ])('whose server hangs up %s does not wait for the deadline', async (_when, text) => {
    const { url } = await startHttp((exchange) => {
      if (!isCall(exchange)) return false
      stream(exchange, text)
      exchange.response.end()
      return true
    })
    const connection = await connect(remote(url))
    const error = await rejection(connection.call('x', {}))
    expect(error).toBeInstanceOf(McpCallError)
    expect(error).toMatchObject({
      details: { outcome: 'unknown' },
      cause: { details: { reason: 'network' } },
    })
    expect(connection.status).toBe('connected')
  })

  it('takes the answer of a stream that ends right behind it', async () => {
    const { url } = await startHttp((exchange) => {
      if (!isCall(exchange)) return false
      const message = { jsonrpc: '2.0', id: exchange.message?.id, result: { content: [] } }
      stream(exchange, `event: message\ndata: ${JSON.stringify(message)}\n\n`)
      exchange.response.end()
      return true
    })
    const connection = await connect(remote(url))
    for (let i = 0; i < 20; i += 1) expect(await connection.call('x', {})).toEqual({ content: [] })
  })

  it.each(['application/json', 'text/event-stream'])(
    'whose answer (%s) is larger than allowed ends the connection',
    async (type) => {
      const { url } = await startHttp((exchange) => {
        if (!isCall(exchange)) return false
        exchange.response.writeHead(200, { 'content-type': type })
        exchange.response.end(`data: ${'x'.repeat(200_000)}`)
        return true
      })
      const connection = await connect(remote(url), { limits: { maxFrameBytes: 100_000 } })
      expect(await rejection(connection.call('x', {}))).toMatchObject({
        code: 'MCP_CLOSED',
        details: { by: 'transport', outcome: 'unknown' },
        cause: { details: { reason: 'frame' } },
      })
    },
  )

  it('is stopped by its deadline and by its caller', async () => {
    const { url, requests } = await startHttp(isCall)
    const connection = await connect(remote(url))
    expect(await rejection(connection.call('x', {}, { timeoutMs: 200 }))).toMatchObject({
      code: 'MCP_TIMEOUT',
    })
    const controller = new AbortController()
    const calling = rejection(connection.call('x', {}, { signal: controller.signal }))
    controller.abort('enough')
    expect(await calling).toBe('enough')
    await until(
      () => requests.filter(({ message }) => message?.method === 'notifications/cancelled').length === 2,
    )
  })
})

describe('a call that is given up', () => {
  it.each([
    ['before the answer begins', undefined],
    ['in the middle of the answer', 'id: 1\ndata: \n\n'],
  ])('%s lets go of its connection and asks for nothing more', async (_when, text) => {
    let hasHungUp = false
    const { url, requests } = await startHttp((exchange) => {
      if (!isCall(exchange) || exchange.message?.params?.name !== 'hang') return false
      exchange.response.on('close', () => {
        hasHungUp = true
      })
      return text === undefined || stream(exchange, text)
    })
    const diagnostics: McpDiagnostic[] = []
    const connection = await connect(remote(url), {
      onDiagnostic: (diagnostic) => diagnostics.push(diagnostic),
    })
    expect(await rejection(connection.call('hang', {}, { timeoutMs: 200 }))).toMatchObject({
      code: 'MCP_TIMEOUT',
    })
    await until(() => hasHungUp)
    expect(await connection.call('x', {})).toMatchObject({ content: [{ text: 'done' }] })
    expect(requests.filter(({ request }) => request.headers['last-event-id'] !== undefined)).toEqual([])
    expect(diagnostics).toEqual([])
  })
})

describe('the stream of events', () => {
  it('tells of changed tools', async () => {
    let push = (_event: string): void => {}
    const { url } = await startHttp((exchange) => {
      if (exchange.request.method !== 'GET') return false
      push = (event) => void exchange.response.write(event)
      return stream(exchange, ': hello\n\n')
    })
    const connection = await connect(remote(url))
    let changes = 0
    connection.onChange(() => {
      changes += 1
    })
    await until(() => {
      push('data: {"jsonrpc":"2.0","method":"notifications/tools/list_changed"}\n\n')
      return changes > 0
    })
  })

  it('need not exist, whatever a server says to the question', async () => {
    for (const status of [400, 404, 405, 500]) {
      const { url, requests } = await startHttp(
        (exchange) => exchange.request.method === 'GET' && refuse(exchange, status),
      )
      const connection = await connect(remote(url))
      await until(() => requests.some(({ request }) => request.method === 'GET'))
      expect(await connection.call('x', {})).toMatchObject({ content: [{ text: 'done' }] })
      expect(connection.status).toBe('connected')
    }
  })

  it('is asked for again when it breaks, and its loss reported before it ends the connection', async () => {
    const diagnostics: McpDiagnostic[] = []
    let streams = 0
    const { url } = await startHttp((exchange) => {
      if (exchange.request.method !== 'GET') return false
      streams += 1
      if (streams > 1) return refuse(exchange, 502, 'bad gateway')
      stream(exchange, ': hello\n\n')
      exchange.response.end()
      return true
    })
    const connection = await connect(remote(url), {
      onDiagnostic: (diagnostic) => diagnostics.push(diagnostic),
    })
    expect(await connection.closed).toMatchObject({
      details: { by: 'server' },
      cause: { details: { httpStatus: 502 } },
    })
    expect(streams).toBe(3)
    expect(diagnostics).toContainEqual({
      server: 'remote',
      kind: 'transport',
      message: expect.stringMatching(/HTTP 502/),
    })
  }, 15_000)
})
