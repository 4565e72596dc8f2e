import type { RegistrationReport, SearchPage, SearchQuery, ToolIndex } from '@toolscout/index'
import type { ChangeListener, SearchPageOptions } from '@toolscout/index/internal'
import type { McpConfig } from '@toolscout/mcp'
import type { McpConfigWarning, McpConnectAllOptions, McpServerFailure } from '@toolscout/mcp/internal'
import type {
  CatalogStore,
  Embedder,
  EntryKind,
  Observer,
  Searcher,
  TokenCounter,
  ToolResult,
  ToolSet,
  ToolSource,
} from '@toolscout/model'
import type { CallableTools, CallEngineOptions, CallOptions } from '@toolscout/runtime'
import type { EmbeddingIndex, Fusion } from '@toolscout/semantic'
import type {
  DescribedTools,
  DetailLevel,
  Rendering,
  RenderOptions,
  ToolDocInput,
  ToolDocNotice,
  ToolDocStore,
} from '@toolscout/tooldoc'
import type { DiscoveryProblem } from './discovery-problem.ts'
import type { DurableCatalog } from './durable/durable-catalog.ts'
import type { CallerOptions, ToolHost, ToolReference } from './tool-host.ts'

/** Options of listing a source. */
export interface SourceOptions {
  /** Stops waiting for the listing. Default: the source's own deadlines. */
  readonly signal?: AbortSignal | undefined
}

/** Options of adding a source. */
export interface AddSourceOptions extends SourceOptions {
  /** Labels of all its tools, found by searches and used in filters. Default none. */
  readonly tags?: readonly string[] | undefined
  /**
   * The source this one stands in for: its tools are that source's, a call of which goes to the other where the first
   * surely did not run it. Tools whose definitions differ are left out and reported. Default: it stands for itself.
   */
  readonly replicaOf?: string | undefined
}

/** What listing a source came to. */
export interface SourceReport extends RegistrationReport {
  readonly source: string
  /** False when the source could not give everything; nothing was removed then. */
  readonly complete: boolean
  /** Why it is not complete. */
  readonly reason?: string
}

/** Gives a searcher that asks the default one: words and meaning, as the other options make it. */
export type SearcherChain = (defaultSearcher: Searcher) => Searcher

/** Options of `createDiscovery`. Every option takes effect. */
export interface DiscoveryOptions {
  /** The set of tools to work on, such as one shared with other code. Default: a new one with the options below. */
  readonly index?: ToolIndex | undefined
  /**
   * Ranks tools: a searcher, or a function that receives the default searcher and returns one that asks it, such as
   * `(searcher) => createFeedbackSearcher({ searcher, feedback })`. Default: words and meaning, see `embedder`. Not
   * together with `index`.
   */
  readonly searcher?: Searcher | SearcherChain | undefined
  /**
   * Makes vectors of tools and queries, so that tools are ranked by meaning as well as by words. Default: the built-in
   * embedder, which needs no model and no network; `false` ranks by words alone. One of your own runs in the background.
   * Not together with `index` or a searcher that is no function.
   */
  readonly embedder?: Embedder | false | undefined
  /**
   * How the rankings by words and by meaning become one. Default: `createGatedFusion()`. Not together with `index` or a
   * searcher that is no function.
   */
  readonly fusion?: Fusion | undefined
  /** Counts tokens for budgets. Default: an estimate that needs no tokenizer. */
  readonly countTokens?: TokenCounter | undefined
  /** Deadlines and limits of calls. Default: those of the call engine of `@toolscout/runtime`. */
  readonly calls?: Omit<CallEngineOptions, 'policyOf' | 'guardOf' | 'observer'> | undefined
  /** Hears of searches, calls, embeddings and changes, to measure them. Default: none. */
  readonly observer?: Observer | undefined
  /** Hears of problems in the background. Default: a process warning. */
  readonly onError?: ((problem: DiscoveryProblem) => void) | undefined
}

/** Options of `openDiscovery`. */
export interface OpenDiscoveryOptions extends Omit<DiscoveryOptions, 'index'> {
  /**
   * Where the catalog lives, such as `openSqliteStore`, and the vectors of an `embedder`. It belongs to the facade, and is
   * closed with it, or when opening is refused.
   */
  readonly store: CatalogStore
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
  /** What is registered of servers: prompts, resources and skills are listed where their kind is here. Default: tools alone, and the skills of folders. */
  readonly kinds?: readonly EntryKind[] | undefined
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
  /** How much is shown. Default `schema`: enough to call the tool. */
  readonly detail?: DetailLevel | undefined
  /** Ends the work when it aborts. */
  readonly signal?: AbortSignal | undefined
}

/** How tools are written down for a model; all of it has the defaults of a tool doc store. */
export interface RenderToolsOptions extends Omit<RenderOptions, 'countTokens' | 'detail'>, DescribeOptions {}

/** Some tools of a facade, as a model and a tool loop use them. */
export interface ToolSubset extends CallableTools {
  readonly call: (name: string, args?: unknown, options?: CallOptions) => Promise<ToolResult>
}

/**
 * Finds the right tool among thousands, shows an agent just enough of it, and runs it.
 *
 * A *reference* is an id such as `github:create_issue`, with or without version: without, it means the highest
 * version there is; or the name a model provider is shown for it, such as `github__create_issue`; or a hit. What is
 * neither text nor hit, and an unknown option, is a TypeError.
 */
export interface Discovery extends ToolHost {
  /** The set of tools, for everything this facade leaves out. */
  readonly index: ToolIndex
  /** The documentation, for everything this facade leaves out. */
  readonly toolDocs: ToolDocStore
  /** How many tools there are. */
  readonly size: number
  /**
   * The vectors of the tools: how far they are, the way to wait for them. Searches do not wait; tools without a vector
   * are ranked by words. Absent where no part ranks by meaning.
   */
  readonly embeddings?: EmbeddingIndex
  /** What is kept of the tools; absent unless the facade was opened on a store. */
  readonly catalog?: DurableCatalog
  /**
   * Registers functions of this process, all or none: a list, or a record from name to tool as the AI SDK has
   * it. A member `execute` runs the tool; without one it can be found and described, but not called.
   * `defineTool` gives it the types of its schema. However many there are, nothing else waits long: searches see all of
   * them or none, and calls are registered in their order.
   *
   * Rejects with `REGISTRATION_FAILED`; with `INVALID_TOOL` when this is neither a list nor a record of tools;
   * or with what is wrong with a doc: `ARGUMENTS_TOO_LARGE`, `INVALID_EXAMPLE`.
   */
  readonly register: (tools: ToolSet, options?: RegisterOptions) => Promise<RegisterReport>
  /** Removes a tool with its documentation; false when there is none. */
  readonly unregister: (reference: ToolReference) => Promise<boolean>
  /**
   * Connects the MCP servers of a configuration and registers their tools, each server as soon as it answers.
   * A text is the path of a config file; an object is a configuration in any common dialect, or one that was
   * read before.
   *
   * Rejects with `MCP_CONFIG_INVALID` when the configuration as a whole cannot be read.
   */
  readonly connectServers: (
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
  /** Adds to the documentation of a tool, which searches find. Rejects with `TOOL_NOT_FOUND`, or as the doc store does. */
  readonly addDocs: (reference: ToolReference, doc: ToolDocInput) => Promise<readonly ToolDocNotice[]>
  /**
   * Ranks tools for a query; lists them by id when the query is empty. With a `cursor` the answer is a page, whose
   * `nextCursor` asks for the next one; the empty text asks for the first page.
   */
  readonly search: (query: SearchQuery, options?: SearchPageOptions & CallerOptions) => Promise<SearchPage>
  /**
   * What is known about tools, in the order of the references; unknown ones are `failures` with the nearest ids. Rejects
   * with `INVALID_DETAIL`.
   */
  readonly describe: (
    references: ToolReference | readonly ToolReference[],
    options?: DescribeOptions & CallerOptions,
  ) => Promise<DescribedTools>
  /** Fits tools, best first, into a budget of tokens, as text for a model. */
  readonly render: (
    references: readonly ToolReference[],
    options?: RenderToolsOptions,
  ) => Promise<Rendering & Pick<DescribedTools, 'failures'>>
  /** The tools of these references, in their order, to be offered and called; all tools without references. */
  readonly subset: (references?: readonly ToolReference[]) => ToolSubset
  readonly namespaces: () => readonly string[]
  /** Calls back for every change from now on; gives back the way to stop. */
  readonly onChange: (listener: ChangeListener) => () => void
  /**
   * Closes for good: work under way ends with `DISCOVERY_CLOSED`, every source is closed, their tools leave, embedding
   * stops. Local tools stay to be searched and described; registering and connecting reject, calls are answered with
   * `DISCOVERY_CLOSED`.
   */
  readonly close: () => Promise<void>
}
