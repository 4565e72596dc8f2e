// What the packages of Toolscout share. Not API: anything here may change in any release.

export type { SearchPage } from '@toolscout/index'
export { UNKNOWN_META_KEY } from '@toolscout/runtime/internal'
export { createAnalyzer } from '@toolscout/search'
export type { EmbeddingProgress } from '@toolscout/semantic'
export {
  type AnswerOptions,
  bestHits,
  firstSentence,
  headLines,
  LISTED_TOOLS,
  missingLines,
  short,
  toolLines,
} from './answer-text.ts'
export { HOST_OPTIONS } from './check-options.ts'
export type { SourceReport, ToolSubset } from './discovery.ts'
export type { DurableCatalog } from './durable/durable-catalog.ts'
export { toolNotFound } from './references.ts'
export { type FacadeDeps, facadeDeps, toCallable } from './tool-calls.ts'
export type {
  CallerOptions,
  HostAnswer,
  HostHit,
  ListedTool,
  PageOptions,
  ToolPage,
  ToolReadiness,
  ToolReference,
  ToolSuspicion,
} from './tool-host.ts'
