import type { ToolHost } from '@toolscout/discovery'
import { type HostAnswer, short } from '@toolscout/discovery/internal'
import { cleanText, messageOf, oneLine, quote, type ServedCall, truncate } from '@toolscout/model/internal'
import type { MetaSettings } from './meta-options.ts'
import type { Found } from './search-hits.ts'
import { rootsOf } from './search-memory.ts'
import { SERVER_PART } from './search-text.ts'

/** Servers that an answer names because the request may mean them. */
const MAX_MEANT = 2
/** Longest reason of one that is meant, in code points: it ends with where to set a variable. */
const MAX_WHY_LENGTH = 400
/** Other servers that are named, and their longest shown name in code points. */
const MAX_OTHERS = 3
const MAX_NAME_LENGTH = 40
/** Parts of the names of servers that say nothing of what they are for. */
const GENERIC = rootsOf('mcp server servers api client local remote official http stdio com org net io app')

/** A server that exists for the caller and cannot be asked now. */
export interface UnconnectedServer {
  readonly name: string
  /** What to do about it, in a sentence or two. */
  readonly why: string
  readonly roots: ReadonlySet<string>
  /** Whether it is expected to be there soon. */
  readonly isStarting: boolean
}

/** The servers whose tools may be missing from an answer, switched off ones too. */
export function unconnectedServers(
  host: ToolHost,
  principal: string,
  degraded: HostAnswer['degraded'],
): readonly UnconnectedServer[] {
  return host.servers({ principal }).flatMap(({ name, state, server }) => {
    if (state === 'ready' || state === 'known' || state === 'stopped') return []
    const reported = degraded.find(({ part }) => part === `${SERVER_PART}${name}`)?.reason
    const off = state === 'disabled' ? 'is switched off in the configuration.' : 'is not connected.'
    const roots = [...rootsOf(`${name} ${server?.title ?? ''}`)].filter((root) => !GENERIC.has(root))
    const isStarting = state === 'idle' || state === 'connecting'
    return [{ name, why: reported ?? `${quote(name)} ${off}`, roots: new Set(roots), isStarting }]
  })
}

/** Those of them that words of a request name. */
export function meantServers(
  servers: readonly UnconnectedServer[],
  text: string,
): readonly UnconnectedServer[] {
  if (servers.length === 0) return servers
  const asked = rootsOf(text)
  return servers.filter(({ roots }) => [...roots].some((root) => asked.has(root))).slice(0, MAX_MEANT)
}

/** A line for each server that is meant. */
export function meantLines(meant: readonly UnconnectedServer[]): readonly string[] {
  return meant.map(({ why }) => `Configured but not connected: ${truncate(oneLine(why), MAX_WHY_LENGTH)}`)
}

/** One line for all other servers that are on. */
export function otherLine(
  servers: readonly UnconnectedServer[],
  degraded: HostAnswer['degraded'],
): readonly string[] {
  const others = servers.filter(({ name }) => degraded.some(({ part }) => part === `${SERVER_PART}${name}`))
  const [only, second] = others
  if (only === undefined) return []
  if (second === undefined) return [`Incomplete: ${short(`${SERVER_PART}${only.name}: ${only.why}`)}`]
  const named = others.slice(0, MAX_OTHERS).map(({ name }) => truncate(oneLine(name), MAX_NAME_LENGTH))
  const more = others.length - named.length
  return [`Incomplete: not connected are ${named.join(', ')}${more === 0 ? '' : ` and ${more} more`}.`]
}

/** Lines of one answer, whatever is given. */
const MAX_LINES = 3

/** What could answer the queries that are not surely answered, were it connected. */
export async function notConnectedLines(
  { notConnected }: MetaSettings,
  found: readonly Found[],
  { signal }: ServedCall,
): Promise<readonly string[]> {
  if (notConnected === undefined) return []
  const unsure = found.filter(
    ({ query, offset, answer }) => query !== '' && offset === 0 && answer.verdict?.level !== 'strong',
  )
  try {
    const lines = await Promise.all(unsure.map(({ query }) => notConnected(query, { signal })))
    return [...new Set(lines.flat().map((line) => short(oneLine(cleanText(line)))))].slice(0, MAX_LINES)
  } catch (error) {
    signal.throwIfAborted()
    return [`Incomplete: ${short(`what is not connected: ${messageOf(error)}`)}`]
  }
}
