import type { Clock, JsonObject, Observer, Tool, ToolClient, ToolResult } from '@toolscout/model'
import type { ObservedServer, OptionKind, ToolProgress } from '@toolscout/model/internal'
import type { SchemaValidator } from '@toolscout/schema'
import type { Coercion } from '@toolscout/schema/internal'
import type { HeldResultLimits } from './held-results.ts'
import type { BackendGuard } from './resilience/backend-guard.ts'
import type { BulkheadLimits } from './resilience/bulkhead.ts'
import type { RetryPolicy } from './resilience/decide-retry.ts'
import type { CallOutcome } from './resilience/failure.ts'
import type { IdempotencyLimits } from './resilience/idempotency.ts'
import type { AttemptFailure, RetryOptions } from './resilience/run-with-retries.ts'

/** A tool as a toolbox has it. */
export interface CalledTool {
  /**
   * What it is called by: its own name, exactly; with a namespace or a version the name models are shown for its id,
   * such as `github__create_issue`.
   */
  readonly name: string
  readonly tool: Tool
}

/** A call as a model writes it. */
export interface ToolCall {
  /** The model's own id of the call; empty when it gives none. */
  readonly id: string
  readonly name: string
  /** A JSON object, or its text. Empty text and nothing are an empty object. */
  readonly arguments?: unknown
}

/** What a call of several came to, under the id the model gave it. */
export interface ToolCallResult {
  readonly id: string
  readonly name: string
  readonly result: ToolResult
}

/** Tools that a model is offered and may call, such as a toolbox or `discovery.subset()`. */
export interface CallableTools {
  /** In the order in which a model is shown them. */
  readonly list: () => readonly CalledTool[]
  /** Runs the calls of one turn at the same time; the results are in the order of the calls. */
  readonly callAll: (
    calls: readonly ToolCall[],
    options?: CallAllOptions,
  ) => Promise<readonly ToolCallResult[]>
}

/** How a tool is run. */
export interface CallPolicy {
  /** Deadline in milliseconds. Default: the toolbox's. Legal: integers 1 to 2,147,483,647. */
  readonly timeoutMs?: number | undefined
  /**
   * Names what the tool's handler calls, such as a server: calls of one backend share a guard, and its failures are
   * read as those of a request. Default: the handler does the work itself, and whatever it throws it has run.
   */
  readonly backend?: string | undefined
  /** The address of the backend, for observers. Default: only its name is known. */
  readonly server?: Omit<ObservedServer, 'name'> | undefined
  /** Whether `readOnlyHint` and `idempotentHint` of the definition are believed, so that it may be run twice. Default false. */
  readonly trusted?: boolean | undefined
  /**
   * Whether it must never run twice, whatever a server says: a refusal such as HTTP 404, 421 or 429 is then no proof that it
   * did not run, so that it is not made again and reported `unknown`. Goes before `trusted`. Default false.
   */
  readonly atMostOnce?: boolean | undefined
  /** Default: two retries with full jitter. */
  readonly retry?: RetryPolicy | undefined
  /** Makes a lost session, a token or a version of the backend new before another attempt. Default: nothing can be. */
  readonly recover?: RetryOptions['recover']
}

/** A call that may be made or not. Frozen. */
export interface AdmissionCall extends CalledTool {
  /** The very arguments the tool is run with: read, mended and checked. */
  readonly args: JsonObject
  /** Aborts when the caller gives up. */
  readonly signal: AbortSignal
}

/**
 * Says whether a call may be made: `undefined` lets it, a result is its answer in the place of the tool's. Whatever it
 * throws lets nothing through.
 */
export type Admission = (call: AdmissionCall) => Promise<ToolResult | undefined>

/** Options of one call. */
export interface CallOptions {
  /** Stops the call; the handler's signal aborts. Default: nothing does before the deadline. */
  readonly signal?: AbortSignal | undefined
  /** Deadline in milliseconds, in the place of the tool's. Legal: integers 1 to 2,147,483,647. */
  readonly timeoutMs?: number | undefined
  /** The model's id of this call. Default: a random one. */
  readonly toolCallId?: string | undefined
  /** The conversation so far, for handlers. Default: none. */
  readonly messages?: readonly unknown[] | undefined
  /** On whose behalf; each gets a turn before anybody gets a second. Default: all are one. */
  readonly principal?: string | undefined
  /**
   * The same for calls that are one: a duplicate joins the call under way or gets its result. Default: every call is
   * one of its own.
   */
  readonly idempotencyKey?: string | undefined
  /** Hears how far the handler has come. Default: none. */
  readonly onProgress?: ((progress: ToolProgress) => void) | undefined
  /** The client, for handlers that send it requests. Default: none. */
  readonly client?: ToolClient | undefined
  /**
   * Whether structured content is handed on whole however long it is, for callers that hold it to the tool's schema;
   * text is cut all the same. Default false.
   */
  readonly wholeData?: boolean | undefined
  /**
   * Asked once the arguments fit and before anything runs; the deadline stands still meanwhile, because people take
   * their time. Default: every call may be made.
   */
  readonly admit?: Admission | undefined
}

/** Options of several calls. */
export interface CallAllOptions extends Omit<CallOptions, 'toolCallId' | 'idempotencyKey'> {
  /**
   * Whether calls of tools that do not say they only read are made one after another, in their order; the others
   * run beside them. Default false: all run at once.
   */
  readonly serializeSideEffects?: boolean | undefined
}

/** What happens in a toolbox. */
export type CallEvent =
  | { readonly type: 'callStarted'; readonly name: string; readonly callId: string }
  | {
      readonly type: 'attemptFailed'
      readonly name: string
      readonly callId: string
      readonly attempt: AttemptFailure
      /** Which backend failed, where the tool has several. */
      readonly backend?: string
    }
  | {
      readonly type: 'callEnded'
      readonly name: string
      readonly callId: string
      readonly isError: boolean
      /** Why there is no result, such as `TOOL_FAILED`; absent for results of tools. */
      readonly error?: string
      readonly outcome: CallOutcome
      /** Which backend answered, where the tool has several. */
      readonly backend?: string
      readonly durationMs: number
      /** What was changed in the arguments. */
      readonly coercions: readonly Coercion[]
    }

/** Options of `createToolbox`. Each limit is one like any other at 0. */
export interface CallEngineOptions {
  /** Deadline of a call in milliseconds, waits and retries included. Default 60,000. Legal: integers 1 to 2,147,483,647. */
  readonly timeoutMs?: number | undefined
  /**
   * How long the deadline of a call stands still, in milliseconds and in all, while a person is asked something through its
   * client (elicitation, sampling). Default 600,000. Legal: 0 to 2,147,483,647.
   */
  readonly maxPersonMs?: number | undefined
  /**
   * Deadline of a call that has become a task, its server's or its client's, where that is later than `timeoutMs`; a call's
   * own `timeoutMs` goes before it. In milliseconds. Default 3,600,000. Legal: 0 to 2,147,483,647.
   */
  readonly maxTaskMs?: number | undefined
  /** Most text of a result in code points; the rest is read by a handle. Default 32,000. Legal: integers from 1,000. */
  readonly maxResultLength?: number | undefined
  /** Most bytes of a result as JSON, errors included. Default 4 MiB. Legal: integers from 1,024. */
  readonly maxResultBytes?: number | undefined
  /** What is held to be read on. Default: 32 results, 32 MiB, ten minutes. */
  readonly heldResults?: HeldResultLimits | undefined
  /** How many calls run at once, all tools together. Default: 512 run and 512 wait, a minute at most. */
  readonly limits?: BulkheadLimits | undefined
  /** Results of calls with a key. Default: 256, for ten minutes. */
  readonly idempotency?: IdempotencyLimits | undefined
  /** How a tool is run. Default: as a function of this process whose hints are not believed. */
  readonly policyOf?: ((tool: CalledTool) => CallPolicy | undefined) | undefined
  /** The guard of a backend that a policy names. Default: one with the default limits, for each name. */
  readonly guardOf?: ((backend: string) => BackendGuard | undefined) | undefined
  /** Checks arguments. Default: a validator of the toolbox's own. */
  readonly validator?: SchemaValidator | undefined
  /** Hears what happens. One that throws is reported by a process warning. Default: none. */
  readonly onEvent?: ((event: CallEvent) => void) | undefined
  /** Hears of calls and failed attempts, to measure them. Default: none. */
  readonly observer?: Observer | undefined
  /** Default: the clock of the platform. */
  readonly clock?: Clock | undefined
  /** Numbers from 0 up to 1, for pauses between attempts. Default `Math.random`. */
  readonly random?: (() => number) | undefined
}

/** The options of a toolbox, by name. */
export const ENGINE_OPTIONS: { readonly [Option in keyof CallEngineOptions]-?: OptionKind } = {
  timeoutMs: 'anything',
  maxPersonMs: 'anything',
  maxTaskMs: 'anything',
  maxResultLength: 'anything',
  maxResultBytes: 'anything',
  heldResults: 'object',
  limits: 'object',
  idempotency: 'object',
  policyOf: 'function',
  guardOf: 'function',
  validator: { functions: ['validate'] },
  onEvent: 'function',
  observer: { functions: ['begin'] },
  clock: { functions: ['now', 'after'] },
  random: 'function',
}
