import { parseMcpServers, readMcpConfig } from './config.ts'
import type { McpConfig } from './config-result.ts'

/**
 * Reads a configuration in whatever form it is at hand: the path of a file, a configuration in any dialect as an object,
 * or one that was read before.
 *
 * @throws McpConfigError `MCP_CONFIG_INVALID` when it as a whole cannot be read.
 */
export async function loadMcpConfig(config: string | object | McpConfig): Promise<McpConfig> {
  if (typeof config === 'string') return readMcpConfig(config)
  return isReadConfig(config) ? config : parseMcpServers(config)
}

function isReadConfig(config: object): config is McpConfig {
  return Array.isArray(Reflect.get(config, 'servers')) && Array.isArray(Reflect.get(config, 'failures'))
}
