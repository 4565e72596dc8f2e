import type { PoisonFinding, SavedPin, ToolPin } from '@toolscout/guard'
import type { NewToolMode, PinMode, PoisonLevel } from '@toolscout/guard/internal'
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
 * What is done about definitions whose texts look like orders to a model. All of them are reported, and what a poisoned tool
 * says of itself is not shown to a model unless somebody approves it.
 *
 * - `report`: nothing else; the tool can be found and called.
 * - `hide`: a poisoned tool is hidden until it is approved.
 * - `quarantine`: a suspicious one too.
 */
export type ScanMode = 'report' | 'hide' | 'quarantine'

/** The modes, a stricter one after those that allow more. */
export const SCAN_MODES: readonly ScanMode[] = Object.freeze(['report', 'hide', 'quarantine'])

/** A tool of a server, how it stands to the definition that is trusted, and what its texts are suspected of. */
export interface GatewayPin extends ToolPin {
  /** How the definition that was seen last looks; `clean` where none was looked through. */
  readonly level: PoisonLevel
  readonly findings: readonly PoisonFinding[]
}

/** @throws TypeError for a mode there is none of. */
export function checkScan(mode: ScanMode = 'report'): ScanMode {
  if (SCAN_MODES.includes(mode)) return mode
  throw new TypeError(`scan is ${quote(mode)}; there are ${SCAN_MODES.map(quote).join(', ')}.`)
}
