import type { Discovery } from '@toolscout/discovery'
import type { ToolReference } from '@toolscout/discovery/internal'
import type { Clock, Degradation, Observer, ToolSummary } from '@toolscout/model'
import type { GatewayEvent } from '../gateway-event.ts'
import type { Servers } from '../servers/servers.ts'
import type { ApprovalReport, GatewayPin, GatewayPinOptions, PinApproval, ScanMode } from './guard-options.ts'

/** Decides which definitions of servers may be shown and called. */
export interface ToolGuard {
  /** Whether tools may be quarantined at all. */
  readonly isEnforced: boolean
  /** Whether a tool is hidden from every principal. */
  readonly holds: (tool: ToolSummary) => boolean
  /** Another number whenever another set of tools is quarantined. */
  readonly revision: () => number
  /** Resolves when the trusted definitions are read. Rejects as the store does where tools may be quarantined. */
  readonly ready: () => Promise<void>
  /** Compares tools that were listed and did not change. */
  readonly listed: (ids: readonly string[]) => void
  /** What an answer reports about changed tools among its hits. */
  readonly degradationsOf: (ids: readonly string[]) => readonly Degradation[]
  readonly pins: () => Promise<readonly GatewayPin[]>
  readonly approve: (wanted: readonly (ToolReference | PinApproval)[]) => Promise<ApprovalReport>
  /** Saves the pins. Never rejects. */
  readonly flush: () => Promise<void>
}

/** What a guard works with. */
export interface ToolGuardDeps {
  readonly options: GatewayPinOptions
  readonly scan: ScanMode
  readonly discovery: Discovery
  readonly servers: Servers
  readonly emit: (event: GatewayEvent) => void
  readonly observer: Observer | undefined
  readonly clock: Clock
  /** Called when other tools are visible, though no tool changed. */
  readonly onRevision: () => void
}
