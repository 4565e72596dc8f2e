import { checkTimeoutMs, isTimeoutMs, MAX_TIMEOUT_MS, quote } from '@toolscout/model/internal'
import type { McpServerConfig } from '../config/server-config.ts'
import type { McpAuthProvider } from '../oauth/auth-provider.ts'
import { defaultConnectMs } from '../process/launcher.ts'
import { DEFAULT_CLOSE_GRACE_MS } from '../process/server-process.ts'
import type { Fetch } from '../transport/http-gate.ts'
import type { McpDiagnostic } from '../transport/transport.ts'
import { type ClientService, createClientService, type McpClientOptions } from './client-service.ts'
import {
  checkLimits,
  DEFAULT_MCP_LIMITS,
  DEFAULT_MCP_TIMEOUTS,
  type McpLimits,
  type McpTimeouts,
} from './limits.ts'

/** How a connection is made and kept. */
export interface McpConnectOptions {
  /** Gives up connecting. An open connection is not affected. */
  readonly signal?: AbortSignal | undefined
  /**
   * Deadlines that differ from {@link DEFAULT_MCP_TIMEOUTS}; a server behind `npx`, `uvx`, `bunx` or `docker` has 120 s
   * to connect. A server's own `timeoutMs` goes before them.
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

/** Options with every default filled in for one server. */
export interface ConnectSettings {
  readonly signal: AbortSignal | undefined
  readonly timeouts: McpTimeouts
  readonly limits: McpLimits
  readonly closeGraceMs: number
  readonly fetch: Fetch
  readonly client: ClientService
  readonly authProvider: McpAuthProvider | undefined
  readonly onDiagnostic: (diagnostic: McpDiagnostic) => void
}

/** @throws RangeError when a number is out of its range. */
export function toConnectSettings(config: McpServerConfig, options: McpConnectOptions): ConnectSettings {
  const { connectMs, listMs, callMs } = {
    ...DEFAULT_MCP_TIMEOUTS,
    connectMs: defaultConnectMs(config),
    ...withoutUndefined(options.timeouts),
  }
  const own = config.timeoutMs
  const limits = checkLimits({ ...DEFAULT_MCP_LIMITS, ...withoutUndefined(options.limits) })
  return {
    signal: options.signal,
    timeouts: {
      connectMs: own ?? checkTimeoutMs('connectMs', connectMs),
      listMs: own ?? checkTimeoutMs('listMs', listMs),
      callMs: own ?? checkTimeoutMs('callMs', callMs),
    },
    limits,
    closeGraceMs: checkGraceMs(options.closeGraceMs ?? DEFAULT_CLOSE_GRACE_MS),
    fetch: options.fetch ?? globalThis.fetch,
    authProvider: options.authProvider?.(config),
    client: createClientService(options.client, limits.maxFrameBytes),
    onDiagnostic: options.onDiagnostic ?? (() => {}),
  }
}

/** A grace may be none at all, a deadline may not. */
function checkGraceMs(value: number): number {
  if (value === 0 || isTimeoutMs(value)) return value
  throw new RangeError(
    `closeGraceMs is ${quote(value)}; a whole number of milliseconds from 0 to ${MAX_TIMEOUT_MS} is needed.`,
  )
}

function withoutUndefined<T extends object>(values: T | undefined): Partial<T> {
  return Object.fromEntries(
    Object.entries(values ?? {}).filter(([, value]) => value !== undefined),
  ) as Partial<T>
}
