export { RegistryStateError, ServerExistsError, ServerNotFoundError } from './errors.ts'
export type { Exposure, ServedCall, ServedTool } from './exposure/exposure.ts'
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
