import type { Clock, Exposure, Observer } from '@toolscout/model'
import type { ContextSource } from '../context/context-source.ts'
import type { Gateway } from '../gateway.ts'

/** What is served to clients. */
export interface Served {
  readonly gateway: Gateway
  /** What clients see of the tools. */
  readonly exposure: Exposure
  /**
   * Resources, prompts and completions; `false` for none. Default: those of all servers where the exposure shows them, as a
   * direct one does, else none.
   */
  readonly context?: ContextSource | false | undefined
  /** The name that clients see. */
  readonly name: string
  /** The version that clients see. */
  readonly version: string
  /** The name people are shown. Default: none. */
  readonly title?: string | undefined
}

/** What happens while serving. Holds no secrets, and no arguments or results. */
export type ServeEvent =
  | { readonly type: 'sessionOpened' | 'sessionClosed'; readonly session: number; readonly principal: string }
  | {
      /** A request that got no answer of MCP, such as one without a token. */
      readonly type: 'refused'
      readonly status: number
      readonly reason: string
    }
  | {
      /** A failure that clients do not see, or see only as "internal error". */
      readonly type: 'failed'
      readonly error: unknown
    }

/** Options of both ways of serving. */
export interface ServeOptions {
  /** Tools told in one page of a listing. Default 1,000. Legal: integers from 1. */
  readonly pageSize?: number | undefined
  /**
   * How long the first listings wait for servers that are being connected, in milliseconds, where the listing depends on
   * them: many clients list once and never again. Default 5,000. Legal: integers from 0.
   */
  readonly settleMs?: number | undefined
  /** How long calls under way may go on after `close`, in milliseconds. Default 10,000. Legal: integers from 0. */
  readonly drainMs?: number | undefined
  /** Whether the gateway is stopped at the end. Default true. */
  readonly stopGateway?: boolean | undefined
  /** Whether SIGINT and SIGTERM close; a second one ends the process at once. Default: true over stdio, false over HTTP. */
  readonly signals?: boolean | undefined
  /** Receives every event. One that throws causes a process warning. Default: none. */
  readonly onEvent?: ((event: ServeEvent) => void) | undefined
  /** Hears of calls of clients, to measure them; the same one as the gateway's makes one trace of both. Default: none. */
  readonly observer?: Observer | undefined
  /** Default: the clock of the platform. */
  readonly clock?: Clock | undefined
}

/** The options both ways of serving have, by name. */
export const SERVE_OPTIONS: readonly string[] = Object.keys({
  pageSize: true,
  settleMs: true,
  drainMs: true,
  stopGateway: true,
  signals: true,
  onEvent: true,
  observer: true,
  clock: true,
} satisfies { [Option in keyof ServeOptions]-?: true })
