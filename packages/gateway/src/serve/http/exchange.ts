import type { IncomingMessage, ServerResponse } from 'node:http'

/** One request whose sender is known, and the answer to it. */
export interface Exchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  /** On whose behalf it comes. */
  readonly principal: string
  readonly url: URL
}

/** The value of a header that comes once. */
export function headerOf(request: IncomingMessage, name: string): string | undefined {
  const value = request.headers[name]
  return typeof value === 'string' ? value : undefined
}
