import type { JsonObject } from '@toolscout/model'
import { isJsonObject, messageOf, quote } from '@toolscout/model/internal'
import type { ContextAsk, ContextCapabilities, ContextList, ContextSource } from './context-source.ts'

/** One of several sources, and the name that prefixes its prompts. */
export interface NamedContext {
  readonly name: string
  readonly source: ContextSource
}

/** How several sources are merged. */
export interface MergedContextOptions {
  /** The sources that a principal sees now; the first wins where two have the same URI. */
  readonly sources: (principal: string) => readonly NamedContext[]
  readonly capabilities: () => ContextCapabilities
  readonly onChange: ContextSource['onChange']
}

type Kind = 'listResources' | 'listResourceTemplates' | 'listPrompts'

interface SourceItems extends NamedContext {
  readonly items: readonly JsonObject[]
}

interface Lists {
  readonly lists: readonly SourceItems[]
  readonly warnings: readonly string[]
}

interface NamedPrompt {
  readonly source: ContextSource
  readonly item: JsonObject
  /** The name at its source. */
  readonly own: string
  /** The name that clients see. */
  readonly name: string
}

/**
 * Merges sources. URIs pass unchanged; where two sources have the same one, the first wins and the listing warns. A prompt
 * keeps its name where one source has it; else each is named `source__prompt`. A source that fails is a warning in a
 * listing, and the others are listed.
 */
export function createMergedContext(options: MergedContextOptions): ContextSource {
  const { sources, capabilities, onChange } = options
  const prompts = (ask: ContextAsk): ReturnType<typeof listPrompts> =>
    listPrompts(sources(ask.principal), ask)
  const ownerOf = async <T>(
    uri: string,
    ask: ContextAsk,
    work: (source: ContextSource) => Promise<T | undefined>,
  ) => firstOf(await candidatesFor(uri, sources(ask.principal), ask), work, ask.signal)
  return Object.freeze({
    capabilities,
    listResources: (ask: ContextAsk) => listUnique('listResources', 'uri', sources(ask.principal), ask),
    listResourceTemplates: (ask: ContextAsk) =>
      listUnique('listResourceTemplates', 'uriTemplate', sources(ask.principal), ask),
    readResource: (uri: string, ask: ContextAsk) =>
      ownerOf(uri, ask, (source) => source.readResource(uri, ask)),
    subscribe: (uri: string, ask: ContextAsk) => ownerOf(uri, ask, (source) => source.subscribe(uri, ask)),
    listPrompts: async (ask: ContextAsk) => {
      const { named, warnings } = await prompts(ask)
      return { items: named.map(({ item, name }) => ({ ...item, name })), warnings }
    },
    getPrompt: async (name: string, args: JsonObject, ask: ContextAsk) => {
      const found = (await prompts(ask)).named.find((prompt) => prompt.name === name)
      return found?.source.getPrompt(found.own, args, ask)
    },
    complete: async (params: JsonObject, ask: ContextAsk) => {
      const { ref } = params
      if (!isJsonObject(ref)) return undefined
      if (ref.type !== 'ref/prompt') {
        const { lists } = await listAll('listResourceTemplates', sources(ask.principal), ask)
        const owner = lists.find(({ items }) => items.some((item) => item.uriTemplate === ref.uri))
        return owner?.source.complete(params, ask)
      }
      const found = (await prompts(ask)).named.find((prompt) => prompt.name === ref.name)
      return found?.source.complete({ ...params, ref: { ...ref, name: found.own } }, ask)
    },
    onChange,
  } satisfies ContextSource)
}

async function listAll(kind: Kind, sources: readonly NamedContext[], ask: ContextAsk): Promise<Lists> {
  const warnings: string[] = []
  const lists = await Promise.all(
    sources.map(async (named): Promise<SourceItems> => {
      try {
        const list = await named.source[kind](ask)
        warnings.push(...list.warnings)
        return { ...named, items: list.items }
      } catch (error) {
        ask.signal.throwIfAborted()
        warnings.push(`${quote(named.name)} could not be listed: ${messageOf(error)}`)
        return { ...named, items: [] }
      }
    }),
  )
  return { lists, warnings }
}

async function listUnique(
  kind: Kind,
  key: string,
  sources: readonly NamedContext[],
  ask: ContextAsk,
): Promise<ContextList> {
  const { lists, warnings } = await listAll(kind, sources, ask)
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

/** The sources that may have a resource, the most likely first; only the source that lists it, where there is one. */
async function candidatesFor(
  uri: string,
  sources: readonly NamedContext[],
  ask: ContextAsk,
): Promise<readonly NamedContext[]> {
  const { lists } = await listAll('listResources', sources, ask)
  const owner = lists.find(({ items }) => items.some((item) => item.uri === uri))
  if (owner !== undefined) return [owner]
  const templates = (await listAll('listResourceTemplates', sources, ask)).lists
  const prefixOf = (candidate: NamedContext): number => {
    const own = templates.find(({ name }) => name === candidate.name)?.items ?? []
    return Math.max(-1, ...own.map((item) => prefixLength(item.uriTemplate, uri)))
  }
  return [...sources].sort((a, b) => prefixOf(b) - prefixOf(a))
}

async function firstOf<T>(
  candidates: readonly NamedContext[],
  work: (source: ContextSource) => Promise<T | undefined>,
  signal: AbortSignal,
): Promise<T | undefined> {
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

async function listPrompts(
  sources: readonly NamedContext[],
  ask: ContextAsk,
): Promise<{ readonly named: readonly NamedPrompt[]; readonly warnings: readonly string[] }> {
  const { lists, warnings } = await listAll('listPrompts', sources, ask)
  const owners = new Map<string, number>()
  for (const { items } of lists) {
    for (const name of new Set(items.map((item) => String(item.name)))) {
      owners.set(name, (owners.get(name) ?? 0) + 1)
    }
  }
  const named = lists.flatMap(({ name: sourceName, source, items }) =>
    items.map((item) => {
      const own = String(item.name)
      return { source, item, own, name: owners.get(own) === 1 ? own : `${sourceName}__${own}` }
    }),
  )
  return { named, warnings }
}

/** Length of a template's literal prefix where the URI begins with it, else -1. */
function prefixLength(template: unknown, uri: string): number {
  if (typeof template !== 'string') return -1
  const prefix = template.split('{', 1)[0] ?? ''
  return uri.startsWith(prefix) ? prefix.length : -1
}
