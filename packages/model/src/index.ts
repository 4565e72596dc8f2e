export type { CandidateRequest, CandidateRetriever } from './contracts/candidate-retriever.ts'
export type {
  CatalogBatch,
  CatalogChange,
  CatalogItem,
  CatalogRecord,
  Checkpoint,
} from './contracts/catalog-record.ts'
export type { CatalogStore } from './contracts/catalog-store.ts'
export type { Embedder, EmbeddingCache, EmbeddingPurpose } from './contracts/embedder.ts'
export type { Exposure } from './contracts/exposure.ts'
export { compareHits, compareIds, type Explanation, type Hit } from './contracts/hit-order.ts'
export type { Completion, CompletionRequest, LanguageModel } from './contracts/language-model.ts'
export type {
  Observation,
  ObservedFact,
  ObservedOperation,
  ObservedOutcome,
  Observer,
} from './contracts/observer.ts'
export type {
  QueryExpander,
  RerankCandidate,
  Reranker,
  RerankVerdict,
  SearchMode,
} from './contracts/search-mode.ts'
export {
  type Degradation,
  SEARCH_FIELDS,
  type SearchChanges,
  type SearchDocument,
  type Searcher,
  type SearcherAnswer,
  type SearchRequest,
} from './contracts/searcher.ts'
export {
  RevisionForgottenError,
  StaleRevisionError,
  StoreClosedError,
  StoreDamagedError,
  StoreFormatUnknownError,
  StoreLockedError,
  StoreUnavailableError,
} from './contracts/store-errors.ts'
export { estimateTokens, type TokenCounter } from './contracts/token-counter.ts'
export type { ToolClient } from './contracts/tool-client.ts'
export { compileFilter, type ToolFilter } from './contracts/tool-filter.ts'
export type { ToolListing, ToolSource } from './contracts/tool-source.ts'
export type { VectorHit, VectorIndex, VectorSearchRequest } from './contracts/vector-index.ts'
export type { Verdict } from './contracts/verdict.ts'
export {
  InvalidJsonError,
  InvalidToolError,
  InvalidToolIdError,
  ToolNotFoundError,
  ToolscoutError,
} from './errors.ts'
export type { Clock } from './internal/async/clock.ts'
export { combineObservers } from './internal/async/observe.ts'
export type { JsonObject, JsonSchema, JsonValue } from './internal/json/json.ts'
export { errorResult, textResult } from './result/to-tool-result.ts'
export type { ContentBlock, ToolResult } from './result/tool-result.ts'
export type { Backend } from './tool/backend.ts'
export { createCompatibilityMatrix } from './tool/compatibility.ts'
export { defineTool, type TypedTool } from './tool/define-tool.ts'
export { parseTool } from './tool/parse-tool.ts'
export type { Tool, ToolDefinition, ToolExample } from './tool/tool.ts'
export { createToolBuilder, type ToolBuilder } from './tool/tool-builder.ts'
export type { ToolCallContext, ToolHandler } from './tool/tool-handler.ts'
export { formatToolId, parseToolId, type ToolId, toExportName } from './tool/tool-id.ts'
export { definitionHash, parseToolJson, toMcpTool, toToolJson } from './tool/tool-json.ts'
export type { LocalTool, ToolSet } from './tool/tool-set.ts'
export type { ToolSummary } from './tool/tool-summary.ts'
export {
  compareVersions,
  parseVersion,
  parseVersionRange,
  type Version,
  type VersionRange,
} from './tool/version.ts'
