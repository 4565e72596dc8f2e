import { isJsonObject } from '@toolscout/model/internal'

/** How much of an error page is read, and of an error of the protocol that comes with such a status. */
const MAX_PAGE_BYTES = 4_096
const MAX_ANSWER_BYTES = 65_536

/** Statuses with which a server that keeps no session gives errors of the protocol (MCP 2026-07-28). */
const ANSWERING: ReadonlySet<number> = new Set([400, 404])

/** What came with the status of a failure: the start of its page, or an error of the protocol as the answer it is. */
export interface FailedResponse {
  readonly page: string
  readonly answer?: Response | undefined
}

/** Reads the body of a response whose status is a failure. Never rejects. */
export async function readFailed(
  response: Response,
  init: RequestInit | undefined,
  requestId: unknown,
): Promise<FailedResponse> {
  // Only a request of that revision names its method in a header.
  const mayAnswer = ANSWERING.has(response.status) && new Headers(init?.headers).has('mcp-method')
  const head = await readHead(response, mayAnswer ? MAX_ANSWER_BYTES : MAX_PAGE_BYTES)
  return { page: head.slice(0, MAX_PAGE_BYTES), answer: mayAnswer ? readAnswer(head, requestId) : undefined }
}

function readAnswer(body: string, requestId: unknown): Response | undefined {
  let message: unknown
  try {
    message = JSON.parse(body)
  } catch {
    return undefined
  }
  // The request may not have been read as far as its id.
  if (!isJsonObject(message) || !isJsonObject(message.error)) return undefined
  const isOurs = message.id === requestId || (message.id ?? null) === null
  return isOurs ? Response.json({ jsonrpc: '2.0', id: requestId, error: message.error }) : undefined
}

async function readHead(response: Response, maxBytes: number): Promise<string> {
  const reader = response.body?.getReader()
  const decoder = new TextDecoder()
  let head = ''
  try {
    for (let bytes = 0; reader !== undefined && bytes < maxBytes; ) {
      const { done, value } = await reader.read()
      if (done) break
      head += decoder.decode(value.subarray(0, maxBytes - bytes), { stream: true })
      bytes += value.length
    }
    await reader?.cancel()
  } catch {
    // The status is the news; a page that breaks off is shown as far as it came.
  }
  return head + decoder.decode()
}
