// For applications: the facade.

export type {
  ChangeEvent,
  SearchAnswer,
  SearchOptions,
  SearchPage,
  ToolHit,
} from '@toolscout/index'
export {
  type Backend,
  defineTool,
  type Embedder,
  type LocalTool,
  type Searcher,
  type TokenCounter,
  type Tool,
  type ToolCallContext,
  type ToolFilter,
  type ToolProgress,
  type ToolResult,
  type ToolSet,
  type ToolSource,
  ToolscoutError,
  type TypedTool,
} from '@toolscout/model'
export {
  CallTimeoutError,
  COERCED_META_KEY,
  DEFAULT_CALL_TIMEOUT_MS,
  DEFAULT_MAX_RESULT_BYTES,
  UNCHECKED_META_KEY,
} from '@toolscout/runtime/internal'
// What users of the facade meet in its answers and hand to it.
export type { EmbeddingIndex, EmbeddingProgress, Fusion } from '@toolscout/semantic'
export type { DetailLevel, Rendering, ToolDoc, ToolDocInput } from '@toolscout/tooldoc'
export { createDiscovery } from './create-discovery.ts'
export type {
  ConnectReport,
  ConnectServersOptions,
  DescribeOptions,
  Discovery,
  DiscoveryOptions,
  DiscoveryProblem,
  OpenDiscoveryOptions,
  RegisterOptions,
  RegisterReport,
  RenderToolsOptions,
  SearcherChain,
  ToolSubset,
} from './discovery.ts'
export type { CatalogItemChange, DurableCatalog } from './durable/durable-catalog.ts'
export { openDiscovery } from './durable/open-discovery.ts'
export {
  DiscoveryClosedError,
  SourceExistsError,
  SourceFailedError,
  SourceRemovedError,
} from './errors.ts'
export type { ToolReference } from './references.ts'
export type { SourceReport } from './source-listing.ts'
export type {
  CallerOptions,
  HostAnswer,
  HostHit,
  HostServer,
  ListedTool,
  ToolHost,
  ToolReadiness,
} from './tool-host.ts'
export type { AddSourceOptions, SourceOptions } from './tool-sources.ts'
