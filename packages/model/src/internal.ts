// What the packages of Toolscout share. Not API: anything here may change in any release.

export { readCatalogChange } from './contracts/catalog-change.ts'
export { isLocalEmbedder } from './contracts/embedder.ts'
export { SEARCH_STAGES } from './contracts/search-mode.ts'
export { searcherChain } from './contracts/searcher-chain.ts'
export { VERDICT_LIMITS } from './contracts/verdict.ts'
export { pause, systemClock, type TimeLimit, withTimeLimit } from './internal/async/clock.ts'
export { carrierOf, errorCodeOf, observe, observeFact } from './internal/async/observe.ts'
export { anySignal, onAbort, raceSignal } from './internal/async/on-abort.ts'
export { parseRetryAfter } from './internal/async/retry-after.ts'
export { checkTimeoutMs, isTimeoutMs, MAX_TIMEOUT_MS } from './internal/async/timeout.ts'
export { cleanJson } from './internal/json/clean-json.ts'
export {
  canonicalJson,
  copyJson,
  DEFAULT_JSON_LIMITS,
  isJsonObject,
  type JsonLimits,
  jsonEquals,
} from './internal/json/json.ts'
export { SCHEMA_KEYWORDS, type SchemaKeywordKind } from './internal/json/schema-keywords.ts'
export { sha256 } from './internal/json/sha256.ts'
export { pointerTokens, valueAt } from './internal/json/value-at.ts'
export { requireKnownMembers } from './internal/known-members.ts'
export { cleanText, hasHiddenCharacters } from './internal/text/clean-text.ts'
export { takeCodePoints, truncate } from './internal/text/code-points.ts'
export { childPointer } from './internal/text/json-pointer.ts'
export { messageOf } from './internal/text/message-of.ts'
export { nearestIds } from './internal/text/nearest-ids.ts'
export { type NearestNamesOptions, nearestNames } from './internal/text/nearest-names.ts'
export { oneLine } from './internal/text/one-line.ts'
export { quote, spell, spellJson } from './internal/text/quote.ts'
export { visibleName } from './internal/text/visible-name.ts'
export { DEFAULT_RESULT_LIMITS, parseToolResult } from './result/parse-tool-result.ts'
export { toToolResult } from './result/to-tool-result.ts'
export { BACKEND_KINDS, backendKey, parseBackend, selectNearestBackend } from './tool/backend.ts'
export { MAX_EXPORT_NAME_LENGTH } from './tool/export-name.ts'
export {
  isIdPart,
  isIdVersion,
  MAX_ID_PART_LENGTH,
  MAX_VERSION_LENGTH,
  toIdPart,
  toIdVersion,
} from './tool/id-part.ts'
export {
  MAX_DESCRIPTION_LENGTH,
  MAX_NAME_LENGTH,
  MAX_TITLE_LENGTH,
  type ParsedTool,
  type ParseToolOptions,
  parseTools,
} from './tool/parse-tool.ts'
export { MAX_TAG_LENGTH, MAX_TAGS, normalizeTag, normalizeTags } from './tool/tags.ts'
export { toolMeta } from './tool/tool.ts'
export { type FunctionTool, listToolSet, type NamedTool, type ToolSetEntry } from './tool/tool-set.ts'
export { MAX_SUMMARY_LENGTH, summaryText, toToolSummary } from './tool/tool-summary.ts'
