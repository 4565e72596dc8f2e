import type { Clock, Observer, ToolResult, ToolSet } from '@toolscout/model'
import type { SchemaValidator } from '@toolscout/schema'
import type { Coercion } from '@toolscout/schema/internal'
import type { HeldResultLimits } from './held-results.ts'
import type { BackendGuard } from './resilience/backend-guard.ts'
import type { BulkheadLimits } from './resilience/bulkhead.ts'
import type { CallOutcome } from './resilience/failure.ts'
import type { IdempotencyLimits } from './resilience/idempotency.ts'
import type { AttemptFailure } from './resilience/run-with-retries.ts'
import type { ReadResultOptions, ResultPage } from './result-page.ts'
import type {
  CallAllOptions,
  CalledTool,
  CallOptions,
  CallPolicy,
  ToolCall,
  ToolCallResult,
} from './tool-call.ts'

/** What happens in a toolbox. */
export type CallEvent =
  | { readonly type: 'callStarted'; readonly name: string; readonly callId: string }
  | {
      readonly type: 'attemptFailed'
      readonly name: string
      readonly callId: string
      readonly attempt: AttemptFailure
    }
  | {
      readonly type: 'callEnded'
      readonly name: string
      readonly callId: string
      readonly isError: boolean
      /** Why there is no result, such as `TOOL_FAILED`; absent for results of tools. */
      readonly error?: string
      readonly outcome: CallOutcome
      readonly durationMs: number
      /** What was changed in the arguments. */
      readonly coercions: readonly Coercion[]
    }

/** What `createToolbox` can be told. Each limit is one like any other at 0. */
export interface CallEngineOptions {
  /** Deadline of a call in milliseconds, waits and retries included. Default 60,000. Legal: integers 1 to 2,147,483,647. */
  readonly timeoutMs?: number | undefined
  /** Most text of a result in code points; the rest is read by a handle. Default 32,000. Legal: integers from 1,000. */
  readonly maxResultLength?: number | undefined
  /** Most bytes of a result as JSON, errors included. Default 4 MiB. Legal: integers from 1,024. */
  readonly maxResultBytes?: number | undefined
  /** What is held to be read on. Default {@link DEFAULT_HELD_RESULT_LIMITS}. */
  readonly heldResults?: HeldResultLimits | undefined
  /** How many calls run at once, all tools together. Default {@link DEFAULT_CALL_LIMITS}. */
  readonly limits?: BulkheadLimits | undefined
  /** Results of calls with a key. Default {@link DEFAULT_IDEMPOTENCY_LIMITS}. */
  readonly idempotency?: IdempotencyLimits | undefined
  /** How a tool is run. Default: as a function of this process whose hints are not believed. */
  readonly policyOf?: ((tool: CalledTool) => CallPolicy | undefined) | undefined
  /** The guard of a backend that a policy names. Default: one with the default limits, for each name. */
  readonly guardOf?: ((backend: string) => BackendGuard | undefined) | undefined
  /** Checks arguments. Default: a validator of the toolbox's own. */
  readonly validator?: SchemaValidator | undefined
  /** Hears what happens. One that throws is told by a process warning. Default: nobody does. */
  readonly onEvent?: ((event: CallEvent) => void) | undefined
  /** Hears of calls and failed attempts, to measure them. Default: nobody does. */
  readonly observer?: Observer | undefined
  /** Default: the clock of the platform. */
  readonly clock?: Clock | undefined
  /** Numbers from 0 up to 1, for pauses between attempts. Default `Math.random`. */
  readonly random?: (() => number) | undefined
}

/** The options of a toolbox, by name. */
export const ENGINE_OPTIONS: readonly string[] = Object.keys({
  timeoutMs: true,
  maxResultLength: true,
  maxResultBytes: true,
  heldResults: true,
  limits: true,
  idempotency: true,
  policyOf: true,
  guardOf: true,
  validator: true,
  onEvent: true,
  observer: true,
  clock: true,
  random: true,
} satisfies { [Option in keyof CallEngineOptions]-?: true })

/** What became of the tools of another toolbox. */
export interface MergeReport {
  readonly added: readonly string[]
  /** Names that both had. */
  readonly shared: readonly string[]
}

/** Tools by name, and how they are run. */
export interface Toolbox {
  /** How many tools there are. */
  readonly size: () => number
  /**
   * Adds tools: a list, or a record from name to tool. One of a name that is there takes its place; of several with
   * one name the last counts. All or none.
   *
   * @throws InvalidToolError `INVALID_TOOL` naming what is wrong.
   */
  readonly register: (tools: ToolSet) => void
  /** The tool of exactly this name. */
  readonly get: (name: string) => CalledTool | undefined
  /** All tools in the order they came in, which only ever grows at its end; the list is the caller's own. */
  readonly list: () => CalledTool[]
  /** Adds the tools of another toolbox in its order. Where both have a name, `replace` says whose tool stays. Default true: the other's, in our place. */
  readonly merge: (other: Toolbox, options?: { readonly replace?: boolean | undefined }) => MergeReport
  /**
   * The tools of these names, in their order, as a toolbox that shares limits and held results with this one; names
   * nobody has are left out. No names at all (`undefined`) is this toolbox itself, an empty list an empty one. What
   * is not in it can neither be listed nor called.
   */
  readonly filter: (names: readonly string[] | undefined) => Toolbox
  /**
   * Runs a tool. Whatever happens is a result: an unknown name, arguments that do not fit, a handler that throws, a
   * deadline, a caller who gives up. Those that are no result of the tool have `isError`, and `structuredContent` with
   * `error`, `tool` and `outcome`. Rejects only for options: a TypeError or RangeError.
   */
  readonly call: (name: string, args?: unknown, options?: CallOptions) => Promise<ToolResult>
  /** Runs the calls of one turn at the same time; the results are in the order of the calls. Rejects as `call` does. */
  readonly callAll: (
    calls: readonly ToolCall[],
    options?: CallAllOptions,
  ) => Promise<readonly ToolCallResult[]>
  /**
   * Reads on in a result that was cut, on behalf of whoever called.
   *
   * @throws ResultNotFoundError `RESULT_NOT_FOUND`; RangeError for numbers out of range.
   */
  readonly readResult: (handle: string, page?: ReadResultOptions) => ResultPage
}
