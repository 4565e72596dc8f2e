import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import { createFarmServer, type FarmHost } from './farm-tools.ts'
import type { Behaviour, Fault } from './fault.ts'
import type { Ledger } from './ledger.ts'

/** An MCP server over Streamable HTTP that fails as configured. */
export interface HttpBackend {
  readonly name: string
  readonly url: string
  /** How it treats requests from now on; without one it is well. */
  readonly behave: (behaviour?: Behaviour) => void
  /** Requests of a method that came in, whatever became of them. */
  readonly requests: (method: string) => number
  /** Sessions that were begun. */
  readonly sessions: () => number
  /** Tools beside the ones every backend has. */
  readonly setTools: (names: readonly string[]) => void
  /** Says to every session that its tools have changed; resolves when it is said. */
  readonly announce: () => Promise<void>
  /** Streams of events that are open. */
  readonly streams: () => number
  /** Ends every open stream in good order. */
  readonly endStreams: () => void
  /** Hangs up on everybody, and refuses connections until it is up again. */
  readonly down: () => Promise<void>
  readonly up: () => Promise<void>
}

/** Options of a backend. */
export interface HttpBackendOptions {
  /** What it says it is called. */
  readonly name: string
  /** Where its tools write what they do. */
  readonly ledger: Ledger
  /** How long its tool `slow` takes, in milliseconds. Default 2,000. */
  readonly slowMs?: number | undefined
  /** What it asks clients to wait before they open a lost stream again. Default: nothing. */
  readonly retryMs?: number | undefined
}

interface Session {
  readonly transport: StreamableHTTPServerTransport
  readonly announce: () => Promise<void>
}

interface Exchange {
  readonly fault: Fault
  readonly response: ServerResponse
}

/** Starts a backend on a free port of this machine. */
export async function startHttpBackend(options: HttpBackendOptions): Promise<HttpBackend> {
  const { name, ledger, slowMs = 2_000, retryMs } = options
  const sessions = new Map<string, Session>()
  const streams = new Set<ServerResponse>()
  const counts = new Map<string, number>()
  /** Calls whose answer is to be spoiled when their tool has run. */
  const spoiled = new Map<string, Exchange>()
  let behaviour: Behaviour = () => undefined
  let more: readonly string[] = []
  let begun = 0

  const host: FarmHost = {
    name,
    ledger,
    slowMs,
    more: () => more,
    onRan: async ({ sessionId, requestId }) => {
      const key = `${sessionId} ${String(requestId)}`
      const exchange = spoiled.get(key)
      if (exchange === undefined) return
      spoiled.delete(key)
      // The SDK sends the headers in its own time, which may be after a tool that is quick.
      while (!exchange.response.headersSent) await nextTurn()
      spoil(exchange)
      await new Promise(() => {})
    },
  }
  const begin = async (): Promise<StreamableHTTPServerTransport> => {
    const server = createFarmServer(host)
    const transport = new StreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (id) => {
        begun += 1
        sessions.set(id, { transport, announce: () => server.sendToolListChanged() })
      },
      onsessionclosed: (id) => void sessions.delete(id),
    })
    await server.connect(transport as Transport)
    return transport
  }
  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const message = await readMessage(request)
    const method = message?.method ?? request.method ?? ''
    counts.set(method, (counts.get(method) ?? 0) + 1)
    const sessionId = headerOf(request, 'mcp-session-id')
    const tool = message?.params?.name
    const fault = behaviour({ method, ...(tool === undefined ? {} : { tool }) })
    if ((fault?.kind === 'hang' || fault?.kind === 'status') && fault.ran === true)
      ledger.record(String(message?.params?.arguments?.nonce))
    if (fault?.kind === 'hang') return
    if (fault?.kind === 'resetBefore') return void request.socket.destroy()
    if (fault?.kind === 'status') {
      const body = (fault.body ?? 'no').replace('$id', JSON.stringify(message?.id ?? null))
      return void response.writeHead(fault.status, fault.headers).end(body)
    }
    if (fault?.kind === 'forget') sessions.clear()
    const session = sessionId === undefined ? undefined : sessions.get(sessionId)
    if (sessionId !== undefined && session === undefined)
      return void response.writeHead(404).end('no session')
    if (fault?.kind === 'resetAfter' || fault?.kind === 'endAfter') {
      spoiled.set(`${sessionId} ${String(message?.id)}`, { fault, response })
    }
    const transport = session?.transport ?? (await begin())
    if (request.method === 'GET') follow(response)
    await transport.handleRequest(request, response, message)
  }
  const follow = (response: ServerResponse): void => {
    streams.add(response)
    response.once('close', () => streams.delete(response))
    if (retryMs !== undefined) setImmediate(() => response.write(`retry: ${retryMs}\n\n`))
  }
  let server = await listen(0, handle)
  const { port } = server.address() as AddressInfo
  return Object.freeze({
    name,
    url: `http://127.0.0.1:${port}/mcp`,
    behave: (next: Behaviour = () => undefined) => {
      behaviour = next
    },
    requests: (method: string) => counts.get(method) ?? 0,
    sessions: () => begun,
    setTools: (names: readonly string[]) => {
      more = [...names]
    },
    announce: async () => void (await Promise.all([...sessions.values()].map(({ announce }) => announce()))),
    streams: () => streams.size,
    endStreams: () => {
      for (const { transport } of sessions.values()) transport.closeStandaloneSSEStream()
    },
    down: async () => {
      if (!server.listening) return
      sessions.clear()
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
    up: async () => {
      if (!server.listening) server = await listen(port, handle)
    },
  } satisfies HttpBackend)
}

async function listen(
  port: number,
  handle: (request: IncomingMessage, response: ServerResponse) => Promise<void>,
): Promise<Server> {
  const server = createServer((request, response) => {
    // When the client disconnects during reading, there is no response to send.
    handle(request, response).catch(() => request.socket.destroy())
  })
  // A connection that is closed for being idle just when it is used again is no fault anybody asked for.
  server.keepAliveTimeout = 0
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return server
}

function spoil({ fault, response }: Exchange): void {
  if (fault.kind === 'endAfter') return void response.end()
  if (fault.kind !== 'resetAfter') return
  if (fault.sent === 'headers') return void response.socket?.destroy()
  response.write('event: message\ndata: {"jsonrpc":"2.0","id":', () => response.socket?.destroy())
}

interface Message {
  readonly id?: unknown
  readonly method?: string
  readonly params?: { readonly name?: string; readonly arguments?: { readonly nonce?: unknown } }
}

async function readMessage(request: IncomingMessage): Promise<Message | undefined> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  const body = Buffer.concat(chunks).toString('utf8')
  return body === '' ? undefined : JSON.parse(body)
}

function headerOf(request: IncomingMessage, name: string): string | undefined {
  const value = request.headers[name]
  return typeof value === 'string' ? value : undefined
}
