/*
 * Names of OpenTelemetry's semantic conventions for generative AI and MCP, version 1.41.0, where they are in
 * development. A later version changes this file alone.
 */

/** Attributes of spans and metrics. */
export const ATTRIBUTES = {
  operation: 'gen_ai.operation.name',
  tool: 'gen_ai.tool.name',
  toolType: 'gen_ai.tool.type',
  callId: 'gen_ai.tool.call.id',
  dataSource: 'gen_ai.data_source.id',
  topK: 'gen_ai.request.top_k',
  model: 'gen_ai.request.model',
  queryText: 'gen_ai.retrieval.query.text',
  documents: 'gen_ai.retrieval.documents',
  method: 'mcp.method.name',
  network: 'network.transport',
  address: 'server.address',
  port: 'server.port',
  rpcStatus: 'rpc.response.status_code',
  requestId: 'jsonrpc.request.id',
  error: 'error.type',
  // The rest is no part of the conventions.
  server: 'tool_discovery.server',
  outcome: 'tool_discovery.outcome',
  mode: 'tool_discovery.search.mode',
  hits: 'tool_discovery.search.hits',
  verdict: 'tool_discovery.search.verdict',
  degraded: 'tool_discovery.search.degraded',
  tools: 'tool_discovery.tools.listed',
  texts: 'tool_discovery.embeddings.texts',
  state: 'state',
  decision: 'decision',
  reason: 'reason',
  change: 'change',
} as const

/** Histograms of how long something took, in seconds. */
export const DURATIONS = {
  client: { name: 'mcp.client.operation.duration', description: 'Requests to MCP servers, with retries.' },
  served: { name: 'mcp.server.operation.duration', description: 'Requests of MCP clients.' },
  local: { name: 'gen_ai.execute_tool.duration', description: 'Calls of functions of this process.' },
  search: { name: 'tool_discovery.search.duration', description: 'Searches for tools.' },
  embed: { name: 'tool_discovery.embed.duration', description: 'Requests to an embedder.' },
  feed: { name: 'tool_discovery.feed.lag', description: 'Until a change elsewhere is found here.' },
} as const

/** Gauges. */
export const GAUGES = {
  tools: { name: 'tool_discovery.index.tools', description: 'Registered tools.', unit: '{tool}' },
  serverState: { name: 'tool_discovery.backend.state', description: '1 for the state of a server, else 0.' },
} as const

/** Counters. */
export const COUNTERS = {
  changes: { name: 'tool_discovery.index.changes', description: 'Changes of tools.', unit: '{tool}' },
  breaker: { name: 'tool_discovery.breaker.transitions', description: 'Changes of circuit breakers.' },
  attempts: { name: 'tool_discovery.retry.attempts', description: 'Attempts of calls that failed.' },
  refused: { name: 'tool_discovery.gate.rejected', description: 'Refused definitions.' },
  pins: {
    name: 'tool_discovery.pin.changes',
    description: 'Definitions that are new, changed, quarantined or approved.',
    unit: '{tool}',
  },
} as const

/** Calls that wait. */
export const QUEUE = {
  name: 'tool_discovery.bulkhead.queue',
  description: 'Calls that wait for their turn, as another one arrives.',
  unit: '{call}',
} as const

/** Bounds of the buckets of durations, in seconds, as the conventions give them for MCP. */
export const DURATION_BOUNDARIES: readonly number[] = Object.freeze([
  0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30, 60, 120, 300,
])
