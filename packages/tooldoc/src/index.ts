// For applications: the store, its levels of detail, and texts within a budget.
export { createToolDocStore } from './create-tool-doc-store.ts'
export { type Rendering, type RenderOptions, renderToolDocs } from './render.ts'
export type { ToolDoc, ToolDocInput } from './tool-doc.ts'
export { DETAIL_LEVELS, type DetailLevel } from './tool-doc.ts'
export type { ToolDocNotice } from './tool-doc-entry.ts'
export type { DescribedTools, ToolDocStore, ToolDocStoreOptions } from './tool-doc-store.ts'
