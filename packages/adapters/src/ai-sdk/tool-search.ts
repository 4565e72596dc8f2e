import { parseTool, type Verdict } from '@toolscout/model'
import { checkOptions, quote, warn } from '@toolscout/model/internal'

/** How many names are given back; the SDK shows as many of them as its `maxResults` says, five by default. */
const MAX_FOUND = 50
/** The most hits a search gives, for a facade with many tools that this generation does not offer. */
const MOST_HITS = 1_000

/** What `toolSearch({ search })` of the AI SDK takes, from version 7 on. */
export type AiSdkToolSearch = (asked: {
  readonly query: string
  readonly tools: readonly { readonly name: string; readonly description?: string | undefined }[]
}) => Promise<string[]>

type JudgedFit = Pick<Verdict, 'level' | 'confidence' | 'missing'>

/** What is searched: a `Discovery` or a `Gateway`. */
export interface SearchedTools {
  readonly search: (
    query: string,
    options: { readonly limit: number; readonly principal: string },
  ) => Promise<{
    readonly hits: readonly { readonly id: string }[]
    readonly verdict?: JudgedFit | undefined
  }>
  readonly resolve: (
    name: string,
    options: { readonly principal: string },
  ) => { readonly id: string } | undefined
}

/** Options of {@link asToolSearch}. */
export interface ToolSearchOptions {
  /** On whose behalf a gateway is searched. Default `''`: no particular caller. */
  readonly principal?: string | undefined
}

/**
 * Ranks the deferred tools of a generation for `toolSearch({ search: asToolSearch(scout) })`, with their schemas. The tools
 * have to be registered under the names that the SDK has: the same record, or tools of servers as
 * `createDeferredAiSdkTools` gives them. A tool that is not is never found; a process warning names it. When nothing fits,
 * no name is given, and the model reads that no tool matches.
 *
 * The promise rejects as the search does; the SDK reports that to the model as a failed call.
 *
 * @throws TypeError for an unknown option.
 */
export function asToolSearch(scout: SearchedTools, options: ToolSearchOptions = {}): AiSdkToolSearch {
  checkOptions('the options of a tool search', options, { principal: 'string' })
  const { principal = '' } = options
  const warned = new Set<string>()
  const idOf = (name: string): string | undefined => {
    const found = scout.resolve(name, { principal }) ?? scout.resolve(idOfName(name), { principal })
    if (found === undefined && !warned.has(name)) {
      warned.add(name)
      const advice = 'register the tools that toolSearch is to find, under the same names'
      warn(`The AI SDK offers ${quote(name)}, which is not registered; ${advice}.`, 'TOOL_NOT_REGISTERED')
    }
    return found?.id
  }
  return async ({ query, tools }) => {
    const names = new Map(tools.map(({ name }) => [idOf(name), name]))
    const find = async (limit: number): Promise<string[]> => {
      const { hits, verdict } = await scout.search(query, { limit, principal })
      if (verdict !== undefined && fitsNothing(verdict)) return []
      const found = hits.flatMap(({ id }) => names.get(id) ?? []).slice(0, MAX_FOUND)
      const isAll = found.length === MAX_FOUND || hits.length < limit || limit === MOST_HITS
      return isAll ? found : find(MOST_HITS)
    }
    return find(MAX_FOUND)
  }
}

/** Of requests with a tool that nothing seems to fit, most are above this; of those without one, most are below, or name a product that is missing. */
const NOTHING_BELOW = 0.15

/** Whether nothing is given. Our own search names the nearest tools and says what they are; here the model gets what is named. */
function fitsNothing({ level, missing, confidence }: JudgedFit): boolean {
  return level === 'none' && (missing !== undefined || confidence < NOTHING_BELOW)
}

/** A name that no id can hold stands there in another spelling. */
function idOfName(name: string): string {
  return parseTool({ name, inputSchema: { type: 'object' } }).tool.id
}

/**
 * For `prepareStep` beside `toolSearch`: definitions that a search found go behind those that were sent before, in the
 * order in which they were found, so that what a provider caches stays a prefix. The SDK alone sends them in the order of
 * `tools`, in which a new one may come first.
 */
export function appendFound<Tools extends { readonly [name: string]: object }>(
  tools: Tools,
): (prepared: {
  readonly steps: readonly { readonly toolResults: readonly { readonly output: unknown }[] }[]
}) => {
  toolOrder: (keyof Tools & string)[]
} {
  const isDeferred = (name: string): boolean => Reflect.get(tools[name] ?? {}, 'deferLoading') === true
  const shown = Object.keys(tools).filter((name) => !isDeferred(name))
  return ({ steps }) => {
    const found = steps.flatMap(({ toolResults }) => toolResults.flatMap(({ output }) => foundNames(output)))
    return { toolOrder: [...new Set([...shown, ...found.filter(isDeferred)])] }
  }
}

/** The names in what `toolSearch` answers; none in the answer of another tool. */
function foundNames(output: unknown): readonly string[] {
  const tools: unknown =
    typeof output === 'object' && output !== null ? Reflect.get(output, 'tools') : undefined
  if (!Array.isArray(tools)) return []
  return tools.flatMap((tool: unknown) => {
    const name: unknown = typeof tool === 'object' && tool !== null ? Reflect.get(tool, 'name') : undefined
    return typeof name === 'string' ? [name] : []
  })
}
