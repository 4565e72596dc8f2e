import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { connectMcpServer, type McpConnection } from '@toolscout/mcp'
import type { JsonObject } from '@toolscout/model'
import { classifyFailure } from '@toolscout/runtime/internal'
import { expect, it, onTestFinished } from 'vitest'

type Answer = (request: { readonly id: number; readonly tool: string }, response: ServerResponse) => void

/** A connection to a server that answers calls as it is told. */
async function connectTo(answer: Answer): Promise<McpConnection> {
  const server = createServer(async (request, response) => {
    const { id, method, params } = await readJson(request)
    if (id === undefined) response.writeHead(request.method === 'POST' ? 202 : 405).end()
    else if (method === 'tools/call')
      answer({ id: Number(id), tool: String((params as JsonObject).name) }, response)
    else {
      const result = {
        protocolVersion: '2025-11-25',
        capabilities: {},
        serverInfo: { name: 's', version: '1' },
      }
      reply(response, { id, result })
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const connection = await connectMcpServer({
    name: 's',
    transport: 'http',
    url: `http://127.0.0.1:${port}/`,
  })
  onTestFinished(async () => {
    await connection.close()
    server.closeAllConnections()
    server.close()
  })
  return connection
}

function reply(response: ServerResponse, answer: object): void {
  response.writeHead(200, { 'content-type': 'application/json', 'mcp-session-id': 's1' })
  response.end(JSON.stringify({ jsonrpc: '2.0', ...answer }))
}

async function readJson(request: IncomingMessage): Promise<JsonObject> {
  let text = ''
  for await (const chunk of request) text += String(chunk)
  return text === '' ? {} : JSON.parse(text)
}

async function failureOf(calling: Promise<unknown>): Promise<unknown> {
  return classifyFailure(
    await calling.then(
      () => expect.fail('The call was to fail.'),
      (error: unknown) => error,
    ),
  )
}

it.each([
  [429, { 'retry-after': '2' }, { kind: 'rateLimited', retryAfterMs: 2_000 }],
  [429, {}, { kind: 'rateLimited' }],
  [503, { 'retry-after': '2' }, { kind: 'unavailable', retryAfterMs: 2_000 }],
  [503, {}, { kind: 'ambiguous' }],
  [500, {}, { kind: 'ambiguous' }],
  [404, {}, { kind: 'sessionLost' }],
  [401, {}, { kind: 'unauthorized' }],
  [403, {}, { kind: 'refused' }],
])('a call that is answered with HTTP %i and %j', async (status, headers, failure) => {
  const connection = await connectTo((_request, response) => response.writeHead(status, headers).end())
  expect(await failureOf(connection.call('x', {}))).toEqual(failure)
})

it.each([
  [{ code: -32_602 }, { kind: 'badArguments' }],
  [{ code: -32_601 }, { kind: 'refused' }],
  [{ code: -32_603 }, { kind: 'ambiguous' }],
  [
    { code: -32_000, data: { retryAfter: 2 } },
    { kind: 'rateLimited', retryAfterMs: 2_000 },
  ],
  [
    { code: -32_000, data: { retry_after: '2' } },
    { kind: 'rateLimited', retryAfterMs: 2_000 },
  ],
])('a call that is answered with the error %j', async (error, failure) => {
  const connection = await connectTo(({ id }, response) =>
    reply(response, { id, error: { message: 'no', ...error } }),
  )
  expect(await failureOf(connection.call('x', {}))).toEqual(failure)
})

it('a call under way when another one finds the session gone may have run; a later one did not', async () => {
  let isWaiting = (): void => {}
  const waiting = new Promise<void>((resolve) => {
    isWaiting = resolve
  })
  const connection = await connectTo(({ tool }, response) => {
    if (tool === 'slow') isWaiting()
    else response.writeHead(404).end()
  })
  const slow = failureOf(connection.call('slow', {}))
  await waiting
  expect(await failureOf(connection.call('x', {}))).toEqual({ kind: 'sessionLost' })
  expect(await slow).toEqual({ kind: 'ambiguous' })
  expect(await failureOf(connection.call('x', {}))).toEqual({ kind: 'unsent' })
})
