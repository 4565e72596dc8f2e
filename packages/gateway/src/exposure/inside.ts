import type { ToolHost } from '@toolscout/discovery'
import type { ListedTool } from '@toolscout/discovery/internal'
import { compareIds, type TokenCounter } from '@toolscout/model'
import { oneLine, truncate } from '@toolscout/model/internal'
import { sourceOf, topicsOf } from './topics.ts'

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

/** Tokens of topics and of servers, where not all names fit. */
const TOPIC_TOKENS = 50
const SERVER_TOKENS = MAX_INSIDE_TOKENS - TOPIC_TOKENS

/**
 * Those names in one line, or `undefined` when there are none. Where they do not all fit: what most of them have tools
 * for, and the largest. It depends on the servers and their tools alone, so that prompt caches hold, and no word of it is
 * of fewer than three servers, unless it is a name of the operator's.
 */
export function insideLine(
  names: readonly string[],
  countTokens: TokenCounter,
  tools: readonly ListedTool[],
): string | undefined {
  const shown = names.map((name) => truncate(oneLine(name), MAX_SHOWN_SERVER))
  if (shown.length === 0) return undefined
  const all = takeWithin(shown, MAX_INSIDE_TOKENS, countTokens)
  if (all.length === shown.length) return `Inside: ${all.join(', ')}.`
  const counts = new Map<string, number>()
  for (const source of tools.map(sourceOf)) counts.set(source, (counts.get(source) ?? 0) + 1)
  const bySize = names
    .map((name, i) => ({ name: shown[i] ?? '', size: counts.get(name) ?? 0 }))
    .sort((a, b) => b.size - a.size || compareIds(a.name, b.name))
    .map(({ name }) => name)
  const topics = takeWithin(topicsOf(tools), TOPIC_TOKENS, countTokens).toSorted(compareIds)
  const room = topics.length === 0 ? MAX_INSIDE_TOKENS : SERVER_TOKENS
  const largest = takeWithin(bySize, room, countTokens).toSorted(compareIds)
  const more = names.length - largest.length
  const servers = largest.length === 0 ? `${more} servers` : `${largest.join(', ')} and ${more} more servers`
  return topics.length === 0
    ? `Inside: ${servers}.`
    : `Inside: tools for ${topics.join(', ')} and more; of ${servers}.`
}

/** The first texts that have at most this many tokens in a list. */
function takeWithin(
  texts: readonly string[],
  maxTokens: number,
  countTokens: TokenCounter,
): readonly string[] {
  let tokens = 0
  const over = texts.findIndex((text) => {
    tokens += countTokens(`${text}, `)
    return tokens > maxTokens
  })
  return over === -1 ? texts : texts.slice(0, over)
}
