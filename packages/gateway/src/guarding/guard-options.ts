import type { PoisonFinding, SavedPin, ToolPin } from '@toolscout/guard'
import type { NewToolMode, PinMode } from '@toolscout/guard/internal'
import type { ToolscoutError } from '@toolscout/model'
import { quote } from '@toolscout/model/internal'

/** A place where pins are kept, by which several processes may know what each of them trusts. */
export interface PinStore {
  /** All that is kept of the tools of these servers. */
  readonly load: () => Promise<readonly SavedPin[]>
  /**
   * Changes the pins of the named tools atomically: `change` gets the pins kept at that moment, of these tools and maybe
   * others, and gives the new ones. It is called again when another process changed them meanwhile. Resolves with the
   * pins kept afterwards.
   */
  readonly update: (
    ids: readonly string[],
    change: (kept: readonly SavedPin[]) => readonly SavedPin[],
  ) => Promise<readonly SavedPin[]>
}

/** What is done about definitions of servers that change. Functions of this process are the application's own. */
export interface GatewayPinOptions {
  /**
   * `record` reports a change and trusts it, `warn` reports it until it is approved, `block` hides the tool until then.
   * Default `record`.
   */
  readonly mode?: PinMode | undefined
  /** Whether a new tool is trusted as it comes, or quarantined until it is approved. Default `trust`. */
  readonly newTools?: NewToolMode | undefined
  /** Where pins are kept. Default: beside the tools, where the catalog is durable, and nowhere else. */
  readonly store?: PinStore | undefined
}

/** A tool whose definition is to be trusted. */
export interface PinApproval {
  readonly id: string
  /** The digest that was looked at; where the tool has another one by now, it is not approved. */
  readonly digest?: string | undefined
}

/** What approving came to. */
export interface ApprovalReport {
  /** Ids of the tools whose definition is trusted now. */
  readonly approved: readonly string[]
  /** Those that are not there, or were another one than was looked at. */
  readonly failures: readonly { readonly id: string; readonly error: ToolscoutError }[]
}

/**
 * What happens to definitions whose texts look like instructions: they are not scanned, they are reported, or they are
 * reported and quarantined until they are approved.
 */
export type ScanMode = 'off' | 'warn' | 'hold'

/** A tool of a server, how it stands to the definition that is trusted, and what its texts are suspected of. */
export interface GatewayPin extends ToolPin {
  /** Of the definition that was seen last; empty where none was looked through. */
  readonly findings: readonly PoisonFinding[]
}

/** @throws TypeError for a mode there is none of. */
export function checkScan(mode: ScanMode = 'warn'): ScanMode {
  if (mode === 'off' || mode === 'warn' || mode === 'hold') return mode
  throw new TypeError(`scan is ${quote(mode)}; there are "off", "warn", "hold".`)
}
