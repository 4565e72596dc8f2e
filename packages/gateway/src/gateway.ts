import type {
  ConnectReport,
  Discovery,
  RegisterOptions,
  RegisterReport,
  ToolHost,
} from '@toolscout/discovery'
import type {
  HostAnswer,
  HostHit,
  SourceReport,
  ToolReadiness,
  ToolReference,
} from '@toolscout/discovery/internal'
import type { ToolTwins } from '@toolscout/guard/internal'
import type { McpConfig, McpConnection, McpServerConfig } from '@toolscout/mcp'
import type { ToolSet } from '@toolscout/model'
import type { GatewayEvent } from './gateway-event.ts'
import type { ServerOptions } from './gateway-options.ts'
import type { GatewayState } from './gateway-state.ts'
import type { ApprovalReport, GatewayPin, PinApproval } from './guarding/guard-options.ts'
import type { GatewayHealth, GatewayStats, ServerStatus } from './server-status.ts'

/** A hit and whether it can be called right now. */
export interface GatewayHit extends HostHit {
  readonly readiness: ToolReadiness
}

/** What a search found among the tools that exist for the caller. `degraded` names servers whose tools are missing or old. */
export interface GatewayAnswer extends HostAnswer {
  readonly hits: readonly GatewayHit[]
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
  /** Closes every connection; tools stay to be found. It may be started again. The second time waits for the first. */
  readonly stop: () => Promise<void>

  /** Registers functions of this process, as the facade does. */
  readonly register: (tools: ToolSet, options?: RegisterOptions) => Promise<RegisterReport>
  /** Removes a local tool. @throws ToolNotFoundError `TOOL_NOT_FOUND`. */
  readonly unregister: (reference: ToolReference) => void

  /** Adds a server; it is connected when the gateway runs. @throws ServerExistsError `SERVER_EXISTS`, McpConfigError. */
  readonly addServer: (config: McpServerConfig, options?: ServerOptions) => ServerStatus
  /**
   * Adds every server of a configuration; what cannot be read or is there already is a failure and harms no other. One that
   * cannot be read, such as for want of a variable, is a `failed` server from then on, until one of its name is added.
   */
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
   * Once it refused 8,192 tools it is asked no more: a server of which none was allowed by then is left out.
   */
  readonly servers: (options?: { readonly principal?: string | undefined }) => readonly ServerStatus[]
  /** The open connection of a server, for everything that is no tool; `undefined` while there is none. */
  readonly connection: (server: string) => McpConnection | undefined

  /** As any host does; every hit says whether it can be called now, and the answer which servers are missing. */
  readonly search: (...given: Parameters<ToolHost['search']>) => Promise<GatewayAnswer>
  /**
   * Every tool of a server that was ever seen, and how it stands to the definition that is trusted, and what its texts are
   * suspected of; in ascending order of id. With a `principal`, those of tools that exist for him, or would were they not
   * held. Rejects as the place does where pins are kept.
   */
  readonly pins: (options?: { readonly principal?: string | undefined }) => Promise<readonly GatewayPin[]>
  /**
   * Tools of different servers that have one name or nearly one description, as they were found a little after the last
   * change; of the first 20,000 tools. With a `principal`, those that exist for him.
   */
  readonly twins: (options?: { readonly principal?: string | undefined }) => readonly ToolTwins[]
  /**
   * Trusts the definitions that were seen last. What `pins` gave may be passed as it is: a tool that has changed again
   * since is not approved. Durable where the catalog is when it resolves; rejects as its store does.
   */
  readonly approve: (tools: readonly (ToolReference | PinApproval)[]) => Promise<ApprovalReport>
  readonly stats: () => GatewayStats
  readonly health: () => GatewayHealth
  /** Calls back with what happens, as `onEvent` of the options does; gives back the way to stop. */
  readonly onEvent: (listener: (event: GatewayEvent) => void) => () => void
}
