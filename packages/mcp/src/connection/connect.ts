import { checkOptions } from '@toolscout/model/internal'
import type { McpServerConfig } from '../config/server-config.ts'
import { CONNECT_OPTIONS, type McpConnectOptions } from './connect-options.ts'
import type { McpConnection } from './connection.ts'

/**
 * Connects one server: starts its process or reaches its URL, and agrees on the protocol. An attempt that fails,
 * takes too long or is aborted is closed before this rejects; no process of it is left, except an installation by `npx`,
 * `uvx`, `bunx` or `docker`, which is never killed halfway: it finishes in the background, 5 minutes at most.
 *
 * @throws McpConnectError `MCP_CONNECT_FAILED` when the server cannot be started or reached or speaks no MCP.
 * @throws McpTimeoutError `MCP_TIMEOUT` when the handshake takes longer than the deadline.
 * @throws McpAuthError `MCP_AUTH_REQUIRED` when the server wants an authorization that could not be got.
 * @throws McpConfigError `MCP_CONFIG_INVALID` when a configuration written by hand cannot work.
 * @throws TypeError for an unknown option, RangeError for a number out of range.
 */
export async function connectMcpServer(
  config: McpServerConfig,
  options: McpConnectOptions = {},
): Promise<McpConnection> {
  checkOptions('the options of connectMcpServer', options, CONNECT_OPTIONS)
  // With it comes all that starts processes and speaks over networks.
  const { openConnection } = await import('./open-connection.ts')
  return openConnection(config, options)
}
