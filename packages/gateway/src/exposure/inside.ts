import type { ToolHost } from '@toolscout/discovery'
import type { ListedTool } from '@toolscout/discovery/internal'
import { compareIds, type TokenCounter } from '@toolscout/model'
import { oneLine, truncate } from '@toolscout/model/internal'

/** Longest shown name of a server, in code points. */
const MAX_SHOWN_SERVER = 40
/** Most tokens of all names together: enough for about twenty. */
const MAX_INSIDE_TOKENS = 80

/**
 * Names of what a host has for a caller, in ascending order: the servers that exist for the caller, connected or not,
 * and the namespaces of local tools.
 */
export function namesInside(
  host: ToolHost,
  principal: string,
  tools: readonly ListedTool[] = host.list({ principal }),
): readonly string[] {
  const servers = host.servers({ principal }).filter(({ state }) => state !== 'disabled')
  const local = tools.flatMap(({ summary: { namespace, backends } }) => {
    return namespace !== undefined && backends.some(({ kind }) => kind !== 'mcp') ? [namespace] : []
  })
  return [...new Set([...servers.map(({ name }) => name), ...local])].sort(compareIds)
}

/**
 * Those names in one line, or `undefined` when there are none. It changes with the servers and with nothing else, so
 * that prompt caches hold; nothing of it is a server's own text.
 */
export function insideLine(names: readonly string[], countTokens: TokenCounter): string | undefined {
  const told: string[] = []
  let tokens = 0
  for (const name of names) {
    const shown = truncate(oneLine(name), MAX_SHOWN_SERVER)
    tokens += countTokens(`${shown}, `)
    if (tokens > MAX_INSIDE_TOKENS) break
    told.push(shown)
  }
  const more = names.length - told.length
  if (told.length === 0) return more === 0 ? undefined : `Inside: tools of ${more} servers.`
  return `Inside: ${told.join(', ')}${more === 0 ? '' : ` and ${more} more`}.`
}
