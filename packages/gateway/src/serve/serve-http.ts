import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type CloseOptions, closeOnSignals, createClosing } from './closing.ts'
import { allowedNames } from './http/check-request.ts'
import { type CredentialOptions, readCredentials } from './http/credentials.ts'
import { type HttpLimits, readHttpLimits } from './http/http-limits.ts'
import { createHttpSessions } from './http/http-sessions.ts'
import { createRequestListener } from './http/request-listener.ts'
import { drain } from './running-requests.ts'
import { createServeDeps } from './serve-deps.ts'
import type { Served, ServeOptions } from './served.ts'

/** Options of `serveHttp`, in addition to those of every way of serving. */
export interface ServeHttpOptions extends ServeOptions, CredentialOptions {
  /** Where to listen. Default `127.0.0.1`: other machines cannot reach it. */
  readonly host?: string | undefined
  /** Default 0: any that is free. Legal: integers from 0 to 65,535. */
  readonly port?: number | undefined
  /**
   * Values of `Host` beside the server's own address, as clients send them, such as `gateway.example:8080`. Default none;
   * needed on `0.0.0.0`.
   */
  readonly allowedHosts?: readonly string[] | undefined
  /** Pages of the web that may speak to the server, such as `https://app.example`. Default: only its own. */
  readonly allowedOrigins?: readonly string[] | undefined
  /** Whether `/sse` and `/messages` serve clients of MCP 2024-11-05. Default false: there are few left, and each holds a connection. */
  readonly sse?: boolean | undefined
  /** Default the defaults of {@link HttpLimits}. */
  readonly limits?: HttpLimits | undefined
}

/** A server of many clients. */
export interface HttpServing {
  /** Where clients of Streamable HTTP connect. */
  readonly url: string
  /** What clients show as `Authorization: Bearer`; `undefined` where several tokens or the application decide. */
  readonly token: string | undefined
  /** Sessions at this moment. */
  readonly sessions: () => number
  /** Accepts no more clients; calls under way may go on for a while, then the gateway is stopped. */
  readonly close: (options?: CloseOptions) => Promise<void>
  /** Resolves when it has ended, by `close` or a signal; never rejects. */
  readonly closed: Promise<void>
}

const OPTIONS = Object.keys({
  host: true,
  port: true,
  allowedHosts: true,
  allowedOrigins: true,
  sse: true,
  limits: true,
  token: true,
  tokens: true,
  authenticate: true,
} satisfies { [Option in Exclude<keyof ServeHttpOptions, keyof ServeOptions>]-?: true })

/**
 * Serves clients over Streamable HTTP, each in a session of its own. Begins to connect the servers and waits for none.
 *
 * Rejects with a TypeError for an unknown option or one that lets everybody in, a RangeError for a number out of range,
 * and as listening does, such as with `EADDRINUSE`.
 */
export async function serveHttp(served: Served, options: ServeHttpOptions = {}): Promise<HttpServing> {
  const { host = '127.0.0.1', port = 0, allowedHosts = [], allowedOrigins = [], sse = false } = options
  const limits = readHttpLimits(options.limits)
  const credentials = readCredentials(options)
  allowedNames({ host, port }, { hosts: allowedHosts, origins: allowedOrigins })
  const parts = createServeDeps(served, options, OPTIONS)
  const sessions = createHttpSessions(parts, limits)
  const server = createServer({
    maxHeaderSize: limits.maxHeaderBytes,
    headersTimeout: Math.min(limits.headersTimeoutMs, limits.requestTimeoutMs),
    requestTimeout: limits.requestTimeoutMs,
    connectionsCheckingInterval: 1_000,
  })
  server.maxConnections = limits.maxConnections
  // Node leaves out what is too much; one more than allowed tells that there was too much.
  server.maxHeadersCount = limits.maxHeaders + 1
  server.timeout = limits.stallMs
  const address = await listen(server, host, port).catch(async (error: unknown) => {
    sessions.stop()
    await parts.stop()
    throw error
  })
  const listener = createRequestListener({
    parts,
    sessions,
    limits,
    names: allowedNames({ host, port: address.port }, { hosts: allowedHosts, origins: allowedOrigins }),
    authenticate: credentials.authenticate,
    hasSse: sse,
  })
  server.on('request', listener.answer)
  const closing = createClosing(
    async (drainMs, hurry) => {
      listener.stop()
      const closed = once(server, 'close')
      server.close()
      await drain(sessions.running(), { clock: parts.clock, drainMs, hurry })
      await sessions.end()
      server.closeAllConnections()
      await closed
      await parts.stop()
    },
    { drainMs: parts.drainMs, onFailure: (error) => parts.tell({ type: 'failed', error }) },
  )
  if (options.signals === true) closeOnSignals(closing)
  const name = address.family === 'IPv6' ? `[${address.address}]` : address.address
  return {
    url: `http://${name}:${address.port}/mcp`,
    token: credentials.token,
    sessions: sessions.size,
    close: closing.close,
    closed: closing.closed,
  }
}

async function listen(server: Server, host: string, port: number): Promise<AddressInfo> {
  const listening = once(server, 'listening')
  server.listen(port, host)
  await listening
  return server.address() as AddressInfo
}
