export {
  type ApprovalCaller,
  ApprovalTimeoutError,
  type Approve,
  DEFAULT_APPROVAL_TIMEOUT_MS,
} from './approval.ts'
export { createBuiltinIndexer } from './builtin-indexer.ts'
export { type LoomConfig, readLoomConfig } from './config/read-loom-config.ts'
export { createLoom, DEFAULT_CAPABILITY_LIMIT, type LoomOptions } from './create-loom.ts'
export { MAX_COMMAND_OUTPUT_BYTES } from './custom/command-handler.ts'
export { type CustomIndexerOptions, createCustomIndexer } from './custom/custom-indexer.ts'
export { MAX_HTTP_RESPONSE_BYTES } from './custom/http-handler.ts'
export type { RateLimit } from './custom/rate-limit.ts'
export { MAX_CUSTOM_FILE_BYTES } from './custom/read-folder.ts'
export {
  CustomArgumentError,
  CustomFolderError,
  type CustomToolDetails,
  CustomToolError,
  CustomToolFailedError,
  CustomToolNotAllowedError,
  LoomConfigError,
} from './errors.ts'
export { createLoomHooks, type LoomHookOptions } from './hooks/create-loom-hooks.ts'
export type { HookAnswer, HookDecision, HookedCall, LoomHooks } from './hooks/loom-hooks.ts'
export {
  type IndexedSource,
  type Indexer,
  type IndexProblem,
  type IndexRequest,
  SOURCE_KINDS,
  type SourceKind,
} from './indexer.ts'
export { keywordsOf, MAX_KEYWORDS } from './keywords.ts'
export type {
  CapabilityOptions,
  IndexedTool,
  IndexOptions,
  IndexReport,
  Loom,
  LoomAskOptions,
  LoomSearchMetadata,
  LoomSearchRequest,
  LoomSearchResponse,
  LoomSearchResult,
  RelevanceSignal,
  ToolSourceInfo,
} from './loom.ts'
export { createMcpIndexer } from './mcp-indexer.ts'
export { createLoomPermissions, type LoomPermissions } from './permissions.ts'
export { DEFAULT_LOOM_LIMIT } from './search-loom.ts'
