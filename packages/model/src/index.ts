// For applications: tools, ids, results, errors.

// For implementers: the contracts, and what every implementation shares.
export type { AssistantOptions } from './assistant-options.ts'
export {
  BACKEND_KINDS,
  type Backend,
  type BackendKind,
  type BackendSelector,
  backendKey,
  type LocalBackend,
  type McpBackend,
  type ProviderBackend,
  parseBackend,
  selectNearestBackend,
} from './backend.ts'
export { readCatalogChange } from './catalog-change.ts'
export type {
  CatalogBatch,
  CatalogChange,
  CatalogItem,
  CatalogRecord,
  CatalogToolChange,
  Checkpoint,
} from './catalog-record.ts'
export type {
  AppendOptions,
  CatalogReader,
  CatalogStore,
  RepairReport,
  StoreFault,
  StoreReadOptions,
  StoreReport,
} from './catalog-store.ts'
export { cleanJson } from './clean-json.ts'
export { cleanText, hasHiddenCharacters } from './clean-text.ts'
export { type Clock, pause, systemClock, type TimeLimit, withTimeLimit } from './clock.ts'
export { takeCodePoints, truncate } from './code-points.ts'
export {
  type Compatibility,
  type CompatibilityCheck,
  type CompatibilityMatrix,
  createCompatibilityMatrix,
} from './compatibility.ts'
export { defineTool, type ToolArguments, type TypedTool } from './define-tool.ts'
export { type Embedder, type EmbeddingPurpose, isLocalEmbedder, type LocalEmbedder } from './embedder.ts'
export type { EmbeddingCache } from './embedding-cache.ts'
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
export { createExportNames, type ExportNames, MAX_EXPORT_NAME_LENGTH, toExportName } from './export-name.ts'
export type { Deferral, Exposure, ServedCall, ServedTool } from './exposure.ts'
export { compareHits, compareIds, type Explanation, type Hit } from './hit-order.ts'
export {
  isIdPart,
  isIdVersion,
  MAX_ID_PART_LENGTH,
  MAX_VERSION_LENGTH,
  toIdPart,
  toIdVersion,
} from './id-part.ts'
export {
  canonicalJson,
  copyJson,
  DEFAULT_JSON_LIMITS,
  isJsonObject,
  type JsonLimits,
  type JsonObject,
  type JsonSchema,
  type JsonValue,
  jsonEquals,
} from './json.ts'
export { childPointer } from './json-pointer.ts'
export { requireKnownMembers } from './known-members.ts'
export type { Completion, CompletionRequest, LanguageModel } from './language-model.ts'
export { messageOf } from './message-of.ts'
export { nearestIds } from './nearest-ids.ts'
export { type NearestNamesOptions, nearestNames } from './nearest-names.ts'
export { carrierOf, combineObservers, errorCodeOf, observe, observeFact } from './observe.ts'
export type {
  Observation,
  ObservedFact,
  ObservedOperation,
  ObservedOutcome,
  ObservedServer,
  Observer,
  TraceCarrier,
} from './observer.ts'
export { anySignal, onAbort, raceSignal } from './on-abort.ts'
export { oneLine } from './one-line.ts'
export {
  MAX_DESCRIPTION_LENGTH,
  MAX_NAME_LENGTH,
  MAX_TITLE_LENGTH,
  type ParsedTool,
  type ParseToolOptions,
  parseTool,
  parseTools,
} from './parse-tool.ts'
export { DEFAULT_RESULT_LIMITS, parseToolResult } from './parse-tool-result.ts'
export type { QueryExpander } from './query-expander.ts'
export { quote, spell, spellJson } from './quote.ts'
export type { RerankCandidate, Reranker, RerankVerdict } from './reranker.ts'
export { parseRetryAfter } from './retry-after.ts'
export { SCHEMA_KEYWORDS, type SchemaKeywordKind } from './schema-keywords.ts'
export { SEARCH_FIELDS, type SearchDocument, type SearchField } from './search-document.ts'
export {
  type Assistance,
  SEARCH_MODES,
  SEARCH_STAGES,
  type SearchMode,
  type SearchStage,
  type TokenUsage,
} from './search-mode.ts'
export type { Degradation, SearchChanges, Searcher, SearcherAnswer, SearchRequest } from './searcher.ts'
export { sha256 } from './sha256.ts'
export type { SchemaSide } from './standard-schema.ts'
export {
  RevisionForgottenError,
  StaleRevisionError,
  StoreClosedError,
  StoreDamagedError,
  StoreFormatUnknownError,
  StoreLockedError,
  StoreUnavailableError,
} from './store-errors.ts'
export { MAX_TAG_LENGTH, MAX_TAGS, normalizeTag, normalizeTags } from './tags.ts'
export { checkTimeoutMs, isTimeoutMs, MAX_TIMEOUT_MS } from './timeout.ts'
export { errorResult, textResult, toToolResult } from './to-tool-result.ts'
export { estimateTokens, type TokenCounter } from './token-counter.ts'
export {
  type SchemaInput,
  type Tool,
  type ToolAnnotations,
  type ToolDefinition,
  type ToolExample,
  type ToolIcon,
  type ToolNotice,
  toolMeta,
} from './tool.ts'
export { createToolBuilder, type ToolBuilder } from './tool-builder.ts'
export type { ClientMethod, LogLevel, LogMessage, ToolClient } from './tool-client.ts'
export {
  compileFilter,
  isEmptyFilter,
  type ToolFilter,
  type ToolPredicate,
  type ToolVisibility,
} from './tool-filter.ts'
export type { AnyToolHandler, ToolCallContext, ToolHandler, ToolProgress } from './tool-handler.ts'
export { formatToolId, isToolId, parseToolId, type ToolId } from './tool-id.ts'
export { definitionHash, parseToolJson, toMcpTool, toToolJson } from './tool-json.ts'
export type {
  ContentBlock,
  MediaContent,
  ResourceContent,
  TextContent,
  ToolResult,
} from './tool-result.ts'
export {
  type FunctionTool,
  type LocalTool,
  listToolSet,
  type NamedTool,
  type ToolSet,
  type ToolSetEntry,
} from './tool-set.ts'
export type { ToolListing, ToolSource } from './tool-source.ts'
export { MAX_SUMMARY_LENGTH, summaryText, type ToolSummary, toToolSummary } from './tool-summary.ts'
export { pointerTokens, valueAt } from './value-at.ts'
export type { VectorHit, VectorIndex, VectorSearchRequest } from './vector-index.ts'
export { type NearMiss, VERDICT_LEVELS, VERDICT_LIMITS, type Verdict, type VerdictLevel } from './verdict.ts'
export { compareVersions, formatVersion, isCompatibleVersion, parseVersion, type Version } from './version.ts'
export { highestVersion, parseVersionRange, type VersionRange } from './version-range.ts'
export { visibleName } from './visible-name.ts'
