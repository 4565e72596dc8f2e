import type { McpConnection, McpServerConfig } from '@toolscout/mcp'
import type { Observer, ToolListing, ToolSource } from '@toolscout/model'
import { observe } from '@toolscout/model/internal'
import { observedServer } from './observed-server.ts'

/** Share of its tools that a server may lose without being asked twice. */
const MAX_LOSS = 0.5

/**
 * A server's tools, whichever connection there is, for the facade to list. Calls do not come this way. A listing that
 * lacks more than half of what was there before is asked for a second time, because servers that start up or reload report
 * an empty list for a moment.
 */
export function createServerSource(
  config: McpServerConfig,
  observer: Observer | undefined,
  connection: () => Promise<McpConnection>,
): ToolSource {
  let known = 0
  const observed = (opened: McpConnection, signal: AbortSignal | undefined): Promise<ToolListing> =>
    observe(
      observer,
      () => ({ kind: 'listTools', server: observedServer(config) }),
      () => opened.list({ signal }),
      ({ definitions }) => ({ found: definitions.length }),
    )
  return {
    name: config.name,
    list: async ({ signal } = {}) => {
      const opened = await connection()
      const listing = await observed(opened, signal)
      const confirmed = isSuspect(listing, known) ? await observed(opened, signal) : listing
      if (confirmed.complete) known = confirmed.definitions.length
      return confirmed
    },
    call: async (tool, args, options) => (await connection()).call(tool, args, options),
    onChange: () => () => {},
    // The connection belongs to the server, not to the facade.
    close: async () => {},
  }
}

function isSuspect({ complete, definitions }: ToolListing, known: number): boolean {
  return complete && definitions.length < known * (1 - MAX_LOSS)
}
