import type { SourceReport } from '@toolscout/discovery/internal'
import {
  connectMcpServer,
  type McpClientOptions,
  type McpConnection,
  type McpConnectOptions,
  type McpServerConfig,
} from '@toolscout/mcp'
import type { Clock } from '@toolscout/model'
import type { Bulkhead } from '@toolscout/runtime/internal'

/** What opening a server takes. */
export interface OpenServerDeps {
  readonly connectOptions: Omit<McpConnectOptions, 'signal'>
  readonly relay: McpClientOptions | undefined
  /** Bounds how many are connected at the same time. */
  readonly slots: Bulkhead
  readonly clock: Clock
  readonly signal: AbortSignal
  /** Its turn has come. */
  readonly onBegin: () => void
  /** Registers the tools of the connection. */
  readonly list: (opened: McpConnection) => Promise<SourceReport>
}

/** A server that is connected and listed. */
export interface OpenedServer {
  readonly opened: McpConnection
  readonly report: SourceReport
  /** How long it took, in milliseconds. */
  readonly connectMs: number
}

/** Connects a server and registers its tools; an attempt that fails leaves nothing open. Rejects as either does. */
export async function openServer(config: McpServerConfig, parts: OpenServerDeps): Promise<OpenedServer> {
  const { clock, signal, relay } = parts
  let start = clock.now()
  const opened = await parts.slots.run(
    () => {
      start = clock.now()
      parts.onBegin()
      return connectMcpServer(config, { ...parts.connectOptions, client: relay, signal })
    },
    { signal },
  )
  try {
    signal.throwIfAborted()
    const report = await parts.list(opened)
    signal.throwIfAborted()
    // It may have ended while it was listed.
    if (opened.status === 'closed') throw await opened.closed
    return { opened, report, connectMs: Math.round(clock.now() - start) }
  } catch (error) {
    await opened.close()
    throw error
  }
}
