import { ToolscoutError } from '@toolscout/model'
import { anySignal, checkOption, checkOptions, quote } from '@toolscout/model/internal'
import type { McpServerFailure } from '../config/config-result.ts'
import type { McpServerConfig } from '../config/server-config.ts'
import { connectMcpServer } from './connect.ts'
import { CONNECT_OPTIONS, type McpConnectOptions } from './connect-options.ts'
import type { McpConnection } from './connection.ts'

/** How many servers are connected at a time: a start costs a core for a second, and most machines have a few. */
const CONCURRENCY = 16

/** How far one server is. */
export interface McpConnectProgress {
  readonly server: string
  readonly state: 'connecting' | 'connected' | 'failed'
  /** Milliseconds since the server's turn came; 0 when it begins. */
  readonly elapsedMs: number
  /** The connection, when there is one: it can be used while other servers are still on their way. */
  readonly connection?: McpConnection
}

/** How several servers are connected. */
export interface McpConnectAllOptions extends McpConnectOptions {
  /** Told when a server begins, and when it is connected or has failed. */
  readonly onProgress?: ((progress: McpConnectProgress) => void) | undefined
}

/** What became of several servers, each list in the order of the configurations. */
export interface McpConnectResult {
  readonly connections: readonly McpConnection[]
  /** Servers without a connection, each with what {@link connectMcpServer} rejects with. */
  readonly failures: readonly McpServerFailure[]
}

/**
 * Connects servers side by side, sixteen at a time, each under its own deadline: one that is broken or hangs keeps no other waiting
 * beyond that. Aborting closes everything and rejects with the signal's reason.
 *
 * @throws TypeError when two configurations have one name. @throws RangeError when an option is out of range.
 */
export async function connectMcpServers(
  configs: readonly McpServerConfig[],
  options: McpConnectAllOptions = {},
): Promise<McpConnectResult> {
  checkOption('servers', configs, 'list')
  checkOptions('the options of connectMcpServers', options, { ...CONNECT_OPTIONS, onProgress: 'function' })
  const { onProgress, signal, ...connectOptions } = options
  requireDistinctNames(configs)
  signal?.throwIfAborted()
  // One signal of our own, so that a mistake in one place ends the work in all others.
  const stop = new AbortController()
  const inner = anySignal(signal, stop.signal)
  const outcomes: (McpConnection | McpServerFailure)[] = []
  const waiting = configs.entries()
  const work = async (): Promise<void> => {
    for (const [at, config] of waiting) {
      outcomes[at] = await connectOne(config, { ...connectOptions, signal: inner }, onProgress)
    }
  }
  const workers = Array.from({ length: CONCURRENCY }, work)
  try {
    await Promise.all(workers)
    signal?.throwIfAborted()
  } catch (error) {
    stop.abort(error)
    await Promise.allSettled(workers)
    await Promise.all(outcomes.filter(isConnection).map((connection) => connection.close()))
    throw signal?.aborted === true ? signal.reason : error
  }
  return {
    connections: outcomes.filter(isConnection),
    failures: outcomes.flatMap((outcome) => (isConnection(outcome) ? [] : [outcome])),
  }
}

function isConnection(outcome: McpConnection | McpServerFailure): outcome is McpConnection {
  return 'close' in outcome
}

async function connectOne(
  config: McpServerConfig,
  options: McpConnectOptions,
  onProgress: McpConnectAllOptions['onProgress'],
): Promise<McpConnection | McpServerFailure> {
  const start = performance.now()
  const elapsedMs = (): number => performance.now() - start
  onProgress?.({ server: config.name, state: 'connecting', elapsedMs: 0 })
  let connection: McpConnection
  try {
    connection = await connectMcpServer(config, options)
  } catch (error) {
    if (options.signal?.aborted === true || !(error instanceof ToolscoutError)) throw error
    onProgress?.({ server: config.name, state: 'failed', elapsedMs: elapsedMs() })
    return { name: config.name, error }
  }
  try {
    onProgress?.({ server: config.name, state: 'connected', elapsedMs: elapsedMs(), connection })
    return connection
  } catch (error) {
    await connection.close()
    throw error
  }
}

function requireDistinctNames(configs: readonly McpServerConfig[]): void {
  const names = new Set<string>()
  for (const { name } of configs) {
    if (names.has(name)) throw new TypeError(`Two servers are called ${quote(name)}; names tell them apart.`)
    names.add(name)
  }
}
