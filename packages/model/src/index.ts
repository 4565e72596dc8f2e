export type { AssistantOptions } from './contracts/assistant-options.ts'
export type {
  CatalogBatch,
  CatalogChange,
  CatalogItem,
  CatalogRecord,
  CatalogToolChange,
  Checkpoint,
} from './contracts/catalog-record.ts'
export type {
  AppendOptions,
  CatalogReader,
  CatalogStore,
  RepairReport,
  StoreFault,
  StoreReadOptions,
  StoreReport,
} from './contracts/catalog-store.ts'
export type { Embedder, EmbeddingPurpose, LocalEmbedder } from './contracts/embedder.ts'
export type { EmbeddingCache } from './contracts/embedding-cache.ts'
export type { Deferral, Exposure, ServedCall, ServedTool } from './contracts/exposure.ts'
export { compareHits, compareIds, type Explanation, type Hit } from './contracts/hit-order.ts'
export type { Completion, CompletionRequest, LanguageModel } from './contracts/language-model.ts'
export type {
  Observation,
  ObservedFact,
  ObservedOperation,
  ObservedOutcome,
  ObservedServer,
  Observer,
  TraceCarrier,
} from './contracts/observer.ts'
export type { QueryExpander } from './contracts/query-expander.ts'
export type { RerankCandidate, Reranker, RerankVerdict } from './contracts/reranker.ts'
export { SEARCH_FIELDS, type SearchDocument, type SearchField } from './contracts/search-document.ts'
export {
  type Assistance,
  SEARCH_MODES,
  type SearchMode,
  type SearchStage,
  type TokenUsage,
} from './contracts/search-mode.ts'
export type {
  Degradation,
  SearchChanges,
  Searcher,
  SearcherAnswer,
  SearchRequest,
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
export type { ClientMethod, LogLevel, LogMessage, ToolClient } from './contracts/tool-client.ts'
export {
  compileFilter,
  isEmptyFilter,
  type ToolFilter,
  type ToolPredicate,
  type ToolVisibility,
} from './contracts/tool-filter.ts'
export type { ToolListing, ToolSource } from './contracts/tool-source.ts'
export type { VectorHit, VectorIndex, VectorSearchRequest } from './contracts/vector-index.ts'
export { type NearMiss, VERDICT_LEVELS, type Verdict, type VerdictLevel } from './contracts/verdict.ts'
export {
  InvalidBackendError,
  InvalidJsonError,
  type InvalidToolDetails,
  InvalidToolError,
  InvalidToolIdError,
  InvalidVersionError,
  NoCompatibleVersionError,
  ToolNotFoundError,
  ToolscoutError,
  type ToolscoutErrorOptions,
} from './errors.ts'
export type { Clock } from './internal/async/clock.ts'
export { combineObservers } from './internal/async/observe.ts'
export type { JsonObject, JsonSchema, JsonValue } from './internal/json/json.ts'
export { errorResult, textResult } from './result/to-tool-result.ts'
export type {
  ContentBlock,
  MediaContent,
  ResourceContent,
  TextContent,
  ToolResult,
} from './result/tool-result.ts'
export type {
  Backend,
  BackendKind,
  BackendSelector,
  LocalBackend,
  McpBackend,
  ProviderBackend,
} from './tool/backend.ts'
export {
  type Compatibility,
  type CompatibilityCheck,
  type CompatibilityMatrix,
  createCompatibilityMatrix,
} from './tool/compatibility.ts'
export { defineTool, type ToolArguments, type TypedTool } from './tool/define-tool.ts'
export { createExportNames, type ExportNames, toExportName } from './tool/export-name.ts'
export { parseTool } from './tool/parse-tool.ts'
export type { SchemaSide } from './tool/standard-schema.ts'
export type {
  SchemaInput,
  Tool,
  ToolAnnotations,
  ToolDefinition,
  ToolExample,
  ToolIcon,
  ToolNotice,
} from './tool/tool.ts'
export { createToolBuilder, type ToolBuilder } from './tool/tool-builder.ts'
export type { AnyToolHandler, ToolCallContext, ToolHandler, ToolProgress } from './tool/tool-handler.ts'
export { formatToolId, isToolId, parseToolId, type ToolId } from './tool/tool-id.ts'
export { definitionHash, parseToolJson, toMcpTool, toToolJson } from './tool/tool-json.ts'
export type { LocalTool, ToolSet } from './tool/tool-set.ts'
export type { ToolSummary } from './tool/tool-summary.ts'
export {
  compareVersions,
  formatVersion,
  isCompatibleVersion,
  parseVersion,
  type Version,
} from './tool/version.ts'
export { highestVersion, parseVersionRange, type VersionRange } from './tool/version-range.ts'
