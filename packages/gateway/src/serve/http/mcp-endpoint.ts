import { isJsonObject } from '@toolscout/model/internal'
import type { HttpChannel } from '../sdk-server.ts'
import type { Refusal } from './check-request.ts'
import { type Exchange, headerOf } from './exchange.ts'
import type { BodyReader } from './read-body.ts'
import { refuse, sendJson, sendResponse } from './reply.ts'
import type { HttpSession, SessionTable } from './session-table.ts'

/** A session over Streamable HTTP. */
export type StreamableSession = HttpSession<HttpChannel>

/** What the endpoint works with. */
export interface McpEndpointDeps {
  readonly sessions: SessionTable<StreamableSession>
  readonly bodies: BodyReader
  /** Begins a session for a client that speaks this version. */
  readonly open: (principal: string) => Promise<StreamableSession>
  readonly onRefused: (refusal: Refusal) => void
}

/** What of a request's headers is MCP's business. Nothing else of it goes any further. */
const PASSED = ['accept', 'content-type', 'last-event-id', 'mcp-protocol-version', 'mcp-session-id'] as const

/** Answers a request to `/mcp`, the endpoint of Streamable HTTP. */
export async function answerMcp(exchange: Exchange, parts: McpEndpointDeps): Promise<void> {
  const { request, response, principal } = exchange
  const stop = (refusal: Refusal): void => {
    parts.onRefused(refusal)
    refuse(response, refusal, refusal.status === 405 ? { allow: 'GET, POST, DELETE' } : {})
  }
  const method = request.method ?? ''
  if (!['GET', 'POST', 'DELETE'].includes(method)) return stop({ status: 405, reason: 'Method not allowed.' })

  const id = headerOf(request, 'mcp-session-id')
  const known = id === undefined ? undefined : parts.sessions.use(id, principal)
  if (id !== undefined && known === undefined) return stop({ status: 404, reason: 'Session not found.' })

  let body: unknown
  if (method === 'POST') {
    const read = await parts.bodies.read(request)
    if ('status' in read) return stop(read)
    try {
      body = JSON.parse(read.text)
    } catch {
      const error = { code: -32_700, message: 'Parse error: the body is no JSON.' }
      return sendJson(response, 400, { jsonrpc: '2.0', error, id: null })
    }
  }
  if (known === undefined && !isInitialize(body)) {
    return stop({
      status: 400,
      reason: 'A session begins with initialize; later requests carry Mcp-Session-Id.',
    })
  }
  // No session begins for a client that hung up while its request was read.
  if (known === undefined && response.closed) return
  if (known === undefined && !parts.sessions.makeRoom()) {
    return stop({ status: 503, reason: 'There are too many sessions; try again.' })
  }
  const session = known ?? (await parts.open(principal))
  const done = response.closed ? undefined : session.open.begin()
  if (done !== undefined) response.once('close', done)
  const answer = await session.channel.handle(toWebRequest(exchange), body)
  // A session whose first request failed is discarded.
  if (known === undefined && !answer.ok) await session.channel.close()
  // What the client sent before it hung up counts; there is no connection to answer on.
  if (response.closed) return void (await answer.body?.cancel())
  await sendResponse(response, answer)
}

function isInitialize(body: unknown): boolean {
  return isJsonObject(body) && body.method === 'initialize' && body.id !== undefined
}

function toWebRequest({ request, url }: Exchange): Request {
  const headers = new Headers()
  for (const name of PASSED) {
    const value = headerOf(request, name)
    if (value !== undefined) headers.set(name, value)
  }
  return new Request(url, { method: request.method ?? 'POST', headers })
}
