import type { NewToolMode, PinMode } from '@toolscout/guard'
import type { ToolscoutError } from '@toolscout/model'

/** What is done about definitions of servers that change. Functions of this process are the application's own. */
export interface RegistryPinOptions {
  /**
   * `record` tells a change and trusts it, `warn` tells it until somebody approves it, `block` has the tool exist for
   * nobody until then. Default `record`.
   */
  readonly mode?: PinMode | undefined
  /** Whether a tool nobody approved yet is trusted as it comes, or held until somebody does. Default `trust`. */
  readonly newTools?: NewToolMode | undefined
  /**
   * Tools that are remembered; beyond, see `createPins` of `@toolscout/guard`. Default 200,000. Legal: integers from 1 to
   * 10,000,000.
   */
  readonly maxPins?: number | undefined
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
