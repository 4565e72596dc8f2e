export type {
  Completion,
  CompletionRequest,
  LanguageModel,
  QueryExpander,
  RerankCandidate,
  Reranker,
  RerankVerdict,
  SearchMode,
} from './contracts/assistance.ts'
export type {
  CatalogBatch,
  CatalogChange,
  CatalogItem,
  CatalogRecord,
  CatalogStore,
  Checkpoint,
} from './contracts/catalog-store.ts'
export type {
  Embedder,
  EmbeddingCache,
  EmbeddingPurpose,
  VectorHit,
  VectorIndex,
  VectorSearchRequest,
} from './contracts/embedder.ts'
export type { Exposure } from './contracts/exposure.ts'
export {
  combineObservers,
  type Observation,
  type ObservedFact,
  type ObservedOperation,
  type ObservedOutcome,
  type Observer,
} from './contracts/observer.ts'
export { SEARCH_FIELDS, type SearchChanges, type SearchDocument } from './contracts/search-changes.ts'
export {
  type CandidateRequest,
  type CandidateRetriever,
  compareHits,
  compareIds,
  type Degradation,
  type Explanation,
  type Hit,
  type Searcher,
  type SearcherAnswer,
  type SearchRequest,
  type Verdict,
} from './contracts/searcher.ts'
export {
  RevisionForgottenError,
  StaleRevisionError,
  StoreClosedError,
  StoreDamagedError,
  StoreFormatUnknownError,
  StoreLockedError,
  StoreReadOnlyError,
  StoreUnavailableError,
} from './contracts/store-errors.ts'
export { estimateTokens, type TokenCounter } from './contracts/token-counter.ts'
export { compileFilter, type ToolFilter } from './contracts/tool-filter.ts'
export type { ToolListing, ToolSource } from './contracts/tool-source.ts'
export {
  InvalidJsonError,
  InvalidToolError,
  InvalidToolIdError,
  ToolNotFoundError,
  ToolscoutError,
} from './errors.ts'
export type { Clock } from './internal/async/clock.ts'
export type { JsonObject, JsonSchema, JsonValue } from './internal/json/json.ts'
export { type ContentBlock, errorResult, type ToolResult, textResult } from './result/tool-result.ts'
export { createCompatibilityMatrix } from './tool/compatibility.ts'
export { parseTool } from './tool/parse-tool.ts'
export type {
  EntryKind,
  Tool,
  ToolCallContext,
  ToolClient,
  ToolDefinition,
  ToolExample,
  ToolHandler,
} from './tool/tool.ts'
export { createToolBuilder, type ToolBuilder } from './tool/tool-builder.ts'
export type { Backend, ToolSummary } from './tool/tool-entry.ts'
export { formatToolId, parseToolId, type ToolId, toExportName } from './tool/tool-id.ts'
export { definitionHash, parseToolJson, toMcpTool, toToolJson } from './tool/tool-json.ts'
export { defineTool, type LocalTool, type ToolSet, type TypedTool } from './tool/tool-set.ts'
export { compareVersions, parseVersion, type Version } from './tool/version.ts'
export { parseVersionRange, type VersionRange } from './tool/version-range.ts'
