import type { JsonObject } from '@toolscout/model'
import { isJsonObject, messageOf, quote } from '@toolscout/model/internal'
import type { ContextAsk, ContextCapabilities, ContextList, ContextSource } from './context-source.ts'

/** One of several sources, and the name that tells its prompts from those of others. */
export interface NamedContext {
  readonly name: string
  readonly source: ContextSource
}

/** How several sources become one. */
export interface MergedContextOptions {
  /** The sources there are for somebody now, in the order in which they win. */
  readonly sources: (principal: string) => readonly NamedContext[]
  readonly capabilities: () => ContextCapabilities
  readonly onChange: ContextSource['onChange']
}

type Kind = 'listResources' | 'listResourceTemplates' | 'listPrompts'

interface Listed extends NamedContext {
  readonly items: readonly JsonObject[]
}

/**
 * One source of many. URIs pass unchanged; where two sources have one, the first wins and the listing says so. Prompts
 * keep their names where one source has them, else they are `source__prompt` for each of those that have. A source that
 * fails is a warning in a listing, and takes nothing from the others.
 */
export function createMergedContext({
  sources,
  capabilities,
  onChange,
}: MergedContextOptions): ContextSource {
  const list = async (
    kind: Kind,
    ask: ContextAsk,
  ): Promise<{ readonly lists: readonly Listed[]; readonly warnings: readonly string[] }> => {
    const warnings: string[] = []
    const lists = await Promise.all(
      sources(ask.principal).map(async (named): Promise<Listed> => {
        try {
          const told = await named.source[kind](ask)
          warnings.push(...told.warnings)
          return { ...named, items: told.items }
        } catch (error) {
          ask.signal.throwIfAborted()
          warnings.push(`${quote(named.name)} could not be listed: ${messageOf(error)}`)
          return { ...named, items: [] }
        }
      }),
    )
    return { lists, warnings }
  }

  const listUnique = async (kind: Kind, key: string, ask: ContextAsk): Promise<ContextList> => {
    const { lists, warnings } = await list(kind, ask)
    const seen = new Set<unknown>()
    const clashes: string[] = []
    const items = lists.flatMap(({ name, items: own }) =>
      own.filter((item) => {
        const isNew = !seen.has(item[key])
        if (!isNew)
          clashes.push(`${quote(name)} has ${quote(item[key])} too, which is hidden by an earlier one.`)
        seen.add(item[key])
        return isNew
      }),
    )
    return { items, warnings: [...warnings, ...clashes] }
  }

  /** Those who may have a resource, the surest first; only one that lists it is asked alone. */
  const holders = async (uri: string, ask: ContextAsk): Promise<readonly NamedContext[]> => {
    const { lists } = await list('listResources', ask)
    const owner = lists.find(({ items }) => items.some((item) => item.uri === uri))
    if (owner !== undefined) return [owner]
    const templates = (await list('listResourceTemplates', ask)).lists
    const near = (candidate: NamedContext): number => {
      const own = templates.find(({ name }) => name === candidate.name)?.items ?? []
      return Math.max(-1, ...own.map((item) => prefixLength(item.uriTemplate, uri)))
    }
    return [...sources(ask.principal)].sort((a, b) => near(b) - near(a))
  }

  const firstOf = async <T>(
    candidates: readonly NamedContext[],
    work: (source: ContextSource) => Promise<T | undefined>,
    signal: AbortSignal,
  ): Promise<T | undefined> => {
    let refusal: unknown
    for (const { source } of candidates) {
      try {
        const found = await work(source)
        if (found !== undefined) return found
      } catch (error) {
        signal.throwIfAborted()
        refusal ??= error
      }
    }
    if (refusal !== undefined) throw refusal
    return undefined
  }

  const namedPrompts = async (ask: ContextAsk) => {
    const { lists, warnings } = await list('listPrompts', ask)
    const owners = new Map<string, number>()
    for (const { items } of lists) {
      for (const name of new Set(items.map((item) => String(item.name)))) {
        owners.set(name, (owners.get(name) ?? 0) + 1)
      }
    }
    const prompts = lists.flatMap((named) =>
      named.items.map((item) => {
        const own = String(item.name)
        const isAlone = owners.get(own) === 1
        return { source: named.source, item, own, name: isAlone ? own : `${named.name}__${own}` }
      }),
    )
    return { prompts, warnings }
  }

  return Object.freeze({
    capabilities,
    listResources: (ask: ContextAsk) => listUnique('listResources', 'uri', ask),
    listResourceTemplates: (ask: ContextAsk) => listUnique('listResourceTemplates', 'uriTemplate', ask),
    readResource: async (uri: string, ask: ContextAsk) =>
      firstOf(await holders(uri, ask), (source) => source.readResource(uri, ask), ask.signal),
    subscribe: async (uri: string, ask: ContextAsk) =>
      firstOf(await holders(uri, ask), (source) => source.subscribe(uri, ask), ask.signal),
    listPrompts: async (ask: ContextAsk) => {
      const { prompts, warnings } = await namedPrompts(ask)
      return { items: prompts.map(({ item, name }) => ({ ...item, name })), warnings }
    },
    getPrompt: async (name: string, args: JsonObject, ask: ContextAsk) => {
      const found = (await namedPrompts(ask)).prompts.find((prompt) => prompt.name === name)
      return found?.source.getPrompt(found.own, args, ask)
    },
    complete: async (params: JsonObject, ask: ContextAsk) => {
      const { ref } = params
      if (!isJsonObject(ref)) return undefined
      if (ref.type !== 'ref/prompt') {
        const { lists } = await list('listResourceTemplates', ask)
        const owner = lists.find(({ items }) => items.some((item) => item.uriTemplate === ref.uri))
        return owner?.source.complete(params, ask)
      }
      const found = (await namedPrompts(ask)).prompts.find((prompt) => prompt.name === ref.name)
      return found?.source.complete({ ...params, ref: { ...ref, name: found.own } }, ask)
    },
    onChange,
  } satisfies ContextSource)
}

/** How much of a URI is what a template begins with; -1 when it begins otherwise. */
function prefixLength(template: unknown, uri: string): number {
  if (typeof template !== 'string') return -1
  const prefix = template.split('{', 1)[0] ?? ''
  return uri.startsWith(prefix) ? prefix.length : -1
}
