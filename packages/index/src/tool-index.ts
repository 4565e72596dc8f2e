import type {
  Backend,
  Degradation,
  Hit,
  Searcher,
  SearchMode,
  ToolDefinition,
  ToolFilter,
  ToolSummary,
  Verdict,
} from '@toolscout/model'
import type { Assistance, BackendSelector, CatalogToolChange, ToolNotice } from '@toolscout/model/internal'
import type { ChangeListener, ListenerErrorHandler } from './changes.ts'
import type { RegistrationFailure } from './errors.ts'
import type { RegisteredTool, StoredTools } from './registered-tools.ts'
import type { ToolIndexSnapshot } from './tool-snapshot.ts'

/** Options of `createToolIndex`. */
export interface ToolIndexOptions {
  /** Ranks tools; belongs to this index alone. Default: `createLexicalSearcher()`. */
  readonly searcher?: Searcher | undefined
  /** Chooses where a call goes when a tool has several backends. Default: local, then provider, then mcp. */
  readonly selectBackend?: BackendSelector | undefined
  /** Called for a listener that throws. Default: a process warning. */
  readonly onListenerError?: ListenerErrorHandler | undefined
  /** Refuses pages over a searcher that is not deterministic. Default false: rankings are held anyway. */
  readonly requireDeterministicSearcher?: boolean | undefined
  /**
   * Tools the index begins with, each read on first use. The searcher must hold them already, such as one that was saved
   * with them. Default: none.
   */
  readonly stored?: StoredTools | undefined
}

/** Options of `registerMcp`. */
export interface RegisterMcpOptions {
  /**
   * Whether the server listed all it has. True removes the server from tools it no longer lists, in the same change;
   * tools it lists that could not be read stay as they are. Default false.
   */
  readonly complete?: boolean | undefined
  /** Tags for all tools of the server. Default none. */
  readonly tags?: readonly string[] | undefined
  /**
   * The server this one stands in for: its tools are that server's, which have one backend more. One whose definition
   * differs, tags aside, is left out and reported, until both servers list the same. Default: it stands for itself.
   */
  readonly replicaOf?: string | undefined
}

/** A tool and the backend that offers it. */
export interface Registration {
  /** A definition, or a tool that was parsed before. */
  readonly tool: ToolDefinition
  readonly backend: Backend
  /** Further text by which the tool is found, see `setNotes`. Default: unchanged. */
  readonly notes?: string | undefined
}

/** What became of the tools of one call. Ids are in the order of the call. */
export interface RegistrationReport {
  readonly registered: readonly string[]
  /** Known ids whose definition or notes changed or that got another backend. */
  readonly updated: readonly string[]
  /** Known ids that were registered again unchanged. */
  readonly unchanged: readonly string[]
  /** Ids that a complete listing of their server no longer has; empty for other calls. */
  readonly removed: readonly string[]
  /** What was adjusted in the definitions of these tools while they were read. */
  readonly notices: readonly (ToolNotice & { readonly id: string })[]
  /** Tools that were left out, in the order of the call; always empty where a call is all or none. */
  readonly failures: readonly RegistrationFailure[]
  /** Version of the index afterwards. */
  readonly version: number
}

/** Options of a page of tools or namespaces; the filter is the same for all pages. */
export interface PageOptions {
  /** Most items. Default 10. Legal: integers 1 to 1,000. */
  readonly limit?: number | undefined
  /** `nextCursor` of the page before. Default: the first page. */
  readonly cursor?: string | undefined
  /** Only tools that pass. Default: all. */
  readonly filter?: ToolFilter | undefined
}

/** One page of a sequence. */
export interface Page<Item> {
  readonly items: readonly Item[]
  /** Asks for the next page; absent on the last one. */
  readonly nextCursor?: string
}

/** One query, or several that are answered together. */
export type SearchQuery = string | readonly string[]

/** Options of a search. */
export interface SearchOptions {
  /** Most hits. Default 10. Legal: integers 0 to 1,000. */
  readonly limit?: number | undefined
  /** Only tools that pass are ranked. Default: all. */
  readonly filter?: ToolFilter | undefined
  /** Asks for an explanation on every hit. Default false. */
  readonly explain?: boolean | undefined
  /** How much the search may cost: `fast`, `balanced` or `accurate`. Default: the searcher's own. */
  readonly mode?: SearchMode | undefined
  /** What the caller is about to do, for a language model to know; 4,096 code points of it. Default: nothing. */
  readonly taskContext?: string | undefined
  /** Ends the search when it aborts. */
  readonly signal?: AbortSignal | undefined
}

/** Default number of hits: what fits a model's context as summaries. */
export const DEFAULT_SEARCH_LIMIT = 10
/** Most hits of one search, and of all its pages together. */
export const MAX_SEARCH_LIMIT = 1_000

/** Options of a page of a search; the same for all pages except the limit. */
export interface SearchPageOptions extends SearchOptions {
  /** `nextCursor` of the page before. Default: the first page. */
  readonly cursor?: string | undefined
}

/** A hit with a summary of its tool. Frozen. */
export interface ToolHit extends Hit {
  /** Higher is better; comparable only within one answer. 0 when tools were only listed. */
  readonly score: number
  readonly summary: ToolSummary
}

/** What a search found. Frozen. */
export interface SearchAnswer {
  /** Best first; in ascending order of id when the query is empty. */
  readonly hits: readonly ToolHit[]
  /**
   * Words of the query that no tool contains, as they were written, and such parts of identifiers; the first 20, each
   * cut after 128 code points.
   */
  readonly unmatchedTerms: readonly string[]
  /** Parts of the search that could not do their work in full; empty when all went well. */
  readonly degraded: readonly Degradation[]
  /**
   * Whether the best hit fits at all, and what it may lack. Absent when the searcher cannot tell, and when
   * tools were only listed.
   */
  readonly verdict?: Verdict
  /**
   * What was done beyond matching words, and in which mode; of several queries the lowest. Absent when the searcher
   * knows no modes and only `fast` was asked for.
   */
  readonly assistance?: Assistance
  /** Version of the index that was searched. */
  readonly version: number
}

/** One page of a search. Frozen. All pages together are one search with the highest limit. */
export interface SearchPage extends SearchAnswer {
  /** Asks for the next page; absent on the last one. */
  readonly nextCursor?: string
}

/**
 * The set of registered tools: which exist, where they can be called, what changed, and which match a query.
 *
 * Every call that changes something takes effect whole or not at all, raises `version` by one if anything changed, and
 * is one event. Reads see the latest version; their results are frozen.
 */
export interface ToolIndex extends ToolIndexSnapshot {
  /** Number of the latest change; 0 for an index nothing was registered in. */
  readonly version: number
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
   * Registers the tools that an MCP server lists, and prompts and the like that say their `kind`. Broken ones are left
   * out and reported. The server's name is the namespace of its tools, whatever they say, and no server overwrites a tool
   * that has a backend which is no server too.
   */
  readonly registerMcp: (
    server: string,
    definitions: readonly unknown[],
    options?: RegisterMcpOptions,
  ) => RegistrationReport
  /** Removes a tool with all its backends. @throws ToolNotFoundError `TOOL_NOT_FOUND`. */
  readonly unregister: (id: string) => void
  /**
   * Removes one backend of a tool; without a backend the tool is removed.
   * @throws ToolNotFoundError `TOOL_NOT_FOUND`, BackendNotFoundError `BACKEND_NOT_FOUND`, InvalidBackendError.
   */
  readonly unregisterBackend: (id: string, backend: Backend) => void
  /** Removes every tool of a namespace; returns the removed ids. */
  readonly unregisterNamespace: (namespace: string) => readonly string[]
  /** Removes an MCP server from every tool; returns the ids of tools that are gone with it. Linear in the tools. */
  readonly unregisterServer: (server: string) => readonly string[]
  /**
   * Replaces tools by the records of a store that others changed, with their backends and notes. The records are not
   * checked again.
   */
  readonly takeRecords: (records: readonly CatalogToolChange[]) => void
  /** @throws ToolNotFoundError `TOOL_NOT_FOUND`. */
  readonly getOrThrow: (id: string) => RegisteredTool
  /** The backend a call goes to. @throws ToolNotFoundError `TOOL_NOT_FOUND`. */
  readonly selectBackend: (id: string) => Backend
  /**
   * Tools page by page, in ascending order of id, as they were when the first page was read. What a filter looks at in
   * tools of a store is read before, in slices; those of a namespace are found by their ids.
   */
  readonly page: (options?: PageOptions) => Promise<Page<RegisteredTool>>
  readonly namespacesPage: (options?: Omit<PageOptions, 'filter'>) => Page<string>
  /** Ranks tools for a query; lists them by id when the query is empty. */
  readonly search: (query: SearchQuery, options?: SearchOptions) => Promise<SearchAnswer>
  /** A search page by page. @throws NonDeterministicSearcherError. */
  readonly searchPage: (query: SearchQuery, options?: SearchPageOptions) => Promise<SearchPage>
  /** Sets further text by which a tool is found, such as its notes. @throws ToolNotFoundError `TOOL_NOT_FOUND`. */
  readonly setNotes: (id: string, notes: string) => void
  /** Gives the searcher all tools again, such as after it lost its memory; returns the new version. */
  readonly refresh: () => number
  /** The index as it is now; later changes do not reach it. */
  readonly snapshot: () => ToolIndexSnapshot
  /** Calls back for every change from now on; returns the way to stop, which may be called twice. */
  readonly onChange: (listener: ChangeListener) => () => void
}
