// What the packages of Toolscout share. Not API: anything here may change in any release.

export type { EmbeddingProgress } from '@toolscout/semantic'
export { type FacadeDeps, facadeDeps } from './facade-deps.ts'
export type { ToolReference } from './references.ts'
export type { SourceReport } from './source-listing.ts'
export type { HostAnswer, HostHit, ListedTool } from './tool-host.ts'
