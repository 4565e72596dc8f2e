import { MAX_TIMEOUT_MS, type OptionKind } from '@toolscout/model/internal'
import { DEFAULT_CLOSE_GRACE_MS, launcherOf, type McpServerConfig } from '../config/server-config.ts'
import type { McpAuthProvider } from '../oauth/auth-provider.ts'
import type { Fetch } from '../transport/http-gate.ts'
import type { McpDiagnostic } from '../transport/transport.ts'
import { type ClientService, createClientService, type McpClientOptions } from './client-service.ts'

/** How a connection is made and kept. */
export interface McpConnectOptions {
  /** Gives up connecting. An open connection is not affected. */
  readonly signal?: AbortSignal | undefined
  /**
   * Deadlines that differ from {@link DEFAULT_MCP_TIMEOUTS}; a server behind `npx`, `uvx`, `bunx` or `docker` has 120 s
   * to connect, and up to 5 minutes while its installation visibly works. A server's own `timeoutMs` goes before them.
   */
  readonly timeouts?: Partial<McpTimeouts> | undefined
  /** Bounds that differ from {@link DEFAULT_MCP_LIMITS}. */
  readonly limits?: Partial<McpLimits> | undefined
  /**
   * What a server that is closed gets between end of stdin, SIGTERM and SIGKILL, in milliseconds. 0 to
   * 2,147,483,647, default 2,000; with 0 it is killed at once.
   */
  readonly closeGraceMs?: number | undefined
  /** What makes HTTP requests, such as one that goes through a proxy. Default: the platform's `fetch`. */
  readonly fetch?: Fetch | undefined
  /**
   * Gets tokens for a server, asked once a connection to a URL. Not asked for servers whose configuration has an
   * `Authorization` header. Default: none, and a server that answers 401 is not connected.
   */
  readonly authProvider?: ((config: McpServerConfig) => McpAuthProvider | undefined) | undefined
  /** What servers may ask of us. Default: nothing, and it is answered with "method not found". */
  readonly client?: McpClientOptions | undefined
  /** Receives what happens outside of any request. Default: none. */
  readonly onDiagnostic?: ((diagnostic: McpDiagnostic) => void) | undefined
}

const TIME: OptionKind = { least: 1, most: MAX_TIMEOUT_MS, whole: true }
const BOUND: OptionKind = { least: 0, whole: true }
const TIMEOUTS = { connectMs: TIME, listMs: TIME, callMs: TIME, taskMs: TIME } satisfies {
  [Timeout in keyof McpTimeouts]: OptionKind
}
const LIMITS = { maxFrameBytes: BOUND, maxPages: BOUND, maxTools: BOUND, maxListBytes: BOUND } satisfies {
  [Limit in keyof McpLimits]: OptionKind
}

/** What each of {@link McpConnectOptions} is. */
export const CONNECT_OPTIONS: { readonly [Option in keyof McpConnectOptions]-?: OptionKind } = {
  signal: { functions: ['addEventListener'] },
  timeouts: { members: TIMEOUTS },
  limits: { members: LIMITS },
  closeGraceMs: { least: 0, most: MAX_TIMEOUT_MS, whole: true },
  fetch: 'function',
  authProvider: 'function',
  client: { members: { capabilities: 'object', onRequest: 'function' } },
  onDiagnostic: 'function',
}

/**
 * Deadline of the first handshake with a server behind a launcher, in milliseconds. A cold `npx` takes 5 to 26 s on a
 * slow machine, an image of `docker` more.
 */
const LAUNCHER_CONNECT_MS = 120_000

/** Options with every default filled in for one server. */
export interface ConnectSettings {
  readonly signal: AbortSignal | undefined
  readonly timeouts: McpTimeouts
  /** Whether a server that may be installed first has no deadline of its own: it is waited for while the installation works. */
  readonly waitsForWork: boolean
  readonly limits: McpLimits
  readonly closeGraceMs: number
  readonly fetch: Fetch
  readonly client: ClientService
  readonly authProvider: McpAuthProvider | undefined
  readonly onDiagnostic: (diagnostic: McpDiagnostic) => void
}

/** Fills in what is not given; {@link CONNECT_OPTIONS} says what may be. */
export function toConnectSettings(config: McpServerConfig, options: McpConnectOptions): ConnectSettings {
  const isLaunched = launcherOf(config) !== undefined
  const { connectMs, listMs, callMs, taskMs } = {
    ...DEFAULT_MCP_TIMEOUTS,
    ...(isLaunched && { connectMs: LAUNCHER_CONNECT_MS }),
    ...withoutUndefined(options.timeouts),
  }
  const own = config.timeoutMs
  const limits = { ...DEFAULT_MCP_LIMITS, ...withoutUndefined(options.limits) }
  return {
    signal: options.signal,
    waitsForWork: isLaunched && (own ?? options.timeouts?.connectMs) === undefined,
    timeouts: {
      connectMs: own ?? connectMs,
      listMs: own ?? listMs,
      callMs: own ?? callMs,
      taskMs,
    },
    limits,
    closeGraceMs: options.closeGraceMs ?? DEFAULT_CLOSE_GRACE_MS,
    fetch: options.fetch ?? globalThis.fetch,
    authProvider: options.authProvider?.(config),
    client: createClientService(options.client, limits.maxFrameBytes),
    onDiagnostic: options.onDiagnostic ?? (() => {}),
  }
}

function withoutUndefined<T extends object>(values: T | undefined): Partial<T> {
  return Object.fromEntries(
    Object.entries(values ?? {}).filter(([, value]) => value !== undefined),
  ) as Partial<T>
}

/** Bounds on what one server may send. All are inclusive whole numbers; 0 lets nothing through. */
export interface McpLimits {
  /** Largest single message, in bytes: a line on stdout, an HTTP answer, an event of a stream. */
  readonly maxFrameBytes: number
  /** Pages of one listing. */
  readonly maxPages: number
  /** Tools of one listing. */
  readonly maxTools: number
  /** All tools of one listing together, in bytes. */
  readonly maxListBytes: number
}

/**
 * 10 MiB a message, what the MCP SDKs read; 1,000 pages, 10,000 tools and 64 MiB a listing, each at least ten
 * times what the largest public server offers, so that only a broken or hostile one meets them.
 */
export const DEFAULT_MCP_LIMITS: McpLimits = Object.freeze({
  maxFrameBytes: 10 * 1_048_576,
  maxPages: 1_000,
  maxTools: 10_000,
  maxListBytes: 64 * 1_048_576,
})

/** Deadlines of a connection, in whole milliseconds; each 1 to 2,147,483,647. */
export interface McpTimeouts {
  /** From the start of the process or request to the end of the handshake, both transports of a URL together. */
  readonly connectMs: number
  /** Of a whole listing, all pages together. */
  readonly listMs: number
  /** Of one call. Progress does not extend it. */
  readonly callMs: number
  /** Of a call of which the server has made a task, where that is later; a call's own `timeoutMs` goes before it. */
  readonly taskMs: number
}

/**
 * 10 s to connect: real servers take 0.3 to 2.5 s from a local file and up to 6 s through a cold `npx`. 30 s to
 * list, because a listing can be many pages. 60 s to call, what the MCP SDKs wait. An hour for a task, as long as we ask
 * servers to keep one.
 */
const DEFAULT_MCP_TIMEOUTS: McpTimeouts = Object.freeze({
  connectMs: 10_000,
  listMs: 30_000,
  callMs: 60_000,
  taskMs: 3_600_000,
})
