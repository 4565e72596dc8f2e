import type { IncomingMessage, ServerResponse } from 'node:http'
import { isDeeperThan } from '@toolscout/mcp/internal'
import { isJsonObject, parseJson } from '@toolscout/model/internal'
import { saysItsVersion } from '../era-wires.ts'
import type { StatelessHttp } from '../sdk-v2-server.ts'
import type { ServeDeps } from '../served.ts'
import { type AllowedNames, checkRequest, type Refusal } from './check-request.ts'
import type { Authenticate } from './credentials.ts'
import { type BodyReader, createBodyReader, headerOf, refuse, sendJson } from './exchange.ts'
import type { FullHttpLimits } from './http-limits.ts'
import { sendResponse } from './send-response.ts'
import type { HttpSession, SessionTable } from './session-table.ts'

/** What answers requests. */
export interface RequestListenerDeps {
  readonly deps: ServeDeps
  readonly sessions: SessionTable
  /** Begins a session. */
  readonly open: (principal: string) => Promise<HttpSession>
  /** Answers clients that have none; opened when the first of them comes. */
  readonly stateless: () => Promise<Pick<StatelessHttp, 'isFor' | 'handle'>>
  readonly limits: FullHttpLimits
  readonly names: AllowedNames
  readonly authenticate: Authenticate
}

/** What of a request's headers is MCP's business. Nothing else of it goes any further. */
const PASSED = [
  'accept',
  'content-type',
  'last-event-id',
  'mcp-method',
  'mcp-name',
  'mcp-protocol-version',
  'mcp-session-id',
] as const
/** Twice what a tool takes. The SDK reads bodies recursively. */
const MAX_DEPTH = 128
const METHODS = ['GET', 'POST', 'DELETE']
const PREFLIGHT = {
  'access-control-allow-methods': METHODS.join(', '),
  'access-control-allow-headers':
    'Authorization, Content-Type, Last-Event-ID, Mcp-Method, Mcp-Name, Mcp-Protocol-Version, Mcp-Session-Id',
  'access-control-max-age': '600',
}

/**
 * Answers requests in this order: is it spoken to by its name, from where it may be; does a page of the web only ask
 * whether it may; who comes; what is asked for. Nothing of a later question is looked at before the earlier is settled.
 */
export class RequestListener {
  readonly #given: RequestListenerDeps
  readonly #readBody: BodyReader
  #isStopping = false

  constructor(given: RequestListenerDeps) {
    this.#given = given
    this.#readBody = createBodyReader(given.limits.maxBodyBytes, given.limits.maxBodiesBytes)
  }

  /** Answers every request from now on with the news that the server closes. */
  stop(): void {
    this.#isStopping = true
  }

  /** Never rejects. */
  async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      const refusal = await this.#answer(request, response)
      if (refusal === undefined) return
      const { headers, ...told } = refusal
      this.#given.deps.tell({ type: 'refused', ...told })
      refuse(response, told, headers)
    } catch (error) {
      // A client that hung up in the middle of its own request is no failure of ours.
      if (request.destroyed && !request.complete) return void response.destroy()
      this.#given.deps.tell({ type: 'failed', error })
      refuse(response, { status: 500, reason: 'Internal error.' })
    }
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<RefusalWithHeaders | undefined> {
    const { names, limits, authenticate } = this.#given
    const { url = '', rawHeaders } = request
    const refusal = checkRequest({ url, rawHeaders }, names, limits.maxHeaders)
    if (refusal !== undefined) return refusal
    allowOrigin(request, response)
    if (request.method === 'OPTIONS') return void response.writeHead(204, PREFLIGHT).end()
    // What a path means is said by its letters alone, whatever a URL could make of them.
    const [path = '', query = ''] = url.split('?', 2)
    if (path === '/healthz' && request.method === 'GET') return void this.#sendHealth(response)
    const caller = { headers: plainHeaders(request), remoteAddress: request.socket.remoteAddress ?? '' }
    const principal = await authenticate(caller)
    if (typeof principal !== 'string') {
      const headers = { 'www-authenticate': 'Bearer realm="mcp"' }
      return { status: 401, reason: 'A bearer token is required.', headers }
    }
    if (path !== '/mcp') return { status: 404, reason: 'There is nothing here; MCP is at /mcp.' }
    if (this.#isStopping) return { status: 503, reason: 'The server is closing.' }
    return this.#answerMcp({ request, response, principal, url: `http://localhost${path}?${query}` })
  }

  #sendHealth(response: ServerResponse): void {
    const { status } = this.#given.deps.served.gateway.health()
    const isUp = !this.#isStopping && status !== 'notStarted'
    sendJson(response, isUp ? 200 : 503, { status: this.#isStopping ? 'closing' : status })
  }

  /** Answers a request to the endpoint of Streamable HTTP. */
  async #answerMcp({ request, response, principal, url }: Exchange): Promise<RefusalWithHeaders | undefined> {
    const { deps, sessions, open, stateless } = this.#given
    const method = request.method ?? ''
    if (!METHODS.includes(method)) {
      return { status: 405, reason: 'Method not allowed.', headers: { allow: METHODS.join(', ') } }
    }
    let body: unknown
    if (method === 'POST') {
      const read = await this.#readBody(request)
      if ('status' in read) return read
      body = parseJson(read.text)
      if (body === undefined) {
        const error = { code: -32_700, message: 'Parse error: the body is not JSON.' }
        return void sendJson(response, 400, { jsonrpc: '2.0', error, id: null })
      }
      if (isDeeperThan(body, MAX_DEPTH))
        return { status: 400, reason: `The body is nested more than ${MAX_DEPTH} levels deep.` }
    }
    const gone = new AbortController()
    const asked = toWebRequest(request, url, gone.signal)
    if (method === 'POST' && mayBeStateless(request, body)) {
      const later = await stateless()
      if (await later.isFor(asked, body)) {
        // Holds the request meanwhile: the signal of one that was collected follows that of `gone` no more.
        response.once('close', () => asked.signal.aborted || gone.abort())
        const answer = await later.handle(asked, body, principal)
        if (response.closed) await answer.body?.cancel()
        else await sendResponse(response, answer, deps.clock)
        return undefined
      }
    }
    const id = headerOf(request, 'mcp-session-id')
    const known = id === undefined ? undefined : sessions.use(id, principal)
    if (id !== undefined && known === undefined) return { status: 404, reason: 'Session not found.' }
    if (known === undefined) {
      if (!isInitialize(body)) {
        return {
          status: 400,
          reason: 'A session begins with initialize; later requests carry Mcp-Session-Id.',
        }
      }
      // No session begins for a client that hung up while its request was read.
      if (response.closed) return undefined
      if (!sessions.makeRoom(principal)) return { status: 503, reason: 'Too many sessions; try again.' }
    }
    const session = known ?? (await open(principal))
    if (!response.closed) response.once('close', session.open.begin())
    const answer = await session.channel.handle(asked, body)
    // A session whose first request failed is discarded.
    if (known === undefined && !answer.ok) await session.channel.close()
    // What the client sent before it hung up counts; there is no connection to answer on.
    if (response.closed) await answer.body?.cancel()
    else await sendResponse(response, answer, deps.clock)
    return undefined
  }
}

/** Whether a request may be of MCP 2026-07-28 or later. */
function mayBeStateless(request: IncomingMessage, body: unknown): boolean {
  const version = headerOf(request, 'mcp-protocol-version') ?? ''
  return version >= '2026' || saysItsVersion(body)
}

/** Why a request is refused, which was not answered. */
type RefusalWithHeaders = Refusal & { readonly headers?: Readonly<Record<string, string>> }

/** One request whose sender is known, and the answer to it. */
interface Exchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly principal: string
  readonly url: string
}

function isInitialize(body: unknown): boolean {
  return isJsonObject(body) && body.method === 'initialize' && body.id !== undefined
}

function toWebRequest(request: IncomingMessage, url: string, signal: AbortSignal): Request {
  const headers = new Headers()
  for (const name of PASSED) {
    const value = headerOf(request, name)
    if (value !== undefined) headers.set(name, value)
  }
  return new Request(url, { method: request.method ?? 'POST', headers, signal })
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
  return Object.fromEntries(
    Object.entries(headers).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
}
