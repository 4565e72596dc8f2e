import { cleanText, truncate } from '@toolscout/model/internal'
import type { McpServerConfig } from './server-config.ts'

/**
 * Says where a server is without saying anything secret, for logs and listings: the command and the number of
 * its arguments, or the origin of the URL.
 */
export function describeMcpServer(config: McpServerConfig): string {
  if (config.transport === 'stdio') {
    const count = config.args?.length ?? 0
    return `${truncate(cleanText(config.command), 200)} with ${count} argument${count === 1 ? '' : 's'}`
  }
  return URL.canParse(config.url) ? new URL(config.url).origin : 'a URL that cannot be read'
}
