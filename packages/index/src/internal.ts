// What the packages of Toolscout share. Not API: anything here may change in any release.
export type { ChangeListener, ListenerErrorHandler } from './changes.ts'
export { SEARCH_OPTIONS, SEARCH_PAGE_OPTIONS } from './option-kinds.ts'
export { inSlices } from './registration-in-slices.ts'
export { RememberedTools } from './stored-tool.ts'
export type { SearchPageOptions } from './tool-index.ts'
