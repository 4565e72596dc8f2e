import type { ToolResult } from '@toolscout/model'
import { checkTimeoutMs, requireKnownMembers } from '@toolscout/model/internal'
import { createCallParts } from './call-parts.ts'
import type { ReadResultOptions, ResultPage } from './result-page.ts'
import { type CallableTool, type RefusedCall, runCall } from './run-call.ts'
import type { CallOptions } from './tool-call.ts'
import { type CallEngineOptions, ENGINE_OPTIONS } from './toolbox.ts'

/** What one call may be told, by name. */
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

/**
 * Creates the {@link CallEngine} of whoever keeps tools in a way of his own.
 *
 * @throws TypeError for an option nobody reads, RangeError for a number out of range.
 */
export function createCallEngine(options: CallEngineOptions = {}): CallEngine {
  requireKnownMembers('the options of a call engine', options, ENGINE_OPTIONS)
  const parts = createCallParts(options)
  return Object.freeze({
    call: async (target: CallableTool | RefusedCall, args?: unknown, call: CallOptions = {}) => {
      checkCallOptions(call)
      return runCall(target, { args, parts, options: call })
    },
    readResult: (handle: string, page: ReadResultOptions = {}) => parts.held.read(handle, page),
  } satisfies CallEngine)
}

/** @throws TypeError for an option nobody reads, RangeError for a deadline that is none. */
export function checkCallOptions(options: CallOptions): void {
  requireKnownMembers('the options of a call', options, CALL_OPTIONS)
  if (options.timeoutMs !== undefined) checkTimeoutMs('timeoutMs', options.timeoutMs)
}
