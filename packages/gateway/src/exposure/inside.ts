import type { ToolHost } from '@toolscout/discovery'
import type { ListedTool } from '@toolscout/discovery/internal'
import { compareIds, type TokenCounter } from '@toolscout/model'
import { ENTRY_KINDS, groupBy, oneLine, truncate } from '@toolscout/model/internal'

/** Longest shown name of a server, in code points. */
const MAX_SHOWN_SERVER = 40
/** Most tokens of all names and counts together: enough for about thirty. */
const MAX_INSIDE_TOKENS = 260

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
  let local = namespaces.get(tools)
  if (local === undefined) {
    const found = tools.flatMap(({ summary: { namespace, backends } }) =>
      namespace !== undefined && backends.some(({ kind }) => kind !== 'mcp') ? [namespace] : [],
    )
    local = new Set(found)
    namespaces.set(tools, local)
  }
  return [...new Set([...servers.map(({ name }) => name), ...local])].sort(compareIds)
}

/** Whether any tool exists for a caller; true also where a policy refused 8,192 tools and was asked about no more. */
export function mayHaveTools(host: ToolHost, principal: string): boolean {
  const { tools, next } = host.page({ principal, limit: 1 })
  return tools.length > 0 || next !== undefined
}

/** Of local tools, by listing: one is asked about with every request. */
const namespaces = new WeakMap<readonly ListedTool[], ReadonlySet<string>>()

/** Tokens of topics and of servers, where not all names fit. */
const TOPIC_TOKENS = 140
const SERVER_TOKENS = MAX_INSIDE_TOKENS - TOPIC_TOKENS

/** A server or a namespace of local tools. */
export interface InsideServer extends Counted {
  /** As the operator calls it. */
  readonly id: string
}

/** Servers and namespaces with how many tools each has, in the order of the names. */
export function countInside(
  names: readonly string[],
  entries: readonly ListedTool[],
): readonly InsideServer[] {
  const bySource = groupBy(entries, sourceOf)
  return names.map((id) => {
    const own = bySource.get(id) ?? []
    const count = own.filter(isTool).length
    const name = truncate(oneLine(id), MAX_SHOWN_SERVER)
    // What there is beside tools is said of all together; here only where it is all there is.
    return { id, name, count, others: count === 0 ? countOthers(own) : NONE }
  })
}

/**
 * Those names with how many tools each has, in one line, or `undefined` when there are none. Where they do not all fit:
 * what most of them have tools for, and the largest. It depends on the servers and their tools alone, so that prompt
 * caches hold, and no word of it is of fewer than three servers, unless it is a name of the operator's.
 */
export function contentsCard(
  servers: readonly InsideServer[],
  countTokens: TokenCounter,
  entries: readonly ListedTool[],
): string | undefined {
  if (servers.length === 0) return undefined
  const all = takeWithin(listCounts(servers), MAX_INSIDE_TOKENS, countTokens)
  if (all.length === servers.length) {
    const others = servers.some(({ count }) => count > 0) ? countOthers(entries) : NONE
    const also = others.length === 0 ? '' : ` Also ${others.join(', ')}.`
    return `Behind this: ${all.join(', ')}.${also}`
  }
  const bySize = servers.toSorted((a, b) => b.count - a.count || compareIds(a.name, b.name))
  const tools = entries.filter(isTool)
  const topics = takeWithin(listCounts(topicsOf(tools)), TOPIC_TOKENS, countTokens)
  const largest = takeWithin(listCounts(bySize), SERVER_TOKENS, countTokens)
  return [
    `Behind this: ${[`${tools.length} tools`, ...countOthers(entries)].join(', ')} of ${servers.length} servers.`,
    ...(topics.length === 0 ? [] : [`Most common: ${topics.join(', ')}.`]),
    ...(largest.length === 0
      ? []
      : [`Largest: ${largest.join(', ')} and ${servers.length - largest.length} more servers.`]),
  ].join(' ')
}

interface Counted {
  readonly name: string
  readonly count: number
  /** What there is beside tools, such as `2 prompts`. Default: nothing. */
  readonly others?: readonly string[]
}

const NONE: readonly string[] = Object.freeze([])

/** Whether there is anything beside tools. */
export function hasKinds(entries: readonly ListedTool[]): boolean {
  return !entries.every(isTool)
}

function isTool({ summary: { kind } }: ListedTool): boolean {
  return kind === undefined
}

/** How many prompts, resources and skills there are; nothing of what there is none. */
function countOthers(entries: readonly ListedTool[]): readonly string[] {
  return ENTRY_KINDS.slice(1).flatMap((kind) => {
    const count = entries.filter(({ summary }) => summary.kind === kind).length
    return count === 0 ? [] : [`${count} ${kind}${count === 1 ? '' : 's'}`]
  })
}

/** Names with their counts; the first count says of what. What is not known yet has none. */
function listCounts(counted: readonly Counted[]): readonly string[] {
  const first = counted.findIndex(({ count }) => count > 0)
  return counted.map(({ name, count, others = NONE }, i) => {
    const unit = i === first ? ` tool${count === 1 ? '' : 's'}` : ''
    const counts = [...(count === 0 ? [] : [`${count}${unit}`]), ...others]
    return counts.length === 0 ? name : `${name} (${counts.join(', ')})`
  })
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

/** Servers that must have tools for a topic: what one server calls its tools is not said to a model before it asked. */
const MIN_SERVERS = 3
/** Words after which a name says with what, not what: `get_weather_by_city` is about weather. */
const PREPOSITIONS = new Set('by for from in of on to with at and or as via using into'.split(' '))
/** Words that end names of tools for anything: no topics, and verbs that stand behind what they act on. */
const EMPTY_NOUNS = new Set(
  'all api available batch call config count create data delete detail details execute get id info information input item list mcp metadata more name new now option output property query result run search server setting stat start stats status stop summary sync tool type update user value version'.split(
    ' ',
  ),
)
/** A word that is shown: plain letters, so that no name writes anything but a word. */
const SHOWN_WORD = /^[a-z]{3,16}$/
const CASE_SEAM = /([a-z0-9])([A-Z])/g
const SEAMS = /[\s_.:/-]+/

/**
 * What most servers have tools for: the nouns their tools' names end in, with how many tools, by how many servers have
 * them, then in ascending order. It depends on the tools alone.
 */
export function topicsOf(tools: readonly ListedTool[]): readonly Counted[] {
  return [...groupBy(tools, ({ summary }) => topicOf(summary.name))]
    .map(([name, own]) => ({ name, count: own.length, servers: new Set(own.map(sourceOf)).size }))
    .filter(({ servers }) => servers >= MIN_SERVERS)
    .sort((a, b) => b.servers - a.servers || compareIds(a.name, b.name))
    .map(({ name, count }) => ({ name, count }))
}

/** The server of a tool, as the operator calls it, or the namespace of a local one. */
function sourceOf({ summary: { namespace = '', backends } }: ListedTool): string {
  return backends.find((backend) => backend.kind === 'mcp')?.server ?? namespace
}

/** The noun a name of two words or more is about, in the singular. */
function topicOf(name: string): string | undefined {
  const words = name.replace(CASE_SEAM, '$1 $2').toLowerCase().split(SEAMS)
  const end = words.findIndex((word, i) => i > 0 && PREPOSITIONS.has(word))
  const about = end === -1 ? words : words.slice(0, end)
  const noun = singular(about.at(-1) ?? '')
  return about.length < 2 || EMPTY_NOUNS.has(noun) || !SHOWN_WORD.test(noun) ? undefined : noun
}

function singular(word: string): string {
  if (/(?:ss|us|is|news)$/.test(word)) return word
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`
  return /(?:x|ch|sh|ss)es$/.test(word) ? word.slice(0, -2) : word.replace(/s$/, '')
}
