import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import type { Refusal } from './check-request.ts'

/** Answers with an error as MCP wants one, and hangs up, whatever the client is still sending. */
export function refuse(
  response: ServerResponse,
  { status, reason }: Refusal,
  headers: Readonly<Record<string, string>> = {},
): void {
  if (response.headersSent) return void response.destroy()
  const body = { jsonrpc: '2.0', error: { code: -32_000, message: reason }, id: null }
  sendJson(response, status, body, { connection: 'close', ...headers })
}

/** Answers with JSON. */
export function sendJson(
  response: ServerResponse,
  status: number,
  body: object,
  headers: Readonly<Record<string, string>> = {},
): void {
  const text = JSON.stringify(body)
  const length = Buffer.byteLength(text)
  response.writeHead(status, { 'content-type': 'application/json', 'content-length': length, ...headers })
  response.end(text)
}

/** Sends what the SDK answers, no faster than the client reads it. */
export async function sendResponse(response: ServerResponse, answer: Response): Promise<void> {
  response.writeHead(answer.status, Object.fromEntries(answer.headers))
  if (answer.body === null) return void response.end()
  response.flushHeaders()
  const reader = answer.body.getReader()
  const gone = new AbortController()
  response.once('close', () => {
    gone.abort()
    reader.cancel().catch(() => undefined)
  })
  for (;;) {
    const { done, value } = await reader.read()
    if (done || gone.signal.aborted) break
    if (!response.write(value)) await once(response, 'drain', { signal: gone.signal }).catch(() => undefined)
  }
  response.end()
}
