import type { Backend, Searcher, ToolDefinition, ToolFilter } from '@toolscout/model'
import type { BackendSelector, CatalogReader, CatalogToolChange } from '@toolscout/model/internal'
import type { SearchQuery } from './bound-query.ts'
import type { ListenerErrorHandler } from './change-feed.ts'
import type { ChangeEvent, ChangeListener } from './changes.ts'
import type { SearchAnswer, SearchOptions, SearchPage, SearchPageOptions } from './index-search.ts'
import type { Page } from './pager.ts'
import type { RegisteredTool } from './registered-tool.ts'
import type { Registration, RegistrationReport } from './registration.ts'
import type { ResolveOptions } from './resolve-tool.ts'
import type { ToolIndexSnapshot } from './snapshot.ts'

/** What `createToolIndex` can be told. */
export interface ToolIndexOptions {
  /** Ranks tools; belongs to this index alone. Default: `createLexicalSearcher()`. */
  readonly searcher?: Searcher | undefined
  /** Chooses where a call goes when a tool has several backends. Default: local, then provider, then mcp. */
  readonly selectBackend?: BackendSelector | undefined
  /** Hears of listeners that throw. Default: a process warning. */
  readonly onListenerError?: ListenerErrorHandler | undefined
  /** Refuses pages over a searcher that says it is not deterministic. Default false: rankings are held anyway. */
  readonly requireDeterministicSearcher?: boolean | undefined
  /**
   * Tools the index begins with, read one by one when somebody asks for them. The searcher must hold them already, such
   * as one that was saved with them. Default: none.
   */
  readonly stored?: CatalogReader | undefined
  /** Gives the text that tells this index's cursors from others'. Default: a random UUID. */
  readonly instance?: string | undefined
}

/** What is known of a listing. */
export interface RegisterMcpOptions {
  /**
   * Whether the server listed all it has. True takes the server from the tools it names no more, in the same change;
   * what it names and could not be read stays as it is. Default false.
   */
  readonly complete?: boolean | undefined
  /** Labels that whoever configured the server gives all its tools. Default none. */
  readonly tags?: readonly string[] | undefined
}

/** What a page of tools or namespaces may be told; the filter is the same for all pages. */
export interface PageOptions {
  /** Most items. Default 10. Legal: integers 1 to 1,000. */
  readonly limit?: number | undefined
  /** `nextCursor` of the page before. Default: the first page. */
  readonly cursor?: string | undefined
  /** Only tools that pass. Default: all. */
  readonly filter?: ToolFilter | undefined
}

/**
 * The set of registered tools: which exist, where they can be called, what changed, and which match a query.
 *
 * Every call that changes something takes effect whole or not at all, raises `version` by one if anything did
 * change, and is one event. Reads see the latest version; what they give is frozen.
 */
export interface ToolIndex {
  /** Number of the latest change; 0 for an index nothing was registered in. */
  readonly version: number
  /** Tools there are. */
  readonly size: number
  readonly searcher: Searcher
  /**
   * Registers one tool, or updates it when its id is known.
   * @throws InvalidToolError `INVALID_TOOL`, InvalidBackendError `INVALID_BACKEND`; the tool is checked first.
   */
  readonly register: (tool: ToolDefinition, backend: Backend) => RegistrationReport
  /**
   * Registers many tools, all or none. An empty list does nothing. An id may stand in it once for each backend, with
   * one definition.
   * @throws RegistrationFailedError `REGISTRATION_FAILED` naming every tool that is not acceptable.
   */
  readonly registerMany: (registrations: readonly Registration[]) => RegistrationReport
  /**
   * Registers what an MCP server lists. What is broken is left out and reported; the rest goes on. The server's name
   * is the namespace of its tools, whatever they say, and a tool that somebody else offers too keeps its definition:
   * no server overwrites what is not its own.
   */
  readonly registerMcp: (
    server: string,
    definitions: readonly unknown[],
    options?: RegisterMcpOptions,
  ) => RegistrationReport
  /** Removes a tool with all its backends. @throws ToolNotFoundError `TOOL_NOT_FOUND`. */
  readonly unregister: (id: string) => void
  /**
   * Takes one backend from a tool; the last one takes the tool along.
   * @throws ToolNotFoundError `TOOL_NOT_FOUND`, BackendNotFoundError `BACKEND_NOT_FOUND`, InvalidBackendError.
   */
  readonly unregisterBackend: (id: string, backend: Backend) => void
  /** Removes every tool of a namespace; gives back the ids that are gone. */
  readonly unregisterNamespace: (namespace: string) => readonly string[]
  /** Takes an MCP server from every tool; gives back the ids that are gone with it. Linear in the tools. */
  readonly unregisterServer: (server: string) => readonly string[]
  /**
   * Has tools as a store says they are by now, because others changed them: definitions, backends and notes take the
   * place of what is here. Records as a store gives them; they are not checked again.
   */
  readonly takeRecords: (records: readonly CatalogToolChange[]) => void
  /** The tool with exactly this id. */
  readonly get: (id: string) => RegisteredTool | undefined
  /** @throws ToolNotFoundError `TOOL_NOT_FOUND`. */
  readonly getOrThrow: (id: string) => RegisteredTool
  /** The tool a reference means: exactly its id, else its highest version. */
  readonly resolve: (reference: string, options?: ResolveOptions) => RegisteredTool | undefined
  /** The backend a call goes to. @throws ToolNotFoundError `TOOL_NOT_FOUND`. */
  readonly selectBackend: (id: string) => Backend
  /** All tools that pass, in ascending order of id. */
  readonly list: (filter?: ToolFilter) => readonly RegisteredTool[]
  /** Tools page by page, in ascending order of id, as they were when the first page was read. */
  readonly page: (options?: PageOptions) => Page<RegisteredTool>
  /** Every namespace that has a tool, in ascending order; `''` stands for tools without one. */
  readonly namespaces: () => readonly string[]
  readonly namespacesPage: (options?: Omit<PageOptions, 'filter'>) => Page<string>
  /** Ranks tools for a query; lists them by id when the query is empty. */
  readonly search: (query: SearchQuery, options?: SearchOptions) => Promise<SearchAnswer>
  /** A search page by page. @throws NonDeterministicSearcherError when determinism is required and missing. */
  readonly searchPage: (query: SearchQuery, options?: SearchPageOptions) => Promise<SearchPage>
  /** Says what else is to be found for a tool, such as its notes. @throws ToolNotFoundError `TOOL_NOT_FOUND`. */
  readonly setNotes: (id: string, notes: string) => void
  /** Gives the searcher everything anew, such as after it lost its memory; gives back the new version. */
  readonly refresh: () => number
  /** The index as it is now, unmoved by what comes. */
  readonly snapshot: () => ToolIndexSnapshot
  /** Calls back for every change from now on; gives back the way to stop, which may be called twice. */
  readonly onChange: (listener: ChangeListener) => () => void
  /** Every change from now on as an async iterator, until the signal aborts. */
  readonly changes: (options?: {
    readonly signal?: AbortSignal | undefined
  }) => AsyncIterableIterator<ChangeEvent>
}
