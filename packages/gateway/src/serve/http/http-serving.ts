import type { CloseOptions } from '../closing.ts'
import type { ServeOptions } from '../served.ts'
import type { CredentialOptions } from './credentials.ts'
import type { HttpLimits } from './http-limits.ts'

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
