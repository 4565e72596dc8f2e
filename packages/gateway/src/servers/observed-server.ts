import type { McpServerConfig } from '@toolscout/mcp'
import type { JsonObject, Observer } from '@toolscout/model'
import { carrierOf, type ObservedServer } from '@toolscout/model/internal'

/** Where a server is reached, for observers: host and port, never a path or a command. */
export function observedServer(config: McpServerConfig): ObservedServer {
  const { name } = config
  if (config.transport === 'stdio') return { name, network: 'pipe' }
  if (!URL.canParse(config.url)) return { name, network: 'tcp' }
  const { hostname, port, protocol } = new URL(config.url)
  return { name, network: 'tcp', address: hostname, port: Number(port) || (protocol === 'http:' ? 80 : 443) }
}

/** The trace of the call under way, for the server to go on with (MCP `_meta`); baggage stays here. */
export function traceMeta(observer: Observer | undefined): JsonObject | undefined {
  const carrier = carrierOf(observer)
  if (carrier?.traceparent === undefined) return undefined
  const { traceparent, tracestate } = carrier
  return { traceparent, ...(tracestate === undefined ? {} : { tracestate }) }
}
