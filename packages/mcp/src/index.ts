// For applications: read a configuration, connect, list, call.

export type { McpAuthClient, McpAuthProvider } from './auth-provider.ts'
export type { McpClientOptions } from './client-service.ts'
export {
  MAX_CONFIG_BYTES,
  type McpConfigOptions,
  parseMcpConfig,
  parseMcpServers,
  readMcpConfig,
} from './config.ts'
export {
  type ConfigDocument,
  type ConfigPath,
  createPlaceFinder,
  describePlace,
  type PlaceFinder,
  type TextPosition,
} from './config-place.ts'
export type { McpConfig, McpConfigWarning, McpServerFailure } from './config-result.ts'
export { connectMcpServer } from './connect.ts'
export {
  connectMcpServers,
  DEFAULT_CONNECT_CONCURRENCY,
  type McpConnectAllOptions,
  type McpConnectProgress,
  type McpConnectResult,
} from './connect-all.ts'
export type { McpConnectOptions } from './connect-options.ts'
export type { McpCallOptions, McpConnection, McpRequestOptions } from './connection.ts'
export type { NotificationListener } from './connection-life.ts'
export { describeMcpServer } from './describe-server.ts'
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
export { identifyMcpServer } from './identify-server.ts'
export type { JsoncProblem } from './jsonc.ts'
export { DEFAULT_MCP_LIMITS, type McpLimits } from './limits.ts'
export { createLineReader, type LineReader } from './line-reader.ts'
export { loadMcpConfig } from './load-config.ts'
export type { McpNotification, NotificationMethod } from './notifications.ts'
export { parseJsonc } from './parse-jsonc.ts'
export type { McpRequestMethod } from './requests.ts'
export type {
  AutoServerConfig,
  HttpServerConfig,
  McpServerConfig,
  McpServerOrigin,
  McpTransportName,
  SseServerConfig,
  StdioServerConfig,
} from './server-config.ts'
export { DEFAULT_CLOSE_GRACE_MS } from './server-process.ts'
export type { McpProgress, McpServerInfo } from './session.ts'
export { DEFAULT_MCP_TIMEOUTS, type McpTimeouts } from './timeouts.ts'
export { matchesPattern, type ToolPatterns } from './tool-patterns.ts'
export type { McpDiagnostic } from './transport.ts'
