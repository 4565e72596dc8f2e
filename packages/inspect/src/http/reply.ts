import type { ServerResponse } from 'node:http'

/** Answers are not cached, framed, sniffed or referred to. */
const HEADERS = {
  'cache-control': 'no-store',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
} as const

/** What a browser may do with an answer that is no page: nothing. */
const NOTHING = "default-src 'none'; frame-ancestors 'none'"

/** How an answer is sent. */
export interface ReplyHead {
  readonly status: number
  readonly type: string
  /** Content security policy. Default: nothing is allowed. */
  readonly policy?: string | undefined
  readonly headers?: Readonly<Record<string, string | number>> | undefined
}

/** Begins an answer with the headers every answer has. */
export function beginReply(
  response: ServerResponse,
  { status, type, policy = NOTHING, headers }: ReplyHead,
): void {
  response.writeHead(status, {
    ...HEADERS,
    'content-security-policy': policy,
    'content-type': type,
    ...headers,
  })
}

/** Answers with JSON. */
export function sendJson(
  response: ServerResponse,
  status: number,
  body: object,
  headers: Readonly<Record<string, string>> = {},
): void {
  const bytes = Buffer.from(JSON.stringify(body))
  const head = { status, type: 'application/json', headers: { 'content-length': bytes.length, ...headers } }
  beginReply(response, head)
  response.end(bytes)
}

/** Answers why not, and hangs up. */
export function refuse(
  response: ServerResponse,
  { status, reason }: { readonly status: number; readonly reason: string },
  headers: Readonly<Record<string, string>> = {},
): void {
  if (response.headersSent) return void response.destroy()
  sendJson(response, status, { error: reason }, { connection: 'close', ...headers })
}
