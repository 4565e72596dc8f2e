// What the packages of Toolscout share. Not API: anything here may change in any release.

export type { SearchPage } from '@toolscout/index'
export type { EmbeddingProgress } from '@toolscout/semantic'
export type { ToolSubset } from './discovery.ts'
export type { DurableCatalog } from './durable/durable-catalog.ts'
export { type FacadeDeps, facadeDeps } from './facade-deps.ts'
export type { ToolReference } from './references.ts'
export type { SourceReport } from './source-listing.ts'
export type { HostAnswer, HostHit, ListedTool } from './tool-host.ts'
