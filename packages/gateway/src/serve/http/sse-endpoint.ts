import type { ServerResponse } from 'node:http'
import { isJsonObject } from '@toolscout/model/internal'
import type { ClientChannel, WireTransport } from '../client-channel.ts'
import type { Refusal } from './check-request.ts'
import type { Exchange } from './exchange.ts'
import type { BodyReader } from './read-body.ts'
import { refuse, sendJson } from './reply.ts'
import { createSessionId, type HttpSession, type SessionTable } from './session-table.ts'

/** A session of HTTP with SSE (MCP 2024-11-05). */
export interface SseSession extends HttpSession<ClientChannel> {
  /** Hands a message of the client on. */
  readonly receive: (message: object) => void
}

/** What the two endpoints work with. */
export interface SseEndpointDeps {
  readonly sessions: SessionTable<SseSession>
  readonly bodies: BodyReader
  readonly open: (id: string, principal: string, wire: SseWire) => Promise<SseSession>
  /** Pause between comments that keep a silent stream alive, in milliseconds. */
  readonly keepAliveMs: number
  readonly onRefused: (refusal: Refusal) => void
}

/** A transport that sends by a stream of events and hears by requests. */
export interface SseWire extends WireTransport {
  readonly receive: (message: object) => void
}

/** Bytes that wait for a client to read them; one that reads so slowly is as good as gone. */
const MAX_WAITING_BYTES = 67_108_864

/** Begins a session: a stream of events, the first of which says where messages go. */
export async function answerSse(exchange: Exchange, parts: SseEndpointDeps): Promise<void> {
  const { request, response, principal } = exchange
  const stop = (refusal: Refusal): void => {
    parts.onRefused(refusal)
    refuse(response, refusal, refusal.status === 405 ? { allow: 'GET' } : {})
  }
  if (request.method !== 'GET') return stop({ status: 405, reason: 'Method not allowed.' })
  if (response.closed) return
  if (!parts.sessions.makeRoom())
    return stop({ status: 503, reason: 'There are too many sessions; try again.' })
  const id = createSessionId()
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache, no-transform' })
  const session = await parts.open(id, principal, createSseWire(response, parts.keepAliveMs))
  response.once('close', session.open.begin())
  response.write(`event: endpoint\ndata: /messages?sessionId=${id}\n\n`)
}

/** Takes a message of a client whose session is in the address. */
export async function answerMessages(exchange: Exchange, parts: SseEndpointDeps): Promise<void> {
  const { request, response, principal, url } = exchange
  const stop = (refusal: Refusal): void => {
    parts.onRefused(refusal)
    refuse(response, refusal, refusal.status === 405 ? { allow: 'POST' } : {})
  }
  if (request.method !== 'POST') return stop({ status: 405, reason: 'Method not allowed.' })
  const session = parts.sessions.use(url.searchParams.get('sessionId') ?? '', principal)
  if (session === undefined) return stop({ status: 404, reason: 'Session not found.' })
  const body = await parts.bodies.read(request)
  if ('status' in body) return stop(body)
  const message = parseMessage(body.text)
  if (message === undefined) return stop({ status: 400, reason: 'The body is no JSON-RPC message.' })
  sendJson(response, 202, {})
  session.receive(message)
}

function parseMessage(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isJsonObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

function createSseWire(response: ServerResponse, keepAliveMs: number): SseWire {
  let receive: (message: object) => void = () => {}
  const write = (text: string): void => {
    if (!response.writableEnded) response.write(text)
  }
  const timer = setInterval(() => write(': keepalive\n\n'), keepAliveMs).unref()
  return {
    receive: (message) => receive(message),
    start: ({ onMessage, onEnd }) => {
      receive = onMessage
      response.once('close', () => {
        clearInterval(timer)
        onEnd()
      })
    },
    send: async (message) => {
      write(`event: message\ndata: ${JSON.stringify(message)}\n\n`)
      if (response.writableLength > MAX_WAITING_BYTES) response.destroy()
    },
    close: async () => void response.end(),
  }
}
