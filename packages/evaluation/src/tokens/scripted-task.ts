import { type Exposure, estimateTokens, type JsonObject, type JsonValue, type Tool } from '@toolscout/model'
import { isJsonObject, takeCodePoints } from '@toolscout/model/internal'

/** One step of a task: a needed tool, and the query that looks for it. */
export interface TaskStep {
  readonly tool: Tool
  /** The name a model calls it by where it sees it. */
  readonly exportName: string
  readonly query: string
}

/** Tokens of the question of a task, and of each result. */
export const TASK_TOKENS: { readonly promptTokens: number; readonly resultTokens: number } = Object.freeze({
  promptTokens: 200,
  resultTokens: 100,
})
const QUERY_WORDS = 8

/** Steps through a catalog at even distances, each looked for with the first words of its description. */
export function planSteps(
  tools: readonly Tool[],
  exportNameOf: (id: string) => string,
  count: number,
): readonly TaskStep[] {
  const length = Math.min(count, tools.length)
  return Array.from({ length }, (_, i) => {
    const tool = tools[Math.floor(((i + 0.5) * tools.length) / length)] as Tool
    const words = takeCodePoints(tool.description ?? '', 200)
      .split(/\s+/)
      .filter(Boolean)
      .slice(0, QUERY_WORDS)
    const query = words.length === 0 ? tool.name.replace(/[_.-]+/g, ' ') : words.join(' ')
    return { tool, exportName: exportNameOf(tool.id), query }
  })
}

/** A task that was gone through in every way: tokens that each request adds to the conversation. */
export interface TaskSessions {
  readonly inline: readonly number[]
  readonly meta: readonly number[]
  /** The provider's own search puts whole definitions into the conversation; what those take depends on the provider. */
  readonly deferred: readonly { readonly tokens: number; readonly loaded: readonly Tool[] }[]
  /** Steps whose tool the first search found. */
  readonly foundAtOnce: number
}

/**
 * Goes through the steps as an obedient model would: inline it calls; behind meta-tools it searches, and
 * calls what it found. The answers of the searches are the real ones. A step whose tool the first search does not show is
 * searched for again, by its name. `nearest` is what a provider's own search would load.
 */
export async function runTask(
  steps: readonly TaskStep[],
  exposure: Exposure,
  {
    nearest,
    principal,
    signal,
  }: { nearest: (query: string) => Promise<readonly Tool[]>; principal: string; signal: AbortSignal },
): Promise<TaskSessions> {
  const { promptTokens, resultTokens } = TASK_TOKENS
  const inline = [promptTokens]
  const meta = [promptTokens]
  const deferred: { tokens: number; loaded: readonly Tool[] }[] = [{ tokens: promptTokens, loaded: [] }]
  let foundAtOnce = 0
  /** Asks a meta-tool, and puts question and answer into the conversation. */
  const ask = async (name: string, given: JsonObject): Promise<string> => {
    const { content } = await exposure.call(name, given, { principal, signal })
    const text = content.map((block) => (block.type === 'text' ? block.text : '')).join('\n')
    meta.push(tokensOf({ name, arguments: given }) + estimateTokens(text))
    return text
  }
  const known = new Set<Tool>()
  for (const { tool, exportName, query } of steps) {
    const args = sampleArguments(tool.inputSchema)
    const direct = tokensOf({ name: exportName, arguments: args }) + resultTokens
    inline.push(direct)
    for (const words of [query, tool.name]) {
      const lines = (await ask('search_tools', { query: words })).split('\n')
      const line = lines.find((hit) => ['(', ' '].some((mark) => `${hit} `.startsWith(`${tool.id}${mark}`)))
      if (line === undefined) continue
      if (words === query) foundAtOnce += 1
      // A line without parameters is not enough to call a tool.
      if (!line.startsWith(`${tool.id}(`)) await ask('describe_tools', { names: [tool.id] })
      break
    }
    meta.push(tokensOf({ name: 'call_tool', arguments: { name: tool.id, arguments: args } }) + resultTokens)
    // What was loaded once stays in the conversation.
    if (!known.has(tool)) {
      const loaded = (await nearest(query)).filter((near) => !known.has(near))
      for (const near of loaded) known.add(near)
      deferred.push({ tokens: tokensOf({ query }), loaded })
    }
    deferred.push({ tokens: direct, loaded: [] })
  }
  return { inline, meta, deferred, foundAtOnce }
}

/** Tokens of a value as JSON. */
export function tokensOf(value: object): number {
  return estimateTokens(JSON.stringify(value))
}

/** Arguments of about the length real ones have: every required one, by its type. */
function sampleArguments({ properties, required }: JsonObject): JsonObject {
  if (!isJsonObject(properties) || !Array.isArray(required)) return {}
  const names = required.filter((name) => typeof name === 'string')
  return Object.fromEntries(names.map((name) => [name, sampleValue(properties[name])]))
}

function sampleValue(schema: unknown): JsonValue {
  const type = isJsonObject(schema) ? schema.type : undefined
  if (type === 'number' || type === 'integer') return 42
  if (type === 'boolean') return true
  if (type === 'array') return ['some text']
  return type === 'object' ? { key: 'some text' } : 'some text of a few words'
}

/** What input tokens cost, as parts of the price of one that is neither written to a cache nor read from it. */
export interface TokenPrices {
  /** A token that is sent for the first time. */
  readonly write: number
  /** A token of a prefix that was sent before. */
  readonly read: number
}

/** What a session comes to. */
export interface SessionCost {
  readonly requests: number
  /** Tokens of the prompts of all requests together. */
  readonly inputTokens: number
  /** The same as tokens of full price. */
  readonly billedTokens: number
}

/**
 * Adds a session up as the provider bills it: tokens that are there from the start, and those each request adds. Every
 * request sends again all that was sent before, in the same order, so that caches hold.
 */
export function costOf(start: number, added: readonly number[], { write, read }: TokenPrices): SessionCost {
  let sent = 0
  let inputTokens = 0
  let billedTokens = 0
  for (const [i, tokens] of added.entries()) {
    const fresh = tokens + (i === 0 ? start : 0)
    billedTokens += sent * read + fresh * write
    sent += fresh
    inputTokens += sent
  }
  return { requests: added.length, inputTokens, billedTokens: Math.round(billedTokens) }
}
