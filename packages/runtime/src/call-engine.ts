import type { ToolResult } from '@toolscout/model'
import { checkOption, checkOptions, checkTimeoutMs, type OptionKind } from '@toolscout/model/internal'
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
import type { TurnDeps } from './run-all.ts'
import type { CallableTool, RefusedCall } from './run-call.ts'
import {
  type CallAllOptions,
  type CallEngineOptions,
  type CallOptions,
  ENGINE_OPTIONS,
  type ToolCall,
  type ToolCallResult,
} from './tool-call.ts'

/** Options of one call by name. */
const CALL_OPTIONS: { readonly [Option in keyof CallOptions]-?: OptionKind } = {
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

const READ_OPTIONS: { readonly [Option in keyof ReadResultOptions]-?: OptionKind } = {
  unit: { oneOf: ['lines', 'bytes'] },
  from: { least: 0, whole: true },
  count: { least: 1, whole: true },
  path: 'string',
  principal: 'string',
}

/** Checks which part of a result is read. @throws TypeError for an unknown option, RangeError for a number out of range. */
export function checkReadOptions(page: ReadResultOptions): void {
  checkOptions('the part of a result', page, READ_OPTIONS)
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
      checkReadOptions(page)
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

const { toolCallId: _, idempotencyKey: __, ...FOR_ALL } = CALL_OPTIONS
const ALL_OPTIONS: { readonly [Option in keyof CallAllOptions]-?: OptionKind } = {
  ...FOR_ALL,
  serializeSideEffects: 'boolean',
}

/**
 * Runs the calls of one turn; see `Toolbox.callAll`. Rejects with a TypeError for what is no list and for an unknown
 * option, with a RangeError for an invalid deadline.
 */
export async function callAll(
  calls: readonly ToolCall[],
  deps: TurnDeps,
): Promise<readonly ToolCallResult[]> {
  checkOption('calls', calls, 'list')
  checkOptions('the options of callAll', deps.options, ALL_OPTIONS)
  if (deps.options.timeoutMs !== undefined) checkTimeoutMs('timeoutMs', deps.options.timeoutMs)
  running ??= await import('./run-call.ts')
  return running.runAll(calls, deps)
}
