import type { Discovery } from '@toolscout/discovery'
import type { Clock, Observer } from '@toolscout/model'
import type { GatewayEvent } from '../gateway-event.ts'
import type { Servers } from '../servers/servers.ts'
import type { GatewayPinOptions, ScanMode } from './guard-options.ts'

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
