import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ServeDeps } from '../serve-deps.ts'
import { type AllowedNames, checkRequest, type Refusal } from './check-request.ts'
import type { Authenticate } from './credentials.ts'
import { type Exchange, headerOf } from './exchange.ts'
import type { readHttpLimits } from './http-limits.ts'
import { type HttpSessions, keepAliveMs } from './http-sessions.ts'
import { answerMcp } from './mcp-endpoint.ts'
import { createBodyReader } from './read-body.ts'
import { refuse, sendJson } from './reply.ts'
import { answerMessages, answerSse } from './sse-endpoint.ts'

/** What answers requests. */
export interface RequestListenerOptions {
  readonly parts: ServeDeps
  readonly sessions: HttpSessions
  readonly limits: ReturnType<typeof readHttpLimits>
  readonly names: AllowedNames
  readonly authenticate: Authenticate
  readonly hasSse: boolean
}

/** Takes requests one by one. */
export interface RequestListener {
  readonly answer: (request: IncomingMessage, response: ServerResponse) => void
  /** Answers every request from now on with the news that the server closes. */
  readonly stop: () => void
}

type Route = (exchange: Exchange) => Promise<void>

/**
 * Answers requests in this order: is it spoken to by its name, from where it may be; does a page of the web only ask
 * whether it may; who comes; what is asked for. Nothing of a later question is looked at before the earlier is settled.
 */
export function createRequestListener(options: RequestListenerOptions): RequestListener {
  const { parts, sessions, limits, names, authenticate, hasSse } = options
  const onRefused = ({ status, reason }: Refusal): void => parts.tell({ type: 'refused', status, reason })
  const shared = { bodies: createBodyReader(limits.maxBodyBytes, limits.maxBodiesBytes), onRefused }
  const mcp = { ...shared, sessions: sessions.streamable, open: sessions.openStreamable }
  const sse = { ...shared, sessions: sessions.sse, open: sessions.openSse, keepAliveMs: keepAliveMs(limits) }
  const routes = new Map<string, Route>([['/mcp', (exchange) => answerMcp(exchange, mcp)]])
  if (hasSse) {
    routes.set('/sse', (exchange) => answerSse(exchange, sse))
    routes.set('/messages', (exchange) => answerMessages(exchange, sse))
  }
  let isStopping = false

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const stop = (refusal: Refusal, headers: Readonly<Record<string, string>> = {}): void => {
      onRefused(refusal)
      refuse(response, refusal, headers)
    }
    const refusal = checkRequest(
      { url: request.url ?? '', rawHeaders: request.rawHeaders },
      names,
      limits.maxHeaders,
    )
    if (refusal !== undefined) return stop(refusal)
    allowOrigin(request, response)
    if (request.method === 'OPTIONS') return void response.writeHead(204, PREFLIGHT).end()
    // What a path means is said by its letters alone, whatever a URL could make of them.
    const [path = '', query = ''] = (request.url ?? '').split('?', 2)
    if (path === '/healthz' && request.method === 'GET') return sayHealth(response)
    const caller = { headers: plainHeaders(request), remoteAddress: request.socket.remoteAddress ?? '' }
    const principal = await authenticate(caller)
    if (typeof principal !== 'string') {
      return stop(
        { status: 401, reason: 'A bearer token is needed.' },
        { 'www-authenticate': 'Bearer realm="mcp"' },
      )
    }
    const route = routes.get(path)
    if (route === undefined) return stop({ status: 404, reason: 'There is nothing here; MCP is at /mcp.' })
    if (isStopping) return stop({ status: 503, reason: 'The server is closing.' })
    await route({ request, response, principal, url: new URL(`http://localhost${path}?${query}`) })
  }

  const sayHealth = (response: ServerResponse): void => {
    const { status } = parts.served.gateway.health()
    const isUp = !isStopping && status !== 'notStarted'
    sendJson(response, isUp ? 200 : 503, { status: isStopping ? 'closing' : status })
  }

  return {
    answer: (request, response) => {
      answer(request, response).catch((error: unknown) => {
        // A client that hung up in the middle of its own request is no failure of ours.
        if (request.destroyed && !request.complete) return void response.destroy()
        parts.tell({ type: 'failed', error })
        refuse(response, { status: 500, reason: 'Internal error.' })
      })
    },
    stop: () => {
      isStopping = true
    },
  }
}

const PREFLIGHT = {
  'access-control-allow-methods': 'GET, POST, DELETE',
  'access-control-allow-headers':
    'Authorization, Content-Type, Last-Event-ID, Mcp-Protocol-Version, Mcp-Session-Id',
  'access-control-max-age': '600',
}

/** The origin has been found to be allowed. */
function allowOrigin(request: IncomingMessage, response: ServerResponse): void {
  const origin = headerOf(request, 'origin')
  if (origin === undefined) return
  response.setHeader('access-control-allow-origin', origin)
  response.setHeader('access-control-expose-headers', 'Mcp-Session-Id')
  response.setHeader('vary', 'Origin')
}

function plainHeaders({ headers }: IncomingMessage): Readonly<Record<string, string>> {
  const entries = Object.entries(headers).flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, value] as const] : [],
  )
  return Object.fromEntries(entries)
}
