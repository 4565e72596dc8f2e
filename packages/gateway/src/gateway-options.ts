import type { Discovery, DiscoveryOptions } from '@toolscout/discovery'
import type { McpConnectOptions } from '@toolscout/mcp'
import type { Clock, JsonObject, Observer, ToolSummary } from '@toolscout/model'
import type { CallEngineOptions } from '@toolscout/runtime'
import type { GatewayEvent } from './gateway-event.ts'
import type { GatewayPinOptions, ScanMode } from './guarding/guard-options.ts'

/** The caller: what a policy sees in addition to the tool. */
export interface Caller {
  /** On whose behalf, such as a user or a session; `''` for no particular one. */
  readonly principal: string
}

/**
 * Says whether a tool exists for a caller. Asked with the tool as it was resolved, at search, description and call alike.
 * One that throws hides the tool.
 */
export type GatewayPolicy = (tool: ToolSummary, caller: Caller) => boolean

/** When the servers of a gateway are connected; see {@link GatewayOptions}. */
export type StartMode = 'eager' | 'lazy'

/** Settings of one server besides how it is reached. */
export interface ServerOptions {
  /**
   * Whether its hints (`readOnlyHint`, `idempotentHint`) are believed, so that a call may be repeated, and its tools are
   * found before those of other servers with their name or their first sentence. Default false.
   */
  readonly trusted?: boolean | undefined
  /**
   * Tools that must never run twice, even if the server refuses a call after it ran the tool (HTTP 404, 421, 429, a redirect): such
   * a call is not made again and reported `unknown`. Names in which `*` stands for anything. Default none.
   */
  readonly atMostOnce?: readonly string[] | undefined
  /** Labels of all its tools, found by search and used in filters. Default none. */
  readonly tags?: readonly string[] | undefined
  /** Tools that are listed directly next to the meta-tools; names in which `*` stands for anything. Default none. */
  readonly alwaysVisible?: readonly string[] | undefined
  /** Whether it is known but neither connected nor asked. Default false. */
  readonly disabled?: boolean | undefined
}

/** When lost servers are connected again, and how closely they are watched. */
export interface ServerLimits {
  /** First pause before connecting again, in milliseconds; doubles, with full jitter. Default 500. Legal: integers from 1. */
  readonly reconnectBaseMs?: number | undefined
  /** Longest such pause. Default 30,000. Legal: integers from 1. */
  readonly reconnectMaxMs?: number | undefined
  /** Starts of a process within five minutes before it is left alone until reconnected. Default 5. Legal: integers from 1. */
  readonly maxStarts?: number | undefined
  /** Attempts that may fail in a row before a server is left alone until asked. Default 2,147,483,647. Legal: integers from 1. */
  readonly maxFailures?: number | undefined
}

/** How the servers of a gateway are connected. */
export interface GatewayConnectOptions
  extends Pick<McpConnectOptions, 'authProvider' | 'fetch' | 'onDiagnostic'> {
  readonly timeouts?: Pick<NonNullable<McpConnectOptions['timeouts']>, 'connectMs' | 'listMs'> | undefined
}

/** Options of `createGateway`. */
export interface GatewayOptions {
  /**
   * How tools are found and described: options of the facade, or a facade, such as one that was opened on a store. What it
   * knows of servers is there from the beginning; at `start`, tools of servers that were not added are removed, unless other
   * processes share the catalog. Default: a new one.
   */
  readonly discovery?: Discovery | Pick<DiscoveryOptions, 'countTokens' | 'embedder' | 'searcher'> | undefined
  /** Which tools exist for whom. Default: all for everybody. */
  readonly policy?: GatewayPolicy | undefined
  /** What is done about definitions of servers that change. Default: changes are reported, and trusted from then on. */
  readonly pins?: GatewayPinOptions | undefined
  /**
   * What is done about definitions whose texts look like orders to a model. The scan misses what is said in words it does not
   * know. Default `report`.
   */
  readonly scan?: ScanMode | undefined
  /**
   * `eager` connects at `start`. `lazy` connects a server whose tools are known from an earlier listing (`discovery`) when one
   * of them is described or called, and the others when tools are first asked for. Default `eager`.
   */
  readonly start?: StartMode | undefined
  /** Settings of servers by name, the same for every way of adding them. Default none. */
  readonly servers?: Readonly<Record<string, ServerOptions>> | undefined
  /** How servers are connected; see `connectMcpServer`. */
  readonly connect?: GatewayConnectOptions | undefined
  /** How calls are bounded; see `createToolbox`. */
  readonly calls?:
    | Pick<CallEngineOptions, 'timeoutMs' | 'maxPersonMs' | 'maxTaskMs' | 'maxResultLength'>
    | undefined
  /** When lost servers are connected again, and how closely they are watched. Default: those of {@link ServerLimits}. */
  readonly limits?: ServerLimits | undefined
  /**
   * How long a question or a call may wait for servers that are being connected for the first time, in milliseconds from
   * their start; what is there is answered then, and says what is missing. Default 2,000. Legal: integers from 0.
   */
  readonly startWaitMs?: number | undefined
  /**
   * What servers may ask of the client whose call they work on (MCP client capabilities, such as
   * `{ sampling: {}, elicitation: {} }`). Default: nothing.
   */
  readonly relay?: JsonObject | undefined
  /** Receives every event. One that throws causes a process warning. Default: none. */
  readonly onEvent?: ((event: GatewayEvent) => void) | undefined
  /** Hears what happens, to measure it; not of searches in a facade that is given. Default: none. */
  readonly observer?: Observer | undefined
  /** Default: the clock of the platform. */
  readonly clock?: Clock | undefined
}
