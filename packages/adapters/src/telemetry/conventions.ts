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

/** Instruments. Durations are in seconds. */
export const METRICS = {
  client: 'mcp.client.operation.duration',
  served: 'mcp.server.operation.duration',
  local: 'gen_ai.execute_tool.duration',
  search: 'tool_discovery.search.duration',
  embed: 'tool_discovery.embed.duration',
  tools: 'tool_discovery.index.tools',
  changes: 'tool_discovery.index.changes',
  serverState: 'tool_discovery.backend.state',
  breaker: 'tool_discovery.breaker.transitions',
  queue: 'tool_discovery.bulkhead.queue',
  attempts: 'tool_discovery.retry.attempts',
  refused: 'tool_discovery.gate.rejected',
  feed: 'tool_discovery.feed.lag',
  pins: 'tool_discovery.pin.changes',
  eventLoop: 'tool_discovery.event_loop.delay',
} as const

/** Bounds of the buckets of durations, in seconds, as the conventions give them for MCP. */
export const DURATION_BOUNDARIES: readonly number[] = Object.freeze([
  0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30, 60, 120, 300,
])
