import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js'
import { createMcpHandler, type McpHttpHandler, type McpServerFactory } from '@modelcontextprotocol/server'
import { serveStdio } from '@modelcontextprotocol/server/stdio'

/** One server in both eras of MCP: `session` is MCP 2025-11-25, `stateless` 2026-07-28. */
interface ServerOfEras {
  readonly session: () => Server
  readonly stateless: McpServerFactory
}

/** Serves one era of a server: over HTTP on `port`, which is written to stderr, and without one over stdio. */
export async function serveEra(
  { session, stateless }: ServerOfEras,
  { era, port }: { readonly era: keyof ServerOfEras; readonly port?: string | undefined },
): Promise<void> {
  if (port === undefined) {
    if (era === 'stateless') serveStdio(stateless, { legacy: 'reject' })
    else await session().connect(new StdioServerTransport())
    return
  }
  const answer =
    era === 'stateless'
      ? toAnswer(createMcpHandler(stateless, { legacy: 'reject' }))
      : answerInSessions(session)
  const server = createServer((request, response) =>
    answer(request, response).catch(() => request.socket.destroy()),
  )
  // A call that leaves as its idle connection is closed has an unknown outcome, too, without any kill.
  server.keepAliveTimeout = 0
  server.listen(Number(port), '127.0.0.1', () =>
    process.stderr.write(`on port ${(server.address() as AddressInfo).port}\n`),
  )
}

type Answer = (request: IncomingMessage, response: ServerResponse) => Promise<unknown>

function answerInSessions(open: () => Server): Answer {
  const sessions = new Map<string, StreamableHTTPServerTransport>()
  return async (request, response) => {
    const id = request.headers['mcp-session-id']
    const known = sessions.get(String(id))
    if (known === undefined && id !== undefined) return response.writeHead(404).end()
    const transport =
      known ??
      new StreamableHTTPServerTransport({
        sessionIdGenerator: randomUUID,
        onsessioninitialized: (given) => void sessions.set(given, transport),
      })
    if (known === undefined) await open().connect(transport)
    return transport.handleRequest(request, response)
  }
}

function toAnswer(handler: McpHttpHandler): Answer {
  return async (request, response) => {
    const gone = new AbortController()
    const chunks: Uint8Array[] = []
    for await (const chunk of request) chunks.push(chunk)
    const asked = new Request(`http://${request.headers.host}${request.url}`, {
      method: request.method ?? 'GET',
      headers: new Headers(Object.entries(request.headers) as [string, string][]),
      ...(chunks.length > 0 && { body: Buffer.concat(chunks) }),
      signal: gone.signal,
    })
    // Holds the request, whose own signal does not abort any more once it is collected.
    response.on('close', () => gone.abort(asked))
    const answer = await handler.fetch(asked)
    response.writeHead(answer.status, Object.fromEntries(answer.headers))
    for await (const chunk of answer.body ?? []) response.write(chunk)
    response.end()
  }
}
