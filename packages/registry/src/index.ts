export { RegistryStateError, ServerExistsError, ServerNotFoundError } from './errors.ts'
export {
  createDirectExposure,
  type DirectExposureOptions,
} from './exposure/direct-exposure.ts'
export type { Exposure, ServedCall, ServedTool } from './exposure/exposure.ts'
export { createMetaExposure } from './exposure/meta/meta-exposure.ts'
export {
  DEFAULT_META_LIMITS,
  DEFAULT_META_NAMES,
  type MetaExposureOptions,
  type MetaToolKind,
} from './exposure/meta/meta-options.ts'
export { SEARCH_META_KEY } from './exposure/meta/search-tool.ts'
export type {
  AskOptions,
  Caller,
  ListedTool,
  Registry,
  RegistryAnswer,
  RegistryDescribeOptions,
  RegistryHit,
  RegistryOptions,
  RegistryPolicy,
  RegistrySearchOptions,
  ServerLimits,
  ServerOptions,
  ServerSettings,
  StartMode,
} from './registry.ts'
export type { RegistryEvent } from './registry-event.ts'
export type { RegistryState } from './registry-state.ts'
export type {
  RegistryHealth,
  RegistryStats,
  ServerState,
  ServerStatus,
  ToolReadiness,
} from './server-status.ts'
