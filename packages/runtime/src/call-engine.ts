import type { ToolResult } from '@toolscout/model'
import {
  checkTimeoutMs,
  isJsonObject,
  requireKnownMembers,
  systemClock,
  tellListener,
} from '@toolscout/model/internal'
import { createSchemaValidator } from '@toolscout/schema/internal'
import { outcomeOfResult } from './failure-result.ts'
import type { ReadResultOptions, ResultPage } from './held-results.ts'
import { createHeldResults } from './held-results.ts'
import { DEFAULT_CALL_TIMEOUT_MS } from './local-handlers.ts'
import { createBulkhead } from './resilience/bulkhead.ts'
import { createIdempotency } from './resilience/idempotency.ts'
import { type Limit, readLimits } from './resilience/limits.ts'
import type { CallableTool, CallParts, RefusedCall } from './run-call.ts'
import {
  type CallAllOptions,
  type CallEngineOptions,
  type CalledTool,
  type CallOptions,
  ENGINE_OPTIONS,
  type ToolCall,
  type ToolCallResult,
} from './tool-call.ts'

/** Options of one call by name. */
export const CALL_OPTIONS: readonly string[] = Object.keys({
  signal: true,
  timeoutMs: true,
  messages: true,
  principal: true,
  onProgress: true,
  client: true,
  toolCallId: true,
  idempotencyKey: true,
  wholeData: true,
  admit: true,
} satisfies { [Option in keyof CallOptions]-?: true })

/** Runs tools that are kept elsewhere, with everything a toolbox does for its own: checks, limits, retries, cuts. */
export interface CallEngine {
  /** Runs a tool as {@link Toolbox.call} does, or tells of the refusal. */
  readonly call: (
    target: CallableTool | RefusedCall,
    args?: unknown,
    options?: CallOptions,
  ) => Promise<ToolResult>
  /** As {@link Toolbox.readResult}. */
  readonly readResult: (handle: string, page?: ReadResultOptions) => ResultPage
}

let running: typeof import('./run-call.ts') | undefined

/**
 * Creates a {@link CallEngine} for applications that store tools themselves.
 *
 * @throws TypeError for an unknown option, RangeError for a number out of range.
 */
export function createCallEngine(options: CallEngineOptions = {}): CallEngine {
  requireKnownMembers('the options of a call engine', options, ENGINE_OPTIONS)
  const parts = createCallParts(options)
  return Object.freeze({
    call: async (target, args, call = {}) => {
      checkCallOptions(call)
      // With it comes most of this package, which the first call brings, not a catalog that is searched.
      running ??= await import('./run-call.ts')
      return running.runCall(target, { args, parts, options: call })
    },
    readResult: (handle, page = {}) => parts.held.read(handle, page),
  } satisfies CallEngine)
}

/**
 * Checks the options of a call.
 * @throws TypeError for an unknown option, RangeError for an invalid deadline.
 */
export function checkCallOptions(options: CallOptions): void {
  requireKnownMembers('the options of a call', options, CALL_OPTIONS)
  if (options.timeoutMs !== undefined) checkTimeoutMs('timeoutMs', options.timeoutMs)
}

/** 512 calls at once, and as many that wait: what a process bears; backends have closer limits of their own. */
const CALLS_AT_ONCE = Object.freeze({ maxRunning: 512, maxWaiting: 512, maxWaitMs: 60_000 })
/** Most text of a result, in code points: about 8,000 tokens, which leaves room for the rest of a conversation. */
const DEFAULT_MAX_RESULT_LENGTH = 32_000
/** Most bytes of a result that are handed on, as UTF-8: far beyond any context window, little for a process. */
export const DEFAULT_MAX_RESULT_BYTES = 4_194_304
/** A result that was cut has to hold the sentence that says so, and something worth reading. */
export const LEAST_MAX_RESULT_BYTES = 1_024
/** The least text of a result has to be worth reading, and say that it was cut. */
const RESULT_LIMITS = Object.freeze({
  maxResultLength: countLimitOf(DEFAULT_MAX_RESULT_LENGTH, 1_000),
  maxResultBytes: countLimitOf(DEFAULT_MAX_RESULT_BYTES, LEAST_MAX_RESULT_BYTES),
})
/** What stands beside the text of a page, so that a page is not cut itself. */
const PAGE_NOTE_LENGTH = 200

function countLimitOf(fallback: number, least: number): Limit {
  return { fallback, least, most: Number.MAX_SAFE_INTEGER, whole: true }
}

/** What calls need, made of options whose members are known. @throws RangeError for a number out of range. */
export function createCallParts(options: CallEngineOptions): CallParts {
  const { clock = systemClock, random = Math.random, onEvent, policyOf } = options
  const { maxResultLength, maxResultBytes } = readLimits(RESULT_LIMITS, options)
  return {
    clock,
    random,
    validator: options.validator ?? createSchemaValidator(),
    timeoutMs: checkTimeoutMs('timeoutMs', options.timeoutMs ?? DEFAULT_CALL_TIMEOUT_MS),
    maxResultLength,
    maxResultBytes,
    policyOf: (tool) => policyOf?.(tool) ?? {},
    guardOf: options.guardOf,
    ownGuards: new Map(),
    bulkhead: createBulkhead({ ...CALLS_AT_ONCE, ...options.limits, name: 'toolbox', clock }),
    held: createHeldResults(clock, {
      maxLength: maxResultLength - PAGE_NOTE_LENGTH,
      limits: options.heldResults,
    }),
    idempotency: createIdempotency<ToolResult>({
      ...options.idempotency,
      clock,
      // What surely did not run may be tried again with the same key.
      keeps: (result) => outcomeOfResult(result) !== 'notRun',
    }),
    observer: options.observer,
    emit: onEvent === undefined ? () => {} : (event) => tellListener(onEvent, event),
  }
}

/** Runs the calls of one turn; see `Toolbox.callAll`. */
export function callAll(
  calls: readonly ToolCall[],
  deps: {
    readonly options: CallAllOptions
    readonly call: (name: string, args: unknown, options: CallOptions) => Promise<ToolResult>
    readonly get: (name: string) => CalledTool | undefined
  },
): Promise<readonly ToolCallResult[]> {
  const { call, get } = deps
  const { serializeSideEffects = false, ...options } = deps.options
  let last: Promise<unknown> = Promise.resolve()
  const results = calls.map(async (given): Promise<ToolCallResult> => {
    const { id, name, arguments: args } = readCall(given)
    const run = (): Promise<ToolResult> =>
      call(name, args, id === '' ? options : { ...options, toolCallId: id })
    const isSerial = serializeSideEffects && get(name)?.tool.annotations?.readOnlyHint !== true
    const result = isSerial ? last.then(run) : run()
    if (isSerial) last = result.catch(() => {})
    return Object.freeze({ id, name, result: await result })
  })
  return Promise.all(results)
}

/** A call as a model wrote it, which may be anything; each has to be answered. */
export function readCall(call: unknown): ToolCall {
  const { id, name, arguments: args }: { readonly [member: string]: unknown } = isJsonObject(call) ? call : {}
  return { id: typeof id === 'string' ? id : '', name: typeof name === 'string' ? name : '', arguments: args }
}
