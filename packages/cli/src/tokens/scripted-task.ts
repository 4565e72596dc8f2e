import type { Exposure } from '@toolscout/gateway/internal'
import type { JsonObject, JsonValue, TokenCounter, Tool } from '@toolscout/model'
import { isJsonObject, takeCodePoints } from '@toolscout/model/internal'

/** One step of a task: a needed tool, and the query that looks for it. */
export interface TaskStep {
  readonly tool: Tool
  /** The name a model calls it by where it sees it. */
  readonly exportName: string
  readonly query: string
}

/** A task that was gone through in both ways. */
export interface TaskSessions {
  readonly inline: Omit<Session, 'start'>
  readonly meta: Omit<Session, 'start'>
  /** The provider's own search: what it puts into the conversation are whole definitions. */
  readonly deferred: Omit<Session, 'start'>
  /** Steps whose tool the first search found. */
  readonly foundAtOnce: number
}

/** How a task is gone through. */
export interface TaskOptions {
  readonly exposure: Exposure
  readonly countTokens: TokenCounter
  /** Tokens of the question, and of each result. */
  readonly promptTokens: number
  readonly resultTokens: number
  /** What a provider's own search would load for a query: tokens of each definition. */
  readonly definitionsFor: (
    query: string,
  ) => Promise<readonly { readonly id: string; readonly tokens: number }[]>
  readonly signal: AbortSignal
}

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

/**
 * Goes through the steps as an obedient model would: inline it calls; behind meta-tools it searches, and
 * calls what it found. The answers of the searches are the real ones. A step whose tool the first search does not show is
 * searched for again, by its name.
 */
export async function runTask(steps: readonly TaskStep[], options: TaskOptions): Promise<TaskSessions> {
  const { exposure, countTokens, promptTokens, resultTokens, definitionsFor, signal } = options
  const inline = [promptTokens]
  const meta = [promptTokens]
  const deferred = [promptTokens]
  let foundAtOnce = 0
  /** Asks a meta-tool, and puts question and answer into the conversation. */
  const ask = async (name: string, given: JsonObject): Promise<string> => {
    const { content } = await exposure.call(name, given, { principal: '', signal })
    const text = content.map((block) => (block.type === 'text' ? block.text : '')).join('\n')
    meta.push(countTokens(JSON.stringify({ name, arguments: given })) + countTokens(text))
    return text
  }
  const loaded = new Set<string>()
  for (const { tool, exportName, query } of steps) {
    const args = sampleArguments(tool.inputSchema)
    const direct = countTokens(JSON.stringify({ name: exportName, arguments: args }))
    inline.push(direct + resultTokens)
    for (const words of [query, tool.name]) {
      const text = await ask('search_tools', { query: words })
      const line = text.split('\n').find((hit) => isAbout(hit, tool.id))
      if (line === undefined) continue
      if (words === query) foundAtOnce += 1
      // A line without parameters is not enough to call a tool.
      if (!line.startsWith(`${tool.id}(`)) await ask('describe_tools', { names: [tool.id] })
      break
    }
    const called = { name: 'call_tool', arguments: { name: tool.id, arguments: args } }
    meta.push(countTokens(JSON.stringify(called)) + resultTokens)
    // What was loaded once stays in the conversation.
    if (!loaded.has(tool.id)) {
      const fresh = (await definitionsFor(query)).filter(({ id }) => !loaded.has(id))
      for (const { id } of fresh) loaded.add(id)
      deferred.push(fresh.reduce((sum, { tokens }) => sum + tokens, countTokens(JSON.stringify({ query }))))
    }
    deferred.push(direct + resultTokens)
  }
  return { inline: { added: inline }, meta: { added: meta }, deferred: { added: deferred }, foundAtOnce }
}

function isAbout(line: string, id: string): boolean {
  return line === id || [`${id}(`, `${id} `].some((beginning) => line.startsWith(beginning))
}

/** Arguments of about the length real ones have: every required one, by its type. */
function sampleArguments(schema: JsonObject): JsonObject {
  const { properties, required } = schema
  if (!isJsonObject(properties) || !Array.isArray(required)) return {}
  return Object.fromEntries(
    required.flatMap((name) => (typeof name === 'string' ? [[name, sampleValue(properties[name])]] : [])),
  )
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

/** Prices with prompt caching: 1.25 and 0.1 are Anthropic's for five minutes; OpenAI and Gemini write at 1. */
export const CACHED_PRICES: TokenPrices = Object.freeze({ write: 1.25, read: 0.1 })
/** Prices without: every request pays for its whole prompt. */
export const PLAIN_PRICES: TokenPrices = Object.freeze({ write: 1, read: 1 })

/** A conversation as the provider bills it: a prefix that is there from the start, and what each request adds. */
export interface Session {
  /** Tokens of tool definitions in every request. */
  readonly start: number
  /** Tokens that are in the conversation when a request is made and were not in the one before; one for each request. */
  readonly added: readonly number[]
}

/** What a session comes to. */
export interface SessionCost {
  readonly requests: number
  /** Tokens of the prompts of all requests together. */
  readonly inputTokens: number
  /** The same as tokens of full price. */
  readonly billedTokens: number
}

/** Adds a session up: every request sends again all that was sent before, in the same order, so that caches hold. */
export function costOf({ start, added }: Session, prices: TokenPrices): SessionCost {
  let sent = 0
  let inputTokens = 0
  let billedTokens = 0
  for (const [i, tokens] of added.entries()) {
    const fresh = tokens + (i === 0 ? start : 0)
    billedTokens += sent * prices.read + fresh * prices.write
    sent += fresh
    inputTokens += sent
  }
  return { requests: added.length, inputTokens, billedTokens: Math.round(billedTokens) }
}
