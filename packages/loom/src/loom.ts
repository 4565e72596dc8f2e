import type { Gateway } from '@toolscout/gateway'
import type { Exposure, ToolReadiness } from '@toolscout/gateway/internal'
import type {
  Degradation,
  JsonObject,
  LocalTool,
  SearchMode,
  TokenCounter,
  ToolExample,
  ToolResult,
  Verdict,
} from '@toolscout/model'
import type { TokenUsage } from '@toolscout/model/internal'
import type { CallOptions } from '@toolscout/runtime'
import type { RateLimit } from './custom/rate-limit.ts'
import type { RatedCapability } from './exposure/capabilities.ts'
import type { IndexedSource, IndexProblem, SourceKind } from './indexer.ts'

/** A tool as it is indexed. Frozen. */
export interface IndexedTool {
  /** `builtin:`, `mcp:server:` or `custom:` before its name; with its version where that is not the highest one. */
  readonly id: string
  /** Its canonical id in the gateway. */
  readonly toolId: string
  readonly name: string
  readonly description: string
  readonly source: SourceKind
  /** The MCP server it is of. */
  readonly server?: string
  readonly version?: string
  /**
   * When its source was indexed in full the last time, or when it was registered or changed since, in milliseconds
   * since the epoch; absent when neither is known.
   */
  readonly indexedAt?: number
  /** There where it was asked for. */
  readonly inputSchema?: JsonObject
  readonly outputSchema?: JsonObject
  readonly tags: readonly string[]
  /** Those of a confidence of 0.5 or more. */
  readonly capabilities: readonly RatedCapability[]
  readonly keywords: readonly string[]
  readonly examples: readonly ToolExample[]
  /** Whether somebody must agree before it is run. */
  readonly requiresApproval: boolean
  readonly rateLimit?: RateLimit
  readonly readiness: ToolReadiness
}

/** A source of tools as it is known. Frozen. */
export interface ToolSourceInfo extends Omit<IndexedSource, 'changed' | 'removed' | 'warnings'> {
  readonly kind: SourceKind
  /** When it was indexed in full the last time, in milliseconds since the epoch; absent when it never was. */
  readonly lastIndexedAt?: number
  /** A sentence for people. */
  readonly status: string
}

/** What indexing came to. */
export interface IndexReport {
  /** Tools there are now, by kind of source. */
  readonly counts: { readonly [Kind in SourceKind]: number }
  readonly total: number
  /** Tools that are new, or another than before. */
  readonly changed: number
  /** Tools that left. */
  readonly removed: number
  readonly durationMs: number
  /** What went wrong, with the source it belongs to; nothing of it kept the rest out. */
  readonly errors: readonly (IndexProblem & { readonly source: string; readonly kind: SourceKind })[]
  /** Sentences for people: members of definitions that have no effect, and servers whose tools nothing can approve. */
  readonly warnings: readonly string[]
}

/** What is to be indexed. */
export interface IndexOptions {
  /** Default: all kinds. */
  readonly kinds?: readonly SourceKind[] | undefined
  /** Sources by name, such as MCP servers. Default: all. */
  readonly names?: readonly string[] | undefined
  /** Ends the waiting when it aborts. Default: nothing does. */
  readonly signal?: AbortSignal | undefined
}

/** How to request approval, and how long to wait. */
export interface LoomAskOptions {
  /** On whose behalf. Default `''`: no principal. */
  readonly principal?: string | undefined
}

/** How tools of a capability are asked for. */
export interface CapabilityOptions extends LoomAskOptions {
  /** Default: all kinds. */
  readonly sources?: readonly SourceKind[] | undefined
  /** Most tools that come back. Default 10. Legal: integers 0 to 1,000. */
  readonly limit?: number | undefined
  /**
   * Least confidence of the capability: 0.3 is one uncertain word in the description, 0.5 one in the name or two in the
   * description, 0.6 a clear word in the description, 0.8 one in the name, 1 what the tool says itself. Default 0.5.
   * Legal: 0 to 1.
   */
  readonly minConfidence?: number | undefined
}

/** What is searched for. */
export interface LoomSearchRequest extends LoomAskOptions {
  /** Without a word, tools are listed by id. */
  readonly query: string
  /** Default `balanced`, which answers as `fast` where no language model is plugged in, and says so. */
  readonly mode?: SearchMode | undefined
  /** Only tools with one of these. Default: all. */
  readonly capabilities?: readonly string[] | undefined
  /** Only tools of these kinds of source. Default: all. */
  readonly sources?: readonly SourceKind[] | undefined
  /** Only tools of these MCP servers. Default: all. */
  readonly servers?: readonly string[] | undefined
  /** Most results. Default 5. Legal: integers 0 to 1,000. */
  readonly limit?: number | undefined
  /** Whether results carry schemas. Default false. */
  readonly includeSchemas?: boolean | undefined
  /** What it is for; foreign text. Default: nothing is known. */
  readonly taskContext?: string | undefined
  /** Ends the search when it aborts. Default: nothing does. */
  readonly signal?: AbortSignal | undefined
}

/** Something that speaks for a result. */
export interface RelevanceSignal {
  readonly type: 'nameMatch' | 'descriptionMatch' | 'capabilityMatch' | 'relevance' | 'rerank'
  /** A sentence for people. */
  readonly description: string
  /** From 0 to 1: the share of the query's words, the confidence of a capability, the score beside the best one, a rating. */
  readonly weight: number
}

/** A tool that was found, and why. */
export interface LoomSearchResult {
  readonly tool: IndexedTool
  /** From 0 to 1; a better result never has less. */
  readonly confidence: number
  readonly matchReason: string
  readonly signals: readonly RelevanceSignal[]
}

/** How an answer came about. */
export interface LoomSearchMetadata {
  /** Tools that exist for the caller; where a policy decides, of the first 8,192. */
  readonly totalIndexed: number
  /**
   * Tools the results were taken from, at most 20 as in Loom, or the limit where that is more; in `fast` mode, where
   * nothing reranks them, no more than the limit.
   */
  readonly candidates: number
  readonly modeRequested: SearchMode
  /** A lower one than was asked for when a language model was not there or failed. */
  readonly modeUsed: SearchMode
  readonly queryUnderstandingMs: number
  readonly retrievalMs: number
  readonly rerankingMs: number
  readonly totalMs: number
  /** Requests that a language model answered; absent when nothing counts them. */
  readonly modelCalls?: number
  /** Tokens of those, as the model says, else estimated from the texts. */
  readonly usage: TokenUsage
  /** Words a language model added to the query. */
  readonly expandedTerms: readonly string[]
  /** Words of the query that no tool holds. */
  readonly unmatchedTerms: readonly string[]
  /** Absent when the search cannot tell. */
  readonly verdict?: Verdict
  readonly degraded: readonly Degradation[]
}

/** Options of `createLoomExposure` and of {@link Loom.createExposure}. */
export interface LoomExposureOptions {
  /** Name of the tool that runs what was found, or `false` where the application runs it. Default `call_tool`. */
  readonly callTool?: string | false | undefined
  /** Counts tokens of the line that says what is inside. Default: an estimate that needs no tokenizer. */
  readonly countTokens?: TokenCounter | undefined
}

/** What a search found. */
export interface LoomSearchResponse {
  readonly results: readonly LoomSearchResult[]
  readonly metadata: LoomSearchMetadata
}

/**
 * Which tools an organisation has, from which sources, for what, and which of them need approval. What a policy of the
 * gateway hides from a caller does not exist for him.
 */
export interface Loom {
  /**
   * The gateway, with calls that ask for approval: what is to be handed to exposures and servers, so that no call
   * gets around it. Its `discovery` is the application's own and asks for no approval.
   */
  readonly gateway: Gateway
  /**
   * Indexes every source, side by side, while searches and calls go on. Tools that a complete listing has no more leave;
   * a source that cannot be read keeps its own. Rejects for an aborted signal alone. While an indexing of everything is
   * under way, others that ask for it share it.
   */
  readonly indexAll: (options?: IndexOptions) => Promise<IndexReport>
  /** The sources, in the order of their kinds, then their names. */
  readonly sources: () => readonly ToolSourceInfo[]
  /**
   * Resolves when the sources are known as they were when they were indexed last, where the gateway stands on a store;
   * indexing waits for it. Rejects as the store does.
   */
  readonly restored: () => Promise<void>
  /** The tool of exactly this id, with its schemas; without a version the highest one. */
  readonly getTool: (id: string, options?: LoomAskOptions) => IndexedTool | undefined
  /**
   * Registers a function of this process as `custom:name`, in the place of one of that name and version, and gives its id.
   * Indexing does not remove it. Rejects as `gateway.register` does.
   */
  readonly registerTool: (tool: LocalTool) => Promise<string>
  /** Removes the tool of exactly this id; false when there is none. One of a server comes back with its next listing. */
  readonly evictTool: (id: string, options?: LoomAskOptions) => Promise<boolean>
  /** Tools with a capability, the surest first, of equal ones in ascending order of id. */
  readonly getToolsByCapability: (capability: string, options?: CapabilityOptions) => readonly IndexedTool[]
  readonly search: (request: LoomSearchRequest) => Promise<LoomSearchResponse>
  /**
   * Runs the tool of an id, as here or in the gateway; a tool that needs approval only after somebody agreed. Whatever
   * happens is a result: `APPROVAL_REQUIRED` without `approve`, `APPROVAL_DENIED` where somebody declined, and
   * all that calls of a gateway end in.
   */
  readonly call: (id: string, args?: unknown, options?: CallOptions) => Promise<ToolResult>
  /** `tool_search` for agents, as the gateway has it, with the capabilities and approvals of this loom. */
  readonly createExposure: (options?: LoomExposureOptions) => Exposure
}
