// For applications: read a configuration, connect, list, call.

export {
  loadMcpConfig,
  MAX_CONFIG_BYTES,
  type McpConfigOptions,
  parseMcpConfig,
  parseMcpServers,
  readMcpConfig,
} from './config/config.ts'
export {
  type ConfigDocument,
  type ConfigPath,
  createPlaceFinder,
  describePlace,
  type PlaceFinder,
  type TextPosition,
} from './config/config-place.ts'
export type { McpConfig, McpConfigWarning, McpServerFailure } from './config/config-result.ts'
export { describeMcpServer, identifyMcpServer } from './config/describe-server.ts'
export type { JsoncProblem } from './config/jsonc.ts'
export { parseJsonc } from './config/parse-jsonc.ts'
export type {
  AutoServerConfig,
  HttpServerConfig,
  McpServerConfig,
  McpServerOrigin,
  McpTransportName,
  SseServerConfig,
  StdioServerConfig,
} from './config/server-config.ts'
export { matchesPattern, type ToolPatterns } from './config/server-config.ts'
export type { McpClientOptions } from './connection/client-service.ts'
export { connectMcpServer } from './connection/connect.ts'
export {
  connectMcpServers,
  DEFAULT_CONNECT_CONCURRENCY,
  type McpConnectAllOptions,
  type McpConnectProgress,
  type McpConnectResult,
} from './connection/connect-all.ts'
export type { McpConnectOptions } from './connection/connect-options.ts'
export type { McpCallOptions, McpConnection, McpRequestOptions } from './connection/connection.ts'
export type { NotificationListener } from './connection/connection-life.ts'
export {
  DEFAULT_MCP_LIMITS,
  DEFAULT_MCP_TIMEOUTS,
  type McpLimits,
  type McpTimeouts,
} from './connection/limits.ts'
export type { McpNotification, NotificationMethod } from './connection/notifications.ts'
export type { McpRequestMethod } from './connection/requests.ts'
export type { McpProgress, McpServerInfo } from './connection/session.ts'
export {
  type AuthFailure,
  type CallFailure,
  type ClosedFailure,
  type ConfigPlace,
  type ConnectFailure,
  type ListFailure,
  McpAuthError,
  McpCallError,
  McpClientRefusedError,
  McpClosedError,
  McpConfigError,
  McpConnectError,
  McpListError,
  McpRequestError,
  McpTimeoutError,
  McpTransportError,
  McpVariableMissingError,
  type RequestFailure,
  type RequestOutcome,
  type RpcRefusal,
  type TimeoutFailure,
  type TransportFailure,
} from './errors.ts'
export type { McpAuthClient, McpAuthProvider } from './oauth/auth-provider.ts'
export { DEFAULT_CLOSE_GRACE_MS } from './process/server-process.ts'
export { createLineReader, type LineReader } from './transport/stdio-transport.ts'
export type { McpDiagnostic } from './transport/transport.ts'
