// What the packages of Toolscout share. Not API: anything here may change in any release.

export { readCatalogChange } from './contracts/catalog-change.ts'
export type { CatalogToolChange } from './contracts/catalog-record.ts'
export type {
  AppendOptions,
  CatalogReader,
  RepairReport,
  StoreFault,
  StoreReadOptions,
  StoreReport,
} from './contracts/catalog-store.ts'
export { isLocalEmbedder, type LocalEmbedder } from './contracts/embedder.ts'
export type { Deferral, ServedCall, ServedTool } from './contracts/exposure.ts'
export type { ObservedServer, TraceCarrier } from './contracts/observer.ts'
export {
  type Assistance,
  type AssistantOptions,
  SEARCH_MODES,
  SEARCH_STAGES,
  type SearchStage,
  type TokenUsage,
} from './contracts/search-mode.ts'
export type { SearchField } from './contracts/searcher.ts'
export { searcherChain } from './contracts/searcher-chain.ts'
export { checkChanges } from './contracts/searcher-changes.ts'
export type { ClientMethod, LogLevel, LogMessage } from './contracts/tool-client.ts'
export { isEmptyFilter, type ToolPredicate, type ToolVisibility } from './contracts/tool-filter.ts'
export { type NearMiss, VERDICT_LEVELS, VERDICT_LIMITS, type VerdictLevel } from './contracts/verdict.ts'
export {
  InvalidBackendError,
  type InvalidToolDetails,
  InvalidVersionError,
  NoCompatibleVersionError,
  type ToolscoutErrorOptions,
} from './errors.ts'
export {
  anySignal,
  checkTimeoutMs,
  isTimeoutMs,
  MAX_TIMEOUT_MS,
  onAbort,
  parseRetryAfter,
  pause,
  raceSignal,
  systemClock,
  type TimeLimit,
  withTimeLimit,
} from './internal/async/clock.ts'
export { carrierOf, errorCodeOf, observe, observeFact } from './internal/async/observe.ts'
export { ApiClient, type ApiClientOptions, type ApiFailure, waitBefore } from './internal/http/api-client.ts'
export { cleanJson, SCHEMA_KEYWORDS, type SchemaKeywordKind } from './internal/json/clean-json.ts'
export {
  canonicalJson,
  childPointer,
  copyJson,
  DEFAULT_JSON_LIMITS,
  isJsonObject,
  type JsonLimits,
  jsonEquals,
  parseJson,
  sha256,
} from './internal/json/json.ts'
export { pointerTokens, valueAt } from './internal/json/json-pointer.ts'
export { cleanText, hasHiddenCharacters } from './internal/text/clean-text.ts'
export { type NearestNamesOptions, nearestIds, nearestNames } from './internal/text/nearest-names.ts'
export {
  checkWhole,
  messageOf,
  oneLine,
  quote,
  requireKnownMembers,
  spell,
  spellJson,
  takeCodePoints,
  truncate,
  visibleName,
} from './internal/text/quote.ts'
export { shownFailure } from './internal/text/shown-failure.ts'
export { readTexts, toShownText } from './internal/text/shown-text.ts'
export { DEFAULT_RESULT_LIMITS, parseToolResult } from './result/parse-tool-result.ts'
export { toToolResult } from './result/to-tool-result.ts'
export type { MediaContent, ResourceContent, TextContent } from './result/tool-result.ts'
export {
  BACKEND_KINDS,
  type BackendKind,
  type BackendSelector,
  backendKey,
  type LocalBackend,
  type McpBackend,
  type ProviderBackend,
  parseBackend,
  selectNearestBackend,
} from './tool/backend.ts'
export type { Compatibility, CompatibilityCheck, CompatibilityMatrix } from './tool/compatibility.ts'
export type { ToolArguments } from './tool/define-tool.ts'
export {
  MAX_DESCRIPTION_LENGTH,
  MAX_NAME_LENGTH,
  MAX_TITLE_LENGTH,
  type ParsedTool,
  type ParseToolOptions,
  parseTools,
} from './tool/parse-tool.ts'
export type { SchemaSide } from './tool/standard-schema.ts'
export {
  MAX_TAG_LENGTH,
  MAX_TAGS,
  normalizeTag,
  normalizeTags,
  type SchemaInput,
  type ToolAnnotations,
  type ToolIcon,
  type ToolNotice,
  toolMeta,
} from './tool/tool.ts'
export type { AnyToolHandler, ToolProgress } from './tool/tool-handler.ts'
export {
  createExportNames,
  type ExportNames,
  isIdPart,
  isIdVersion,
  isToolId,
  MAX_EXPORT_NAME_LENGTH,
  MAX_ID_PART_LENGTH,
  MAX_VERSION_LENGTH,
  toIdPart,
  toIdVersion,
} from './tool/tool-id.ts'
export { type FunctionTool, listToolSet, type NamedTool, type ToolSetEntry } from './tool/tool-set.ts'
export { MAX_SUMMARY_LENGTH, summaryText, toToolSummary } from './tool/tool-summary.ts'
export { formatVersion, highestVersion, isCompatibleVersion } from './tool/version.ts'
