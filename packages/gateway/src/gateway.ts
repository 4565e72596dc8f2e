import type {
  ConnectReport,
  Discovery,
  RegisterOptions,
  RegisterReport,
  ToolHost,
} from '@toolscout/discovery'
import type { SourceReport, ToolReference } from '@toolscout/discovery/internal'
import type { RegisteredTool, SearchAnswer, SearchOptions, SearchQuery, ToolHit } from '@toolscout/index'
import type { McpConfig, McpConnection, McpServerConfig } from '@toolscout/mcp'
import type { ToolResult, ToolSet, ToolSummary } from '@toolscout/model'
import type { CallOptions, ReadResultOptions, ResultPage } from '@toolscout/runtime'
import type { DescribedTools, DetailLevel } from '@toolscout/tooldoc'
import type { GatewayEvent } from './gateway-event.ts'
import type { ServerOptions } from './gateway-options.ts'
import type { GatewayState } from './gateway-state.ts'
import type { ApprovalReport, GatewayPin, PinApproval } from './guarding/guard-options.ts'
import type { GatewayHealth, GatewayStats, ServerStatus, ToolReadiness } from './server-status.ts'

/** A hit and whether it can be called right now. */
export interface GatewayHit extends ToolHit {
  readonly readiness: ToolReadiness
}

/** What a search found among the tools that exist for the caller. `degraded` names servers whose tools are missing or old. */
export interface GatewayAnswer extends Omit<SearchAnswer, 'hits'> {
  readonly hits: readonly GatewayHit[]
}

/** What is asked on somebody's behalf. */
export interface AskOptions {
  /** Default `''`: no particular one. */
  readonly principal?: string | undefined
  /** Ends the waiting when it aborts. Default: nothing does. */
  readonly signal?: AbortSignal | undefined
}

/** How a gateway is searched. */
export interface GatewaySearchOptions extends SearchOptions {
  /** On whose behalf. Default `''`. */
  readonly principal?: string | undefined
}

/** How tools of a gateway are described. */
export interface GatewayDescribeOptions extends AskOptions {
  /** Default `schema`. */
  readonly detail?: DetailLevel | undefined
}

/** A tool that exists for a caller, as it is listed. */
export interface ListedTool {
  /** Canonical id. */
  readonly id: string
  /** The name model providers take; finds the tool again, and depends on nothing but the id. */
  readonly exportName: string
  readonly summary: ToolSummary
  readonly readiness: ToolReadiness
  /** Whether the hints of its definition are believed: it is a function of this process, or its servers are trusted. */
  readonly trusted: boolean
  /** Whether it is to be listed beside meta-tools. */
  readonly alwaysVisible: boolean
}

/**
 * Local tools and the tools of MCP servers as one callable whole.
 *
 * A *reference* is what it is for the facade: an id, with or without version, an export name, or a hit. What a policy
 * hides from a caller does not exist for him: the same answers, the same errors. Servers that are slow, lost or broken
 * take nothing from the others; tools they listed before stay, marked as stale.
 */
export interface Gateway extends ToolHost {
  /** The tools without policy and lifecycle, for the application itself. */
  readonly discovery: Discovery
  readonly state: () => GatewayState
  /**
   * Begins to connect the servers, side by side, and waits for none. @throws GatewayStateError `GATEWAY_STATE` when it
   * is running already.
   */
  readonly start: () => void
  /**
   * Waits until every server is ready or has failed once, or the time is up; never rejects but for the signal. Lazy
   * servers that were not asked for are not waited for.
   */
  readonly settled: (options?: {
    readonly signal?: AbortSignal | undefined
    /** Default 5,000. Legal: integers from 0. */
    readonly timeoutMs?: number | undefined
  }) => Promise<GatewayHealth>
  /**
   * Waits as every question does: lazy servers begin, and those that are connected for the first time get the time they
   * may take (`startWaitMs`). Rejects only for the signal.
   */
  readonly ready: (options?: { readonly signal?: AbortSignal | undefined }) => Promise<void>
  /** Closes every connection; tools stay to be found. It may be started again. The second time waits for the first. */
  readonly stop: () => Promise<void>

  /** Registers functions of this process, as the facade does. */
  readonly register: (tools: ToolSet, options?: RegisterOptions) => Promise<RegisterReport>
  /** Removes a local tool. @throws ToolNotFoundError `TOOL_NOT_FOUND`. */
  readonly unregister: (reference: ToolReference) => void

  /** Adds a server; it is connected when the gateway runs. @throws ServerExistsError `SERVER_EXISTS`, McpConfigError. */
  readonly addServer: (config: McpServerConfig, options?: ServerOptions) => ServerStatus
  /** Adds every server of a configuration; what cannot be read or is there already is a failure and harms no other. */
  readonly addServers: (config: string | object | McpConfig) => Promise<
    Omit<ConnectReport, 'connected'> & {
      readonly added: readonly string[]
    }
  >
  /** Disconnects a server; its tools leave. @throws ServerNotFoundError `SERVER_NOT_FOUND`. */
  readonly removeServer: (name: string) => Promise<void>
  /** Connects a server again, also one that was left alone after crashes or lacks authorization. Rejects as connecting does. */
  readonly reconnectServer: (
    name: string,
    options?: { readonly signal?: AbortSignal },
  ) => Promise<ServerStatus>
  /** Lists the tools of a server again. Rejects as listing does, or with `SERVER_NOT_FOUND`. */
  readonly refreshServer: (name: string, options?: { readonly signal?: AbortSignal }) => Promise<SourceReport>
  /** Switches a server on or off while running. A disabled one is disconnected and its tools leave. */
  readonly setServerEnabled: (name: string, enabled: boolean) => Promise<void>
  /**
   * All servers; with a `principal`, those that exist for him: under a policy the ones of which he knows a tool, else all.
   */
  readonly servers: (options?: { readonly principal?: string | undefined }) => readonly ServerStatus[]
  /** The open connection of a server, for everything that is no tool; `undefined` while there is none. */
  readonly connection: (server: string) => McpConnection | undefined

  /** Tools that exist for the caller, in ascending order of id. */
  readonly list: (options?: AskOptions) => readonly ListedTool[]
  /** How many exist for the caller; without a policy this looks at none of them. */
  readonly count: (options?: AskOptions) => number
  readonly search: (query: SearchQuery, options?: GatewaySearchOptions) => Promise<GatewayAnswer>
  /** Unknown tools are failures in the answer. */
  readonly describe: (
    references: readonly ToolReference[],
    options?: GatewayDescribeOptions,
  ) => Promise<DescribedTools>
  /** The tool a reference means, if it exists for the caller. */
  readonly resolve: (reference: ToolReference, options?: AskOptions) => ListedTool | undefined
  /** The definition a reference means, if it exists for the caller. */
  readonly get: (reference: ToolReference, options?: AskOptions) => RegisteredTool | undefined
  /** Runs a tool. Whatever happens is a result, as with a toolbox. */
  readonly call: (reference: ToolReference, args?: unknown, options?: CallOptions) => Promise<ToolResult>
  /** Reads on in a result that was cut, on behalf of the caller. @throws ResultNotFoundError `RESULT_NOT_FOUND`. */
  readonly readResult: (handle: string, page?: ReadResultOptions) => ResultPage

  /** Another text whenever the tools that exist may be others. */
  readonly version: () => string
  /**
   * Every tool of a server that was ever seen, and how it stands to the definition that is trusted, and what its texts are
   * suspected of; in ascending order of id. With a `principal`, those of tools that exist for him, or would were they not
   * held. Rejects as the place does where pins are kept.
   */
  readonly pins: (options?: { readonly principal?: string | undefined }) => Promise<readonly GatewayPin[]>
  /**
   * Trusts the definitions that were seen last. What `pins` gave may be passed as it is: a tool that has changed again
   * since is not approved. Durable where the catalog is when it resolves; rejects as its store does.
   */
  readonly approve: (tools: readonly (ToolReference | PinApproval)[]) => Promise<ApprovalReport>
  readonly stats: () => GatewayStats
  readonly health: () => GatewayHealth
  /** Calls back some time after tools came, changed or went, once for many changes; gives back the way to stop. */
  readonly onToolsChanged: (listener: () => void) => () => void
  /** Calls back with what happens, as `onEvent` of the options does; gives back the way to stop. */
  readonly onEvent: (listener: (event: GatewayEvent) => void) => () => void
}
