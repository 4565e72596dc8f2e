// For applications: the store, its levels of detail, and texts within a budget.
export { createToolDocStore } from './create-tool-doc-store.ts'
export { DETAIL_LEVELS, type DetailLevel, parseDetail } from './detail.ts'
export { MAX_SCHEMA_DESCRIPTION_LENGTH } from './entry-texts.ts'
export {
  type ArgumentsTooLargeDetails,
  ArgumentsTooLargeError,
  InvalidDetailError,
  type InvalidExampleDetails,
  InvalidExampleError,
  NoToolError,
} from './errors.ts'
export {
  type ArgumentsSize,
  MAX_ARGUMENTS_DEPTH,
  MAX_ARGUMENTS_KEYS,
  measureArguments,
} from './example-arguments.ts'
export {
  DEFAULT_RENDER_OPTIONS,
  type RenderFormatName,
  type Rendering,
  type RenderOptions,
  renderToolDocs,
} from './render.ts'
export type { RenderedDetail } from './render-format.ts'
export type { ToolDoc, ToolDocInput } from './tool-doc.ts'
export {
  DEFAULT_MAX_EXAMPLES,
  type DescribedTools,
  type ResolveTool,
  type ToolDocCallOptions,
  type ToolDocStore,
  type ToolDocStoreOptions,
} from './tool-doc-store.ts'
export {
  MAX_EXAMPLE_DESCRIPTION_LENGTH,
  MAX_EXAMPLE_TITLE_LENGTH,
  MAX_EXTERNAL_REF_LENGTH,
  MAX_EXTERNAL_REFS,
  MAX_NOTES_LENGTH,
  MAX_RESULT_HINT_LENGTH,
  MAX_TOOL_DOC_SUMMARY_LENGTH,
  type ToolDocNotice,
} from './tool-doc-text.ts'
