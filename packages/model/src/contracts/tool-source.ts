import type { JsonObject } from '../internal/json/json.ts'
import type { ToolResult } from '../result/tool-result.ts'
import type { Tool } from '../tool/tool.ts'

/** A complete listing of one source. */
export interface ToolListing {
  /** Definitions as the source gave them, unread. */
  readonly definitions: readonly unknown[]
  /** False when the source could not give everything, such as after a cursor loop; `reason` says why. */
  readonly complete: boolean
  readonly reason?: string
}

/**
 * Somewhere tools come from and are called, such as an MCP server. What an implementation owes:
 *
 * - `list` gives every tool of the source, all pages of it, or says that the listing is not complete.
 * - `call` never throws for the tool's own failure: that is a result with `isError`. It rejects when the call
 *   could not be made or its outcome is not known.
 * - `onChange` tells that another listing may differ; the listener is called at most once per change.
 * - `close` ends everything the source started, may be called twice, and never rejects.
 * - `closed`, where there is one, resolves with the reason when the source has ended, however it did.
 * - An aborted signal rejects with the signal's reason.
 * - `timeoutMs` is a deadline as {@link checkTimeoutMs} has it; what is none rejects with a RangeError.
 */
export interface ToolSource {
  /** Name of the source in this catalog. */
  readonly name: string
  readonly list: (options?: { readonly signal?: AbortSignal | undefined }) => Promise<ToolListing>
  readonly call: (
    tool: string,
    args: JsonObject,
    options?: {
      readonly signal?: AbortSignal | undefined
      readonly timeoutMs?: number | undefined
      /** The entry that is called, where it is no tool. */
      readonly entry?: Tool | undefined
    },
  ) => Promise<ToolResult>
  /** Calls back when the tools of the source changed; gives back the way to stop that. */
  readonly onChange: (listener: () => void) => () => void
  readonly close: () => Promise<void>
  /** Resolves with the reason once the source has ended; never rejects. Absent when the source cannot tell. */
  readonly closed?: Promise<unknown> | undefined
}
