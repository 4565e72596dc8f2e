import { cleanText, truncate } from '@toolscout/model/internal'
import { createRedactor } from '../redactor.ts'
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

/** Far beyond the longest command line, so that nothing of one is cut. */
const MAX_LENGTH = 1_000_000

/**
 * Says which server a configuration means, for comparing: the command line with every argument, or the URL. Secrets of the
 * configuration stand as `[redacted]`, and neither variables nor headers are in it, so that another token is the same server.
 */
export function identifyMcpServer(config: McpServerConfig): string {
  const text =
    config.transport === 'stdio'
      ? JSON.stringify([config.command, ...(config.args ?? [])])
      : urlOf(config.url)
  return createRedactor(config)(text, MAX_LENGTH)
}

function urlOf(text: string): string {
  if (!URL.canParse(text)) return 'a URL that cannot be read'
  const url = new URL(text)
  url.username = ''
  url.password = ''
  url.hash = ''
  return url.href
}
