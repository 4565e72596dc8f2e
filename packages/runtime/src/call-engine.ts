import type { ToolResult } from '@toolscout/model'
import { checkOptions, checkTimeoutMs, isJsonObject, type OptionKind } from '@toolscout/model/internal'
import type { CallParts } from './call-parts.ts'
import { resultNotHeld } from './failure-result.ts'
import type { ReadResultOptions, ResultPage } from './held-results.ts'
import {
  BULKHEAD_LIMITS,
  CALL_LIMITS,
  HELD_RESULT_LIMITS,
  IDEMPOTENCY_LIMITS,
  readLimits,
} from './resilience/limits.ts'
import type { CallableTool, RefusedCall } from './run-call.ts'
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
export const CALL_OPTIONS: { readonly [Option in keyof CallOptions]-?: OptionKind } = {
  signal: 'object',
  timeoutMs: 'anything',
  messages: 'list',
  principal: 'string',
  onProgress: 'function',
  client: 'object',
  toolCallId: 'string',
  idempotencyKey: 'string',
  wholeData: 'boolean',
  admit: 'function',
}

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
  checkOptions('the options of a call engine', options, ENGINE_OPTIONS)
  checkEngineLimits(options)
  let parts: CallParts | undefined
  return Object.freeze({
    call: async (target, args, call = {}) => {
      checkCallOptions(call)
      // With it comes most of this package, which the first call brings, not a catalog that is searched.
      running ??= await import('./run-call.ts')
      parts ??= running.createCallParts(options)
      return running.runCall(target, { args, parts, options: call })
    },
    readResult: (handle, page = {}) => {
      // Nothing is held before a call.
      if (parts === undefined) throw resultNotHeld(handle)
      return parts.held.read(handle, page)
    },
  } satisfies CallEngine)
}

/** @throws RangeError for a number out of range, before there is a call. */
function checkEngineLimits({ limits, heldResults, idempotency, ...options }: CallEngineOptions): void {
  readLimits(CALL_LIMITS, options)
  readLimits(BULKHEAD_LIMITS, limits)
  readLimits(HELD_RESULT_LIMITS, heldResults)
  readLimits(IDEMPOTENCY_LIMITS, idempotency)
  if (options.timeoutMs !== undefined) checkTimeoutMs('timeoutMs', options.timeoutMs)
}

/**
 * Checks the options of a call.
 * @throws TypeError for an unknown option, RangeError for an invalid deadline.
 */
export function checkCallOptions(options: CallOptions): void {
  checkOptions('the options of a call', options, CALL_OPTIONS)
  if (options.timeoutMs !== undefined) checkTimeoutMs('timeoutMs', options.timeoutMs)
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
