// For applications: read a configuration, connect, list, call.
export { loadMcpConfig, parseMcpConfig } from './config/config.ts'
export type { McpConfig } from './config/config-result.ts'
export type { McpServerConfig } from './config/server-config.ts'
export type { McpClientOptions } from './connection/client-service.ts'
export { connectMcpServer } from './connection/connect.ts'
export { connectMcpServers } from './connection/connect-all.ts'
export type { McpConnectOptions } from './connection/connect-options.ts'
export type { McpConnection } from './connection/connection.ts'
export type { McpCallOptions } from './connection/request-options.ts'
export {
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
} from './errors.ts'
export type { McpAuthProvider } from './oauth/auth-provider.ts'
export { identifyMcpServer } from './redactor.ts'
