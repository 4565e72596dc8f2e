// What the packages of Toolscout share. Not API: anything here may change in any release.
export { MAX_CONFIG_BYTES, parseMcpServers } from './config/config.ts'
export type { McpConfigWarning, McpServerFailure } from './config/config-result.ts'
export { createPlaceFinder, describePlace } from './config/config-result.ts'
export { parseJsonc } from './config/jsonc.ts'
export {
  type HttpServerConfig,
  launcherOf,
  type McpTransportName,
  matchesPattern,
  type StdioServerConfig,
} from './config/server-config.ts'
export type { McpConnectAllOptions } from './connection/connect-all.ts'
export { isDeeperThan } from './connection/json-size.ts'
export type { McpNotification } from './connection/notifications.ts'
export type { McpRequestMethod } from './connection/requests.ts'
export { type KnownEra, knownEra, recallEra } from './connection/server-eras.ts'
export type { McpServerInfo } from './connection/session.ts'
export { callEntry } from './entries/call-entry.ts'
export { isListChange, withEntries } from './entries/entry-source.ts'
export { listEntries } from './entries/list-entries.ts'
export { listItems } from './entries/list-items.ts'
export type { McpAuthClient } from './oauth/auth-provider.ts'
export { createNamedUrlGuard } from './oauth/named-url.ts'
export { revokeTokens } from './oauth/revoke-tokens.ts'
export { createRedactor, describeMcpServer } from './redactor.ts'
export { readInside } from './skills/read-inside.ts'
export { createLineReader, parseLine } from './transport/lines.ts'
