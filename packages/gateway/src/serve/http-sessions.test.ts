import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { ToolCallContext } from '@toolscout/model'
import { createManualClock } from '@toolscout/testkit/internal'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createDirectExposure } from '../exposure/direct-exposure.ts'
import { connectHttp, createClient, startHttp } from './fixtures/clients.ts'
import { serveTools } from './fixtures/served.ts'
import { echo } from './fixtures/tools.ts'
import type { HttpServing } from './http/http-serving.ts'

const TOKENS = { 'token-of-ann-0001': 'ann', 'token-of-bob-0001': 'bob' }

function post(
  { url }: HttpServing,
  token: string,
  session: string | undefined,
  message: object,
): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...(session === undefined ? {} : { 'mcp-session-id': session }),
    },
    body: JSON.stringify({ jsonrpc: '2.0', ...message }),
  })
}

async function connected(serving: HttpServing, token = 'token-of-ann-0001') {
  const client = createClient()
  const transport = (await connectHttp(client, serving.url, token)) as StreamableHTTPClientTransport
  return { client, transport, id: transport.sessionId ?? '' }
}

describe('T19: a session', () => {
  it('is nothing under another token, for whatever is asked', async () => {
    const { served } = await serveTools([echo])
    const serving = await startHttp(served, { tokens: TOKENS })
    const { id, client } = await connected(serving)

    const stolen = await post(serving, 'token-of-bob-0001', id, { id: 9, method: 'tools/list' })
    expect([stolen.status, await stolen.json()]).toEqual([404, expect.objectContaining({ id: null })])
    for (const method of ['GET', 'DELETE']) {
      const headers = {
        authorization: 'Bearer token-of-bob-0001',
        accept: 'text/event-stream',
        'mcp-session-id': id,
      }
      expect((await fetch(serving.url, { method, headers })).status).toBe(404)
    }
    expect(await client.ping()).toEqual({})
  })

  it('ends when its client says so', async () => {
    const { served } = await serveTools([echo])
    const serving = await startHttp(served, { tokens: TOKENS })
    const { id, transport } = await connected(serving)
    expect(serving.sessions()).toBe(1)

    await transport.terminateSession()

    expect(serving.sessions()).toBe(0)
    expect((await post(serving, 'token-of-ann-0001', id, { id: 9, method: 'ping' })).status).toBe(404)
  })

  it('ends when nobody has used it for its time', async () => {
    const clock = createManualClock()
    const { served } = await serveTools([echo])
    const serving = await startHttp(served, { tokens: TOKENS, clock, limits: { sessionIdleMs: 1_000 } })
    const begun = await post(serving, 'token-of-ann-0001', undefined, {
      id: 1,
      method: 'initialize',
      params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'x', version: '1' } },
    })
    await begun.text()

    await clock.advance(900)
    expect(serving.sessions()).toBe(1)
    await clock.advance(1_100)
    expect(serving.sessions()).toBe(0)
  })

  it('is not ended by another principal that opens twenty times as many as there may be', async () => {
    const { served } = await serveTools([echo])
    const serving = await startHttp(served, { tokens: TOKENS, limits: { maxSessions: 10 } })
    const params = {
      protocolVersion: '2025-11-25',
      capabilities: {},
      clientInfo: { name: 'x', version: '1' },
    }
    const begin = async (token: string): Promise<string> => {
      const begun = await post(serving, token, undefined, { id: 1, method: 'initialize', params })
      await begun.text()
      return begun.headers.get('mcp-session-id') ?? ''
    }
    const ann = await begin('token-of-ann-0001')
    for (let at = 0; at < 200; at += 1) expect(await begin('token-of-bob-0001')).not.toBe('')

    expect(serving.sessions()).toBe(10)
    const answer = await post(serving, 'token-of-ann-0001', ann, { id: 9, method: 'ping' })
    expect(answer.status).toBe(200)
    await answer.text()
  })

  it('begins with initialize and nothing else', async () => {
    const { served } = await serveTools([echo])
    const serving = await startHttp(served, { tokens: TOKENS })

    const early = await post(serving, 'token-of-ann-0001', undefined, { id: 1, method: 'tools/list' })

    expect([early.status, serving.sessions()]).toEqual([400, 0])
  })

  it('does not answer a second request by the id of one under way', async () => {
    let release = (): void => {}
    const gate = new Promise<void>((resolve) => {
      release = resolve
    })
    const { served } = await serveTools([
      { ...echo, name: 'gated', execute: () => gate.then(() => 'through') },
    ])
    const serving = await startHttp(served, { tokens: TOKENS })
    const { id } = await connected(serving)
    const call = { id: 7, method: 'tools/call', params: { name: 'gated', arguments: { text: '' } } }
    const first = await post(serving, 'token-of-ann-0001', id, call)

    const second = await post(serving, 'token-of-ann-0001', id, call)
    release()

    expect([second.status, await second.json()]).toEqual([
      400,
      expect.objectContaining({ error: { code: -32600, message: expect.stringContaining('in progress') } }),
    ])
    expect(await first.text()).toContain('through')
  })
})

describe('principals', () => {
  it('see the tools that exist for them, and call as themselves; another name is an error that says it (SHL-042)', async () => {
    const { served } = await serveTools([echo, { ...echo, name: 'secret' }], {
      gateway: { policy: ({ name }, { principal }) => name === 'echo' || principal === 'ann' },
    })
    const serving = await startHttp(served, { tokens: TOKENS })
    const ann = await connected(serving)
    const bob = await connected(serving, 'token-of-bob-0001')
    const call = { name: 'secret', arguments: { text: 'x' } }

    const names = async ({ client }: typeof ann) => (await client.listTools()).tools.map(({ name }) => name)
    expect([await names(ann), await names(bob)]).toEqual([['echo', 'secret'], ['echo']])
    expect(await ann.client.callTool(call)).toMatchObject({ content: [{ text: 'x' }] })
    await expect(bob.client.callTool(call)).rejects.toMatchObject({ code: -32602 })
    await expect(bob.client.callTool({ name: 'never-was' })).rejects.toMatchObject({
      code: -32602,
      message: expect.stringContaining('never-was'),
    })
  })

  it('may be decided on by the application, which a failure of its own lets nobody in', async () => {
    const { served } = await serveTools([echo])
    const events: unknown[] = []
    const serving = await startHttp(served, {
      onEvent: (event) => events.push(event),
      authenticate: async ({ headers }) => {
        if (headers.authorization === 'Bearer broken') throw new TypeError('database is down')
        return headers['x-user']
      },
    })
    const headers = { authorization: 'Bearer broken' }
    expect(serving.token).toBeUndefined()
    expect((await fetch(serving.url, { method: 'POST' })).status).toBe(401)
    const broken = await fetch(serving.url, { method: 'POST', headers })
    expect([broken.status, await broken.text()]).toEqual([500, expect.not.stringContaining('database')])
    expect(events).toContainEqual({
      type: 'failed',
      error: expect.objectContaining({ message: 'database is down' }),
    })
  })
})

describe('CVE-2026-25536: 200 clients that all count from 0', () => {
  it('each get the answers, reports and questions that are theirs', { timeout: 120_000 }, async () => {
    const { served } = await serveTools([
      {
        ...echo,
        execute: async ({ text }: { text: string }, { progress, signal }: ToolCallContext) => {
          progress({ progress: 1, message: text })
          await new Promise((resolve) => setImmediate(resolve))
          signal.throwIfAborted()
          return text
        },
      },
    ])
    const serving = await startHttp(served)
    const CALLS = 10
    const crossings: string[] = []
    const oneClient = async (number: number): Promise<void> => {
      const token = serving.token ?? ''
      const begun = await post(serving, token, undefined, {
        id: 0,
        method: 'initialize',
        params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'x', version: '1' } },
      })
      await begun.text()
      const session = begun.headers.get('mcp-session-id') ?? ''
      const calls = Array.from({ length: CALLS }, async (_, id) => {
        const nonce = `nonce-${number}-${id}-`
        const answer = await post(serving, token, session, {
          id,
          method: 'tools/call',
          params: { name: 'echo', arguments: { text: nonce }, _meta: { progressToken: id } },
        })
        const text = await answer.text()
        const nonces = text.match(/nonce-\d+-\d+-/g) ?? []
        if (nonces.length !== 2 || nonces.some((found) => found !== nonce))
          crossings.push(`${nonce}: ${text}`)
      })
      await Promise.all(calls)
    }
    await Promise.all(Array.from({ length: 200 }, (_, number) => oneClient(number)))

    expect(crossings).toEqual([])
    expect(serving.sessions()).toBe(200)
  })
})

describe('T20: what a client shows us', () => {
  it('reaches no server behind us', async () => {
    const seen: string[] = []
    const behind = createServer(async (request, response) => {
      let body = ''
      for await (const chunk of request) body += String(chunk)
      seen.push(JSON.stringify(request.rawHeaders), body)
      const { id, method } = body === '' ? { id: undefined, method: '' } : JSON.parse(body)
      if (id === undefined) return void response.writeHead(request.method === 'POST' ? 202 : 405).end()
      const results: Record<string, object> = {
        initialize: {
          protocolVersion: '2025-11-25',
          capabilities: { tools: {} },
          serverInfo: { name: 'behind', version: '1' },
        },
        'tools/list': { tools: [{ name: 'ask', inputSchema: { type: 'object' } }] },
        'tools/call': { content: [{ type: 'text', text: 'done' }] },
      }
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ jsonrpc: '2.0', id, result: results[method] ?? {} }))
    })
    behind.listen(0, '127.0.0.1')
    await once(behind, 'listening')
    onTestFinished(() => {
      behind.closeAllConnections()
      behind.close()
    })
    const { served, gateway } = await serveTools([])
    const { port } = behind.address() as AddressInfo
    gateway.addServer({ name: 'behind', transport: 'http', url: `http://127.0.0.1:${port}/mcp` })
    const exposure = createDirectExposure(gateway)
    const serving = await startHttp({ ...served, exposure }, { token: 'canary-token-canary-token' })
    const { client } = await connectedWith(serving, {
      authorization: 'Bearer canary-token-canary-token',
      cookie: 'canary=cookie',
      baggage: 'canary=baggage',
      traceparent: 'canary-trace',
      'x-forwarded-for': 'canary-address',
      'x-api-key': 'canary-key',
    })
    const { content } = await client.callTool({ name: 'behind__ask', arguments: { question: 'asked' } })

    expect(content).toEqual([{ type: 'text', text: 'done' }])
    expect(seen.join('\n')).toContain('asked')
    expect(seen.join('\n')).not.toContain('canary')
  })
})

async function connectedWith(serving: HttpServing, headers: Readonly<Record<string, string>>) {
  const client = createClient()
  const { StreamableHTTPClientTransport: Transport } = await import(
    '@modelcontextprotocol/sdk/client/streamableHttp.js'
  )
  await client.connect(new Transport(new URL(serving.url), { requestInit: { headers } }) as never)
  return { client }
}
