import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Refusal } from './check-request.ts'

type Headers = Readonly<Record<string, string>>

/** The value of a header that comes once. */
export function headerOf(request: IncomingMessage, name: string): string | undefined {
  const value = request.headers[name]
  return typeof value === 'string' ? value : undefined
}

/** Reads the body of a request as text, or says why it is not read on. Rejects when the client hangs up. */
export type BodyReader = (request: IncomingMessage) => Promise<{ readonly text: string } | Refusal>

/** Reads bodies of at most `maxBytes` bytes, and of `maxTogether` all together. */
export function createBodyReader(maxBytes: number, maxTogether: number): BodyReader {
  let together = 0
  return async (request) => {
    const tooLarge = { status: 413, reason: `A body may have at most ${maxBytes} bytes.` }
    if (Number(request.headers['content-length'] ?? 0) > maxBytes) return tooLarge
    const chunks: Buffer[] = []
    let bytes = 0
    try {
      for await (const chunk of request as AsyncIterable<Buffer>) {
        bytes += chunk.length
        together += chunk.length
        if (bytes > maxBytes) return tooLarge
        if (together > maxTogether) return { status: 503, reason: 'The server is busy; try again.' }
        chunks.push(chunk)
      }
      return { text: Buffer.concat(chunks).toString('utf8') }
    } finally {
      together -= bytes
    }
  }
}

/** Answers with an error as MCP wants one, and hangs up, whatever the client is still sending. */
export function refuse(response: ServerResponse, { status, reason }: Refusal, headers: Headers = {}): void {
  if (response.headersSent) return void response.destroy()
  const body = { jsonrpc: '2.0', error: { code: -32_000, message: reason }, id: null }
  sendJson(response, status, body, { connection: 'close', ...headers })
}

/** Answers with JSON. */
export function sendJson(
  response: ServerResponse,
  status: number,
  body: object,
  headers: Headers = {},
): void {
  const bytes = Buffer.from(JSON.stringify(body))
  const head = { 'content-type': 'application/json', 'content-length': bytes.length, ...headers }
  response.writeHead(status, head).end(bytes)
}
