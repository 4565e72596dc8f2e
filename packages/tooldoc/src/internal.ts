// What the packages of Toolscout share. Not API: anything here may change in any release.
export { createToolDocStore } from './create-tool-doc-store.ts'
