import type { ToolboxEvent } from '@toolscout/toolbox'
import type { RegistryState } from './registry-state.ts'
import type { ServerState } from './server-status.ts'

/** What happens in a registry, beside what happens to single calls. Holds no secrets and no arguments. */
export type RegistryEvent =
  | { readonly type: 'stateChanged'; readonly state: RegistryState }
  | {
      readonly type: 'serverStateChanged'
      readonly server: string
      readonly state: ServerState
      /** Why, where something went wrong. */
      readonly reason?: string
    }
  | {
      readonly type: 'serverListed'
      readonly server: string
      readonly tools: number
      readonly durationMs: number
      /** What was wrong with the listing, such as tools that could not be read. */
      readonly warnings: readonly string[]
    }
  | { readonly type: 'searched'; readonly hits: number; readonly durationMs: number }
  | ToolboxEvent
