import type { PoisonFinding } from '@toolscout/guard'
import type { ChangeGrade, ServerOverlap } from '@toolscout/guard/internal'
import type { EntryKind } from '@toolscout/model'
import type { CallEvent } from '@toolscout/runtime'
import type { GatewayState } from './gateway-state.ts'
import type { ServerState } from './server-status.ts'

/** What happens in a gateway, beside what happens to single calls. Holds no secrets and no arguments. */
export type GatewayEvent =
  | { readonly type: 'stateChanged'; readonly state: GatewayState }
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
      /** How many tools, prompts, resources and skills are registered. */
      readonly tools: number
      /** What each definition of the listing is of. */
      readonly kinds: Readonly<Record<EntryKind, number>>
      /** How many tools are new, different or gone, compared with its listing before. */
      readonly changes: Readonly<Record<'added' | 'changed' | 'removed', number>>
      readonly durationMs: number
      /** What was wrong with the listing, such as tools that could not be read, or that no call can reach. */
      readonly warnings: readonly string[]
    }
  /** Definitions that are new, or again as they were trusted. */
  | { readonly type: 'toolsPinned'; readonly tools: readonly string[] }
  /** A definition differs from the trusted one. `isQuarantined` says whether its tool is hidden until it is approved. */
  | {
      readonly type: 'toolChanged'
      readonly tool: string
      /** Of the definition as it is now; what `approve` takes beside the id. */
      readonly digest: string
      /** What changed, in a few words each; foreign names are quoted and cut. */
      readonly changed: readonly string[]
      /** How grave that is. */
      readonly grade: ChangeGrade
      /** Why, in a few words each. */
      readonly reasons: readonly string[]
      readonly isQuarantined: boolean
    }
  /** A tool that was never approved is hidden until it is. */
  | { readonly type: 'toolHeld'; readonly tool: string; readonly digest: string }
  /** The texts of a definition look as if they gave orders. `findings` quote them, cut and cleaned. */
  | {
      readonly type: 'toolSuspected'
      readonly tool: string
      readonly level: 'suspicious' | 'poisoned'
      readonly score: number
      readonly findings: readonly PoisonFinding[]
    }
  /**
   * Tools of two servers have one name, or nearly one description, and more or fewer of them than before. Honest
   * servers do too: second instances, forks, common words. Which tools, `twins` of the gateway has.
   */
  | { readonly type: 'serversOverlap'; readonly overlaps: readonly ServerOverlap[] }
  /**
   * A local tool answers alone to its bare name, which tools of servers have too; those are listed and called by their ids.
   * Again only when they are others.
   */
  | { readonly type: 'toolShadowed'; readonly tool: string; readonly shadowed: readonly string[] }
  /** Somebody approved what they say now, here or in another process that keeps pins in the same place. */
  | { readonly type: 'toolsApproved'; readonly tools: readonly string[] }
  /** What is trusted could not be read from the catalog or kept in it; it is tried again. */
  | { readonly type: 'pinsNotKept'; readonly reason: string }
  | { readonly type: 'searched'; readonly hits: number; readonly durationMs: number }
  | CallEvent
