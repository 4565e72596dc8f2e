import type {
  ChangeEvent,
  RegisteredTool,
  RegistrationReport,
  SearchAnswer,
  SearchOptions,
  SearchPage,
  SearchQuery,
  ToolIndex,
} from '@toolscout/index'
import type { ChangeListener, ListenerErrorHandler, SearchPageOptions } from '@toolscout/index/internal'
import type { McpConfig, McpConfigWarning, McpConnectAllOptions, McpServerFailure } from '@toolscout/mcp'
import type {
  CatalogStore,
  Embedder,
  Observer,
  Searcher,
  TokenCounter,
  ToolResult,
  ToolSet,
  ToolSource,
} from '@toolscout/model'
import type { BackendSelector, ExportNames } from '@toolscout/model/internal'
import type { LocalHandler } from '@toolscout/runtime'
import type { EmbeddingIndex, Fusion } from '@toolscout/semantic'
import type {
  DescribedTools,
  DetailLevel,
  Rendering,
  RenderOptions,
  ToolDoc,
  ToolDocInput,
  ToolDocNotice,
  ToolDocStore,
  ToolDocStoreOptions,
} from '@toolscout/tooldoc'
import type { CallOptions } from './call-tool.ts'
import type { DurableCatalog, StoreErrorHandler } from './durable/durable-catalog.ts'
import type { ToolReference } from './references.ts'
import type { SourceReport } from './source-listing.ts'
import type { AddSourceOptions, SourceErrorHandler, SourceOptions } from './tool-sources.ts'

/** What a store of tool docs finds tools and checks examples with. */
export type ToolDocParts = Required<Pick<ToolDocStoreOptions, 'getTool' | 'validator'>>

/** What `createDiscovery` can be told. Every option takes effect; each part can be replaced by another. */
export interface DiscoveryOptions {
  /** The set of tools to work on, such as one shared with other code. Default: a new one with the options below. */
  readonly index?: ToolIndex | undefined
  /** Ranks tools. Default: words and meaning, see `embedder`. Not together with `index`. */
  readonly searcher?: Searcher | undefined
  /**
   * Makes vectors of tools and queries, so that tools are ranked by meaning beside words. Default: `createBuiltInRetriever()` of
   * `@toolscout/semantic`, which needs no model and no network; `false` ranks by words alone. One of your own is asked in
   * the background. Not together with `searcher` or `index`.
   */
  readonly embedder?: Embedder | false | undefined
  /** How the rankings by words and by meaning become one. Default: `createGatedFusion()`. Not together with `searcher` or `index`. */
  readonly fusion?: Fusion | undefined
  /** Chooses where a call goes. Default: local, then provider, then mcp. Not together with `index`. */
  readonly selectBackend?: BackendSelector | undefined
  /** Hears of listeners that throw. Default: a process warning. Not together with `index`. */
  readonly onListenerError?: ListenerErrorHandler | undefined
  /**
   * The documentation to work on: a function that creates it, or a store together with the `index` it reads.
   * Default: a new one with the options below.
   */
  readonly toolDocs?: ToolDocStore | ((parts: ToolDocParts) => ToolDocStore) | undefined
  /** Most examples of one tool. Default 10. Legal: integers from 0. Not together with `toolDocs`. */
  readonly maxExamples?: number | undefined
  /** Counts tokens for budgets. Default: an estimate that needs no tokenizer. Not together with `toolDocs`. */
  readonly countTokens?: TokenCounter | undefined
  /** Most bytes of a result that are handed on, as JSON. Default 4 MiB. Legal: integers from 1,024. */
  readonly maxResultBytes?: number | undefined
  /**
   * Least milliseconds between two listings of a source that says it changed; they grow to a minute for one that
   * never stops. Default 1,000. Legal: integers 0 to 2,147,483,647.
   */
  readonly relistIntervalMs?: number | undefined
  /** Hears of searches, calls, embeddings and changes, to measure them. Default: nobody does. */
  readonly observer?: Observer | undefined
  /** Hears of sources that could not be listed anew after they changed. Default: a process warning. */
  readonly onSourceError?: SourceErrorHandler | undefined
  /**
   * Hears of sources that ended by themselves. Their tools stay, and calls reject, until the source is connected
   * again, which replaces it, or removed. Default: a process warning.
   */
  readonly onSourceClosed?: SourceErrorHandler | undefined
}

/** What `openDiscovery` needs beside what a facade can be told. */
export interface OpenDiscoveryOptions extends Omit<DiscoveryOptions, 'index' | 'toolDocs' | 'searcher'> {
  /**
   * Where the catalog lives, such as `openSqliteStore`, and the vectors of an `embedder`. It belongs to the facade, and is
   * closed with it.
   */
  readonly store: CatalogStore
  /** Hears of changes that could not be kept in the background; they are tried again. Default: a process warning. */
  readonly onStoreError?: StoreErrorHandler | undefined
}

/** How tools are registered. */
export interface RegisterOptions {
  /** Namespace of tools that name none. Default: none. */
  readonly namespace?: string | undefined
  /** Documentation by name or id of the tool; what is wrong with it keeps the tools out as well. Default: none. */
  readonly toolDocs?: { readonly [tool: string]: ToolDocInput } | undefined
}

/** What became of tools of this process. Frozen. */
export interface RegisterReport extends RegistrationReport {
  /** What had to be cut in their tool docs, or could not be checked. */
  readonly docNotices: readonly (ToolDocNotice & { readonly id: string })[]
}

/** How servers are connected. */
export interface ConnectServersOptions extends McpConnectAllOptions {
  /** Told when a server's tools are registered. */
  readonly onRegistered?: ((report: SourceReport) => void) | undefined
}

/** What became of a configuration's servers. */
export interface ConnectReport {
  /** Servers whose tools are registered, in the order of the configuration. */
  readonly connected: readonly SourceReport[]
  /** Servers that could not be read, reached or listed; each harms no other. */
  readonly failures: readonly McpServerFailure[]
  /** Names of servers the configuration switches off. */
  readonly disabled: readonly string[]
  readonly warnings: readonly McpConfigWarning[]
}

/** How tools are described. */
export interface DescribeOptions {
  /** How much is told. Default `schema`: enough to call the tool. */
  readonly detail?: DetailLevel | undefined
  /** Ends the call when it aborts. */
  readonly signal?: AbortSignal | undefined
}

/** How tools are written down for a model; all of it has the defaults of a tool doc store. */
export interface RenderToolsOptions extends Omit<RenderOptions, 'countTokens' | 'detail'>, DescribeOptions {}

/**
 * Finds the right tool among thousands, shows an agent just enough of it, and runs it.
 *
 * A *reference* is an id such as `github:create_issue`, with or without version: without, it means the highest
 * version there is; or the name a model provider is shown for it, such as `github__create_issue`; or a hit. An unknown
 * one is `TOOL_NOT_FOUND` with the nearest ids in its details. What is neither text nor hit, and an option that nobody
 * reads, is a TypeError.
 */
export interface Discovery {
  /** The set of tools, for everything this facade leaves out. */
  readonly index: ToolIndex
  /** The documentation, for everything this facade leaves out. */
  readonly toolDocs: ToolDocStore
  /**
   * The vectors of the tools: how far they are, the way to wait for them. No search does; tools without one are ranked
   * by words. Absent where nothing ranks by meaning.
   */
  readonly embeddings?: EmbeddingIndex
  /** What is kept of the tools; absent unless the facade was opened on a store. */
  readonly catalog?: DurableCatalog
  /**
   * Registers functions of this process, all or none: a list, or a record from name to tool as the AI SDK has
   * it. A member `execute` runs the tool; without one it can be found and described, but not called.
   * `defineTool` gives it the types of its schema.
   *
   * Rejects with `REGISTRATION_FAILED`; with `INVALID_TOOL` when this is neither a list nor a record of tools;
   * or with what is wrong with a doc: `ARGUMENTS_TOO_LARGE`, `INVALID_EXAMPLE`.
   */
  readonly register: (tools: ToolSet, options?: RegisterOptions) => Promise<RegisterReport>
  /**
   * Connects the MCP servers of a configuration and registers their tools, each server as soon as it answers.
   * A text is the path of a config file; an object is a configuration in any common dialect, or one that was
   * read before.
   *
   * Rejects with `MCP_CONFIG_INVALID` when the configuration as a whole cannot be read.
   */
  readonly connect: (
    config: string | object | McpConfig,
    options?: ConnectServersOptions,
  ) => Promise<ConnectReport>
  /** Registers the tools of any source and calls them there. Rejects with `SOURCE_EXISTS`, or as listing does. */
  readonly addSource: (source: ToolSource, options?: AddSourceOptions) => Promise<SourceReport>
  /** Lists a source again; `undefined` when there is none of that name. Rejects as listing does. */
  readonly refreshSource: (name: string, options?: SourceOptions) => Promise<SourceReport | undefined>
  /** Names of the sources that are connected, in the order they came. */
  readonly sources: () => readonly string[]
  /** Closes a source; its tools leave, also those of one that was restored and is not there yet. */
  readonly removeSource: (name: string) => Promise<void>
  /** Adds to the documentation of a tool; what it says is found by searches. Rejects as the doc store does. */
  readonly document: (reference: ToolReference, doc: ToolDocInput) => Promise<readonly ToolDocNotice[]>
  /** The tool a reference means; `undefined` when there is none. */
  readonly get: (reference: ToolReference) => RegisteredTool | undefined
  /** The names model providers take for all tools there are now; made anew, linear in the tools, after a change. */
  readonly exportNames: () => ExportNames
  /** The function that runs the local tool of this id, for whoever runs calls himself. */
  readonly handlerOf: (id: string) => LocalHandler | undefined
  /** Ranks tools for a query; lists them by id when the query is empty. */
  readonly search: (query: SearchQuery, options?: SearchOptions) => Promise<SearchAnswer>
  readonly searchPage: (query: SearchQuery, options?: SearchPageOptions) => Promise<SearchPage>
  /** What is known about a tool. Rejects with `TOOL_NOT_FOUND`, `INVALID_DETAIL`. */
  readonly describe: (reference: ToolReference, options?: DescribeOptions) => Promise<ToolDoc>
  /** Describes several tools; unknown ones stand beside the rest. */
  readonly describeMany: (
    references: readonly ToolReference[],
    options?: DescribeOptions,
  ) => Promise<DescribedTools>
  /** Fits tools, best first, into a budget of tokens, as text for a model. */
  readonly render: (
    references: readonly ToolReference[],
    options?: RenderToolsOptions,
  ) => Promise<Rendering & Pick<DescribedTools, 'failures'>>
  /**
   * Runs a tool. Arguments that do not fit and failures of the tool itself are results with `isError`.
   * Rejects with `TOOL_NOT_FOUND`, `HANDLER_MISSING`, `SOURCE_MISSING`, `CALL_TIMEOUT`, and what the source rejects with.
   */
  readonly call: (reference: ToolReference, args?: unknown, options?: CallOptions) => Promise<ToolResult>
  readonly namespaces: () => readonly string[]
  /** Calls back for every change from now on; gives back the way to stop. */
  readonly onChange: (listener: ChangeListener) => () => void
  /** Every change from now on as an async iterator, until the signal aborts. */
  readonly changes: (options?: {
    readonly signal?: AbortSignal | undefined
  }) => AsyncIterableIterator<ChangeEvent>
  /**
   * Closes for good: work under way rejects with `DISCOVERY_CLOSED`, every source is closed, their tools leave, nothing
   * is embedded any more. Local tools stay to be searched and described; nothing is registered, connected or called any more.
   */
  readonly close: () => Promise<void>
}
