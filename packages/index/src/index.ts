export { MAX_TASK_CONTEXT_LENGTH } from './assisted-search.ts'
export {
  MAX_QUERIES,
  MAX_QUERY_LENGTH,
  MAX_QUERY_WORDS,
  MAX_UNMATCHED_TERMS,
  type SearchQuery,
} from './bound-query.ts'
export type { ListenerErrorHandler } from './change-feed.ts'
export type { ChangeEvent, ChangeListener, ToolChange } from './changes.ts'
export { createToolIndex } from './create-tool-index.ts'
export {
  BackendNotFoundError,
  ChangesMissedError,
  InvalidCursorError,
  NonDeterministicSearcherError,
  RegistrationFailedError,
  type RegistrationFailure,
  StaleCursorError,
} from './errors.ts'
export {
  DEFAULT_SEARCH_LIMIT,
  MAX_SEARCH_LIMIT,
  type SearchAnswer,
  type SearchOptions,
  type SearchPage,
  type SearchPageOptions,
} from './index-search.ts'
export { type JsonDifference, jsonDifferences, MAX_DIFFERENCES } from './json-difference.ts'
export type { Page } from './pager.ts'
export type { RegisteredTool } from './registered-tool.ts'
export type { Registration, RegistrationReport } from './registration.ts'
export type { ResolveOptions } from './resolve-tool.ts'
export type { ToolHit } from './searcher-answer.ts'
export type { ToolIndexSnapshot } from './snapshot.ts'
export { StoredToolMissingError } from './stored-tool.ts'
export type { PageOptions, RegisterMcpOptions, ToolIndex, ToolIndexOptions } from './tool-index.ts'
