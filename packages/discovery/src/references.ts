import type { RegisteredTool, SearchAnswer, ToolIndex } from '@toolscout/index'
import { formatToolId, parseToolId, ToolNotFoundError } from '@toolscout/model'
import {
  checkWhole,
  createExportNames,
  type ExportNames,
  nearestIds,
  quote,
  takeCodePoints,
  toIdPart,
} from '@toolscout/model/internal'
import { checkOptions } from './check-options.ts'
import type { ListedTool, ToolHost, ToolReadiness, ToolReference } from './tool-host.ts'
import type { ToolSources } from './tool-sources.ts'

/** How many ids that exist are offered for one that does not. */
const MAX_SUGGESTIONS = 3
/** Ids spelled nearly so of which it is asked whether they may be offered. */
const MAX_ASKED = 64
/** How much of a reference is searched for when nothing answers to it, in code points. */
const MAX_SUGGESTED_LENGTH = 256
/** Longest bare name that is looked for. */
const MAX_NAME_LENGTH = 1_024
/** The version of a canonical id, whose digits say nothing of a tool. */
const VERSION = /:\d+\.\d+\.\d+\S*$/
/** What export names look like, see `toExportName`. */
const EXPORT_NAME = /^[A-Za-z0-9_-]{1,64}$/

/** Finds what references mean. */
export interface References {
  /**
   * The tool with this id, its highest version, the tool of this export name, or the only one of this name, whatever its
   * namespace; `undefined` when there is none.
   * @throws TypeError for what is no reference.
   */
  readonly find: (reference: ToolReference) => RegisteredTool | undefined
  /**
   * As `find`.
   * @throws ToolNotFoundError `TOOL_NOT_FOUND` with the ids that are spelled nearly so, then those that match its words.
   */
  readonly get: (reference: ToolReference, signal?: AbortSignal) => Promise<RegisteredTool>
  /** Says that a reference means no tool, and which ids come near. Never rejects. */
  readonly notFound: (reference: ToolReference, signal?: AbortSignal) => Promise<ToolNotFoundError>
  /** The names model providers take for all tools there are now; linear in the tools after a change. */
  readonly exportNames: () => ExportNames
  /** The tools of a name, in any namespace, of each its highest version; linear in the tools after a change. */
  readonly named: (name: string) => readonly RegisteredTool[]
}

/** Creates the {@link References} of an index. */
export function createReferences(index: ToolIndex): References {
  let exported: { readonly version: number; readonly names: ExportNames } | undefined
  let byName: { readonly version: number; readonly names: ReadonlyMap<string, readonly string[]> } | undefined

  /** Names are rebuilt on the first lookup after the index changed; linear in the tools. */
  const exportNames = (): ExportNames => {
    if (exported?.version !== index.version) {
      exported = { version: index.version, names: createExportNames(index.ids()) }
    }
    return exported.names
  }
  const named: References['named'] = (name) => {
    // What may name a namespace is no bare name: a tool that is called `bank.pay` would stand in for that of the bank.
    if (name.trim() === '' || name.length > MAX_NAME_LENGTH || /:|__|[./]/.test(name)) return []
    if (byName?.version !== index.version) byName = { version: index.version, names: idsByName(index) }
    return (byName.names.get(toIdPart(name)) ?? []).flatMap((id) => index.resolve(id) ?? [])
  }
  const findExported = (name: string): RegisteredTool | undefined => {
    if (!EXPORT_NAME.test(name)) return undefined
    const id = exportNames().idOf(name)
    return id === undefined ? undefined : index.get(id)
  }
  const find = (reference: ToolReference): RegisteredTool | undefined => {
    const text = toText(reference)
    const found = index.resolve(text) ?? findExported(text)
    if (found !== undefined) return found
    const [only, ...others] = named(text)
    return others.length === 0 ? only : undefined
  }
  const notFound: References['notFound'] = async (reference, signal) => {
    // A searcher may refuse the reference, such as one of patterns, or the signal aborts.
    const search: SuggestionSearch = (query, limit) =>
      index.search(query, { limit, signal }).catch(() => undefined)
    return toolNotFound(toText(reference), index.ids(), { search })
  }
  return {
    find,
    exportNames,
    named,
    notFound,
    get: async (reference, signal) => {
      const found = find(reference)
      if (found !== undefined) return found
      const error = await notFound(reference, signal)
      signal?.throwIfAborted()
      throw error
    },
  }
}

/** Ids without versions, by the name in them. Linear in the tools, of which nothing but ids is read. */
function idsByName(index: ToolIndex): ReadonlyMap<string, readonly string[]> {
  const ids = new Map<string, Set<string>>()
  for (const id of index.ids()) {
    const { namespace, name } = parseToolId(id)
    const own = formatToolId({ name, ...(namespace === undefined ? {} : { namespace }) })
    ids.set(name, (ids.get(name) ?? new Set()).add(own))
  }
  return new Map([...ids].map(([name, own]) => [name, [...own]]))
}

/** The text of a reference. @throws TypeError for what is none. */
export function toText(reference: ToolReference): string {
  const text: unknown =
    typeof reference === 'object' && reference !== null ? Reflect.get(reference, 'id') : reference
  if (typeof text === 'string') return text
  throw new TypeError(`A reference is an id or a hit, not ${quote(reference)}.`)
}

/** Searches for what a reference may have meant; `undefined` where that is refused. */
export type SuggestionSearch = (
  query: string,
  limit: number,
) => Promise<Pick<SearchAnswer, 'hits' | 'verdict'> | undefined>

/**
 * The error for a reference that means no tool, with the ids that come near: first by spelling, then what a search for
 * the reference finds, unless its verdict is `none`. `search` is not asked where the spelling says enough, and `allows`
 * about the nearest ids alone.
 */
export async function toolNotFound(
  text: string,
  ids: readonly string[],
  { search, allows }: { readonly search: SuggestionSearch; readonly allows?: (id: string) => boolean },
): Promise<ToolNotFoundError> {
  const query = takeCodePoints(text, MAX_SUGGESTED_LENGTH)
  // Several tools of this name come first; of one it would have been that.
  const called = ids.filter((id) => id.split(':')[1] === text).slice(0, MAX_ASKED)
  const spelled = text.trim() === '' ? [] : nearestIds(query, ids, allows ? MAX_ASKED : MAX_SUGGESTIONS)
  const nearest = [...new Set([...called, ...spelled])]
  const near = (allows ? nearest.filter(allows) : nearest).slice(0, MAX_SUGGESTIONS)
  const isEnough = near.length === MAX_SUGGESTIONS || text.trim() === ''
  const answer = isEnough ? undefined : await search(query.replace(VERSION, ''), MAX_SUGGESTIONS)
  const found =
    answer === undefined || answer.verdict?.level === 'none' ? [] : answer.hits.map(({ id }) => id)
  const suggestions = [...new Set([...near, ...found])].slice(0, MAX_SUGGESTIONS)
  const hint = suggestions.length === 0 ? '' : ` Did you mean ${suggestions.map(quote).join(' or ')}?`
  return new ToolNotFoundError(`There is no tool ${quote(text)}.${hint}`, text, suggestions)
}

const READY: ToolReadiness = Object.freeze({ state: 'ready' })

/** Of a tool of which every call fails, whatever its server does. */
function uncallable(hint: string): ToolReadiness {
  return Object.freeze({ state: 'unavailable', hint })
}

/** What tools are listed from. */
export interface ToolListDeps {
  readonly index: ToolIndex
  readonly references: References
  readonly sources: ToolSources
  /** Why every call of a tool fails, by id. */
  readonly refused: ReadonlyMap<string, string>
}

/** The members of a facade that list tools without ranking them. */
export type ToolList = Pick<
  ToolHost,
  'list' | 'page' | 'count' | 'resolve' | 'get' | 'servers' | 'ready' | 'version' | 'onToolsChanged'
>

/** Creates the lists of a facade. */
export function createToolList({ index, references, sources, refused }: ToolListDeps): ToolList {
  const readinessOf = (source: string): ToolReadiness => {
    if (sources.isTaken(source)) return READY
    return Object.freeze({ state: 'unavailable', hint: `${quote(source)} is not connected.` })
  }
  const toListed = ({ summary }: RegisteredTool): ListedTool => {
    const { id, name, backends } = summary
    const isLocal = backends.some(({ kind }) => kind === 'local')
    const [backend] = backends
    const source = backend?.kind === 'mcp' ? backend.server : undefined
    const why = refused.get(id)
    const ready = isLocal || source === undefined ? READY : readinessOf(source)
    return Object.freeze({
      id,
      exportName: references.exportNames().nameOf(id) ?? name,
      summary,
      readiness: why === undefined ? ready : uncallable(why),
      trusted: isLocal,
      alwaysVisible: false,
    })
  }
  return {
    list: (caller) => {
      checkOptions('list', caller)
      return Object.freeze(index.list().map(toListed))
    },
    page: (part) => {
      checkOptions('page', part)
      const { limit, after = '' } = part
      checkWhole('limit', limit, 1)
      // Of the others nothing is read.
      const rest = index.ids().filter((id) => id > after)
      const tools = rest.slice(0, limit).map((id) => toListed(index.getOrThrow(id)))
      return rest.length > limit ? { tools, next: tools.at(-1)?.id } : { tools }
    },
    count: (caller) => {
      checkOptions('count', caller)
      return index.size
    },
    resolve: (reference, caller) => {
      checkOptions('resolve', caller)
      const found = references.find(reference)
      return found === undefined ? undefined : toListed(found)
    },
    get: (reference, caller) => {
      checkOptions('get', caller)
      return references.find(reference)
    },
    servers: (caller) => {
      checkOptions('servers', caller)
      return Object.freeze(
        sources.names().map((name) => Object.freeze({ name, state: readinessOf(name).state })),
      )
    },
    ready: async (wait) => {
      checkOptions('ready', wait)
      wait?.signal?.throwIfAborted()
    },
    version: (caller) => {
      checkOptions('version', caller)
      return String(index.version)
    },
    onToolsChanged: (listener) => index.onChange(() => listener()),
  }
}
