export type { ChangeEvent, SearchAnswer, SearchOptions, ToolHit } from '@toolscout/index'
export {
  defineTool,
  type Embedder,
  type LocalTool,
  type Searcher,
  type Tool,
  type ToolCallContext,
  type ToolResult,
  type ToolSet,
  type ToolSource,
  ToolscoutError,
  type TypedTool,
} from '@toolscout/model'
export type { DetailLevel, Rendering, ToolDoc, ToolDocInput } from '@toolscout/tooldoc'
export { type CandidateRetrieverOptions, createCandidateRetriever } from './candidates.ts'
export { createDiscovery } from './create-discovery.ts'
export type {
  ConnectReport,
  Discovery,
  DiscoveryOptions,
  OpenDiscoveryOptions,
  RegisterOptions,
  RegisterReport,
  SearcherChain,
} from './discovery.ts'
export { openDiscovery } from './durable/open-discovery.ts'
export { DiscoveryClosedError } from './errors.ts'
export type { ToolHost } from './tool-host.ts'
