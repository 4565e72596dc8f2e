import { createRedactor } from './redactor.ts'
import type { McpServerConfig } from './server-config.ts'

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
