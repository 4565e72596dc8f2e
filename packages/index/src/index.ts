// For applications.
export type { ChangeEvent, ToolChange } from './changes.ts'
export { createToolIndex } from './create-tool-index.ts'
export { InvalidCursorError, RegistrationFailedError, StaleCursorError } from './errors.ts'
export type { ToolHit } from './searcher-answer.ts'
export type {
  Registration,
  RegistrationReport,
  SearchAnswer,
  SearchOptions,
  SearchPage,
  SearchQuery,
  ToolIndex,
  ToolIndexOptions,
} from './tool-index.ts'
export type { RegisteredTool } from './tool-tree.ts'
