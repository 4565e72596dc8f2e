import type { Backend, Tool } from '@toolscout/model'
import type { JsonDifference } from './json-difference.ts'

/** One thing that happened to one tool. */
export type ToolChange =
  | { readonly type: 'registered'; readonly id: string; readonly tool: Tool; readonly backend: Backend }
  | {
      readonly type: 'updated'
      readonly id: string
      readonly tool: Tool
      readonly previous: Tool
      /** What differs in the definition; empty when only a backend or the notes changed. */
      readonly differences: readonly JsonDifference[]
      /** The new backend, if there is one. */
      readonly backend?: Backend
    }
  | { readonly type: 'backendRemoved'; readonly id: string; readonly tool: Tool; readonly backend: Backend }
  | { readonly type: 'removed'; readonly id: string; readonly tool: Tool }
  /** The searcher was given all tools again; no tool changed. */
  | { readonly type: 'refreshed' }

/** What one call to the index changed. */
export interface ChangeEvent {
  /** Version of the index after the change. */
  readonly version: number
  /** In the order in which it happened, never empty. */
  readonly changes: readonly ToolChange[]
}

/** Called after the index is consistent, so it may read and change it. */
export type ChangeListener = (event: ChangeEvent) => void
