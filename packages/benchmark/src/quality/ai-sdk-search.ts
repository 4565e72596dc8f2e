import { asToolSearch } from '@toolscout/adapters/ai-sdk'
import { type CatalogTool, createCatalogSearch, type SearchFunction } from '@toolscout/evaluation'
import { generateText, jsonSchema, tool, toolSearch } from 'ai-7'
import { MockLanguageModelV4 } from 'ai-7/test'

/** What `toolSearch` of the AI SDK finds by its own ranking, which sees names and descriptions. */
export function createAiSdkSearch(tools: readonly CatalogTool[]): SearchFunction {
  return searchThroughSdk(tools, undefined)
}

/** What it finds with our search in its place: `toolSearch({ search: asToolSearch(scout) })`. */
export function createAiSdkHookSearch(tools: readonly CatalogTool[]): SearchFunction {
  const { search } = createCatalogSearch(tools)
  const ids = new Map(namedTools(tools).map(({ name, id }) => [name, id]))
  const resolve = (name: string): { readonly id: string } | undefined => {
    const id = ids.get(name)
    return id === undefined ? undefined : { id }
  }
  return searchThroughSdk(tools, asToolSearch({ search, resolve }))
}

/** Asks in a generation of the SDK, in which a model calls the search once, and reads what that gave the model. */
function searchThroughSdk(
  tools: readonly CatalogTool[],
  search: ReturnType<typeof asToolSearch> | undefined,
): SearchFunction {
  const named = namedTools(tools)
  const ids = new Map(named.map(({ name, id }) => [name, id]))
  const inputSchema = jsonSchema({ type: 'object' })
  const deferred = Object.fromEntries(
    named.map(({ name, description }) => [name, tool({ deferLoading: true, description, inputSchema })]),
  )
  return async (query, { limit, signal }) => {
    const find = toolSearch({ ...(search && { search }), maxResults: limit })
    const model = new MockLanguageModelV4({ doGenerate: async () => callOf(query) })
    const { toolResults } = await generateText({
      model,
      tools: { ...deferred, 'find tools': find },
      prompt: query,
      ...(signal && { abortSignal: signal }),
    })
    const output = toolResults[0]?.output as
      | { readonly tools: readonly { readonly name: string }[] }
      | undefined
    if (output === undefined) throw new TypeError(`The AI SDK could not search for ${JSON.stringify(query)}.`)
    return {
      hits: output.tools.map(({ name }, place) => ({ id: ids.get(name) ?? name, score: 1 / (place + 1) })),
    }
  }
}

function callOf(query: string): Awaited<ReturnType<MockLanguageModelV4['doGenerate']>> {
  return {
    content: [
      { type: 'tool-call', toolCallId: '1', toolName: 'find tools', input: JSON.stringify({ query }) },
    ],
    finishReason: { unified: 'tool-calls', raw: undefined },
    usage: {
      inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
      outputTokens: { total: 1, text: 1, reasoning: 0 },
    },
    warnings: [],
  }
}

/** Tools under one name each, with the server in front; a second one of a name has a number behind it. */
function namedTools(
  tools: readonly CatalogTool[],
): readonly { readonly id: string; readonly name: string; readonly description: string }[] {
  const taken = new Map<string, number>()
  return tools.map(({ id, name, namespace = '', description = '' }) => {
    const full = namespace === '' ? name : `${namespace}__${name}`
    const count = (taken.get(full) ?? 0) + 1
    taken.set(full, count)
    return { id, name: count === 1 ? full : `${full}_${count}`, description }
  })
}
