import { availableParallelism } from 'node:os'
import { connectMcpServer, type McpServerConfig } from '@toolscout/mcp'
import { ToolscoutError } from '@toolscout/model'
import { messageOf } from '@toolscout/model/internal'
import type { ServerListing } from './cache-folder.ts'

/** Servers that are started at a time for each core: a start costs one for a second, and then waits. */
const STARTS_A_CORE = 4

/** How listing may be watched and ended. */
export interface ListServersOptions {
  /** Ends it; every process that was started is gone when it rejects. */
  readonly signal: AbortSignal
  readonly now: () => number
  /** Called after each server. */
  readonly onDone?: ((done: number, total: number, server: string) => void) | undefined
}

/**
 * Connects each server, lists its tools and closes it again, several at a time. A failure is reported in its place and harms
 * no other. Rejects for the signal alone.
 */
export async function listServers(
  configs: readonly McpServerConfig[],
  { signal, now, onDone }: ListServersOptions,
): Promise<readonly ServerListing[]> {
  signal.throwIfAborted()
  const listings: ServerListing[] = []
  let next = 0
  let done = 0
  const work = async (): Promise<void> => {
    for (let at = next++; at < configs.length; at = next++) {
      const config = configs[at] as McpServerConfig
      listings[at] = await listServer(config, signal, now)
      done += 1
      onDone?.(done, configs.length, config.name)
    }
  }
  const workers = Math.min(configs.length, availableParallelism() * STARTS_A_CORE)
  // Each ends by itself when the signal aborts, having closed what it opened.
  const outcomes = await Promise.allSettled(Array.from({ length: workers }, work))
  signal.throwIfAborted()
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason
  return listings
}

async function listServer(
  config: McpServerConfig,
  signal: AbortSignal,
  now: () => number,
): Promise<ServerListing> {
  const server = config.name
  try {
    const connection = await connectMcpServer(config, { signal })
    try {
      const { definitions, complete, reason } = await connection.list({ signal })
      const incomplete = complete ? {} : { incomplete: reason ?? 'The server did not give all.' }
      return { server, definitions, listedAt: now(), ...incomplete }
    } finally {
      await connection.close()
    }
  } catch (error) {
    signal.throwIfAborted()
    const code = error instanceof ToolscoutError ? error.code : 'INTERNAL'
    return { server, definitions: [], listedAt: now(), failure: { code, message: messageOf(error) } }
  }
}
