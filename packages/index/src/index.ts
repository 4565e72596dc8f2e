// For applications.
export type { ChangeEvent, ToolChange } from './changes.ts'
export { createToolIndex } from './create-tool-index.ts'
export { InvalidCursorError, RegistrationFailedError, StaleCursorError } from './errors.ts'
export type { RegisteredTool } from './registered-tools.ts'
export type {
  Registration,
  RegistrationReport,
  SearchAnswer,
  SearchOptions,
  SearchPage,
  SearchQuery,
  ToolHit,
  ToolIndex,
  ToolIndexOptions,
} from './tool-index.ts'
