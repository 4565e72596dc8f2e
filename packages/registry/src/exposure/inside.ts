import { compareIds, oneLine, type TokenCounter, truncate } from '@toolscout/model'
import type { ListedTool, Registry } from '../registry.ts'
import type { ServerStatus } from '../server-status.ts'

/** Longest name of a server that is told, in code points. */
const MAX_SHOWN_SERVER = 40
/** Most tokens of all of them together: enough for some twenty. */
const MAX_INSIDE_TOKENS = 80

/**
 * Names of what is inside a registry for a caller, in ascending order: its servers, connected or not, and the namespaces
 * of local tools. A server whose tools are all hidden from the caller is not there for him.
 */
export function namesInside(registry: Registry, principal: string): readonly string[] {
  const tools = registry.list({ principal })
  const shown = new Set(tools.flatMap(serversOf))
  const waiting = registry.servers().filter(({ name, state, tools: count }) => {
    return state !== 'disabled' && (count === 0 || shown.has(name))
  })
  const local = tools.flatMap(({ summary: { namespace, backends } }) =>
    namespace !== undefined && backends.some(({ kind }) => kind !== 'mcp') ? [namespace] : [],
  )
  return [...new Set([...waiting.map(({ name }) => name), ...local])].sort(compareIds)
}

/** The servers that are there for a caller; those that are switched off have nothing to hide. */
export function serversInside(registry: Registry, principal: string): readonly ServerStatus[] {
  const names = new Set(namesInside(registry, principal))
  return registry.servers().filter(({ name, state }) => state === 'disabled' || names.has(name))
}

function serversOf({ summary: { backends } }: ListedTool): readonly string[] {
  return backends.flatMap((backend) => (backend.kind === 'mcp' ? [backend.server] : []))
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
