// What the packages of Toolscout share. Not API: anything here may change in any release.

export {
  type AskedRanking,
  type AskedVisibility,
  askOnce,
  compileRankedFilter,
  MAX_REFUSED,
  takeAllowed,
} from './contracts/asked-visibility.ts'
export {
  type Assistance,
  type AssistantOptions,
  SEARCH_MODES,
  SEARCH_STAGES,
  type SearchStage,
  type TokenUsage,
} from './contracts/assistance.ts'
export { readCatalogChange } from './contracts/catalog-change.ts'
export type {
  AppendOptions,
  CatalogCopy,
  CatalogReader,
  CatalogToolChange,
  CheckpointPieces,
  LargeCheckpoints,
  OpenCheckpoint,
  RepairReport,
  StoreFault,
  StoreReadOptions,
  StoreReport,
} from './contracts/catalog-store.ts'
export { isLocalEmbedder, type LocalEmbedder } from './contracts/embedder.ts'
export type { ServedCall, ServedTool } from './contracts/exposure.ts'
export { tellMetWords } from './contracts/met-words.ts'
export {
  carrierOf,
  errorCodeOf,
  type ObservedServer,
  observe,
  observeFact,
  type TraceCarrier,
} from './contracts/observer.ts'
export {
  checkChanges,
  DraftsByCopy,
  draftOf,
  draftOfAll,
  type SearchDraft,
  type SearchField,
  setDraft,
} from './contracts/search-changes.ts'
export {
  checkRequest,
  type NearMiss,
  VERDICT_LEVELS,
  VERDICT_LIMITS,
  type VerdictLevel,
} from './contracts/searcher.ts'
export {
  CommonFacts,
  compileKnown,
  type FactsPredicate,
  isEmptyFilter,
  namespaceKey,
  type ToolFacts,
  type ToolPredicate,
  type ToolVisibility,
} from './contracts/tool-filter.ts'
export { InvalidBackendError } from './errors.ts'
export {
  anySignal,
  atOnce,
  checkTimeoutMs,
  createSlices,
  createTurns,
  isTimeoutMs,
  MAX_TIMEOUT_MS,
  onAbort,
  parseRetryAfter,
  pause,
  raceSignal,
  type Slices,
  type SlicesOptions,
  stepByStep,
  systemClock,
  type Turns,
  withTimeLimit,
} from './internal/async/clock.ts'
export { createListeners, type Listeners, tellListener, warnOfListener } from './internal/async/listeners.ts'
export { timeoutSignal } from './internal/async/timeout-signal.ts'
export { groupBy } from './internal/group-by.ts'
export { ApiClient, type ApiFailure, waitBefore } from './internal/http/api-client.ts'
export {
  canonicalJson,
  childPointer,
  cleanJson,
  copyBareJson,
  copyJson,
  isJsonObject,
  type JsonLimits,
  jsonEquals,
  parseJson,
  pointerTokens,
  valueAt,
} from './internal/json/json.ts'
export { SCHEMA_KEYWORDS, type SchemaKeywordKind } from './internal/json/schema-keywords.ts'
export {
  checkNumber,
  checkOption,
  checkOptions,
  checkWhole,
  type NumberRange,
  type OptionKind,
  requireKnownMembers,
} from './internal/options.ts'
export { nextTurn, nodeModule, randomHex, sha256, utf8Length, warn } from './internal/platform.ts'
export {
  cleanText,
  hasHiddenCharacters,
  messageOf,
  oneLine,
  quote,
  readTexts,
  spell,
  spellJson,
  takeCodePoints,
  toShownText,
  truncate,
  visibleName,
} from './internal/text/foreign-text.ts'
export { formatDuration } from './internal/text/format-duration.ts'
export { nearestIds, nearestNames } from './internal/text/nearest-names.ts'
export { shownFailure } from './internal/text/shown-failure.ts'
export { DEFAULT_RESULT_LIMITS, parseToolResult, toToolResult } from './result/tool-result.ts'
export { countKinds } from './tool/parse-members.ts'
export type { ParsedTool } from './tool/parse-tool.ts'
export { normalizeTag } from './tool/tags.ts'
export type { AnyToolHandler, ToolProgress } from './tool/tool.ts'
export {
  type ClientMethod,
  type LogLevel,
  MAX_DESCRIPTION_LENGTH,
  MAX_NAME_LENGTH,
  type ToolAnnotations,
  type ToolNotice,
} from './tool/tool.ts'
export {
  type BackendSelector,
  backendKey,
  ENTRY_KINDS,
  orderBackends,
  parseBackend,
  selectNearestBackend,
  summaryText,
  toolMeta,
  toToolSummary,
} from './tool/tool-entry.ts'
export {
  createExportNames,
  type ExportNames,
  isIdPart,
  isToolId,
  MAX_EXPORT_NAME_LENGTH,
  toIdPart,
} from './tool/tool-id.ts'
export { eachTool, listToolSet, type ToolSetEntry } from './tool/tool-set.ts'
export { highestVersion } from './tool/version-range.ts'
