import { errorResult, type JsonObject, type ToolResult, ToolscoutError } from '@toolscout/model'
import {
  formatDuration,
  isJsonObject,
  messageOf,
  nearestNames,
  oneLine,
  quote,
  takeCodePoints,
  truncate,
} from '@toolscout/model/internal'
import type { CallOutcome, FailureKind } from './resilience/failure.ts'

/** The facts of a {@link CallFailedError}. */
export interface CallFailedDetails {
  readonly failure: FailureKind
  /** Whether the tool ran. */
  readonly outcome: CallOutcome
  /** Attempts that were made. */
  readonly attempts: number
  readonly elapsedMs: number
  /** Whether the caller may retry later. */
  readonly retryable: boolean
  /** Why there was no other attempt. */
  readonly why: string
  /** When the other side may be asked again, as far as it said so. */
  readonly retryAfterMs?: number
}

/** `CALL_FAILED`: the last attempt failed, and there is no other. The cause is what it failed with. */
export class CallFailedError extends ToolscoutError<CallFailedDetails> {
  constructor(details: CallFailedDetails, cause: unknown) {
    const { attempts, elapsedMs, why } = details
    const times = attempts === 1 ? '1 attempt' : `${attempts} attempts`
    const text = messageOf(cause).replace(/[.\s]+$/, '')
    super('CALL_FAILED', `Failed after ${times} in ${formatDuration(elapsedMs)}: ${text}. ${why}`, {
      details,
      cause,
    })
  }
}

/** `RESULT_NOT_FOUND`: no result is held for a handle (any more), or it has nothing at the path. */
export class ResultNotFoundError extends ToolscoutError<{ readonly handle: string; readonly path?: string }> {
  constructor(message: string, handle: string, path?: string) {
    super('RESULT_NOT_FOUND', message, { details: { handle, ...(path === undefined ? {} : { path }) } })
  }
}

/** No result is held for a handle. */
export function resultNotHeld(handle: string): ResultNotFoundError {
  return new ResultNotFoundError(`No result is held for ${quote(handle)}; call the tool again.`, handle)
}

/** A result that says in words, and for programs, why there is no other. */
export function failureResult(
  error: string,
  message: unknown,
  facts: JsonObject & { readonly tool: string; readonly outcome: CallOutcome },
): ToolResult {
  return Object.freeze({ ...errorResult(message), structuredContent: Object.freeze({ error, ...facts }) })
}

/** Longest unknown name that is repeated, in code points. */
const MAX_SHOWN_NAME = 128

/** A name as it is repeated to models and listeners: one line, bounded, nothing hidden. */
export function shownName(name: string): string {
  return truncate(oneLine(takeCodePoints(name, 4 * MAX_SHOWN_NAME)), MAX_SHOWN_NAME)
}

/** The names nearest to an unknown one, which may be any text. */
export function suggestNames(given: string, names: readonly string[]): readonly string[] {
  return nearestNames(shownName(given), names, { max: 3 })
}

/** No tool has this name, which may be any text. What may have been meant is named, and never run. */
export function unknownTool(
  given: string,
  suggestions: readonly string[],
): { readonly name: string; readonly refusal: ToolResult } {
  const name = shownName(given)
  const hint = suggestions.length === 0 ? '' : `\nDid you mean ${suggestions.join(', ')}?`
  const refusal = failureResult('TOOL_NOT_FOUND', `tool not found: ${name}${hint}`, {
    tool: name,
    outcome: 'notRun',
    suggestions: [...suggestions],
  })
  return { name, refusal }
}

/** The result of a failed call. An error may claim that nothing ran, unless an earlier attempt may have run. */
export function toFailureResult(
  error: unknown,
  tool: string,
  begun: boolean,
  mayHaveRun = false,
): ToolResult {
  if (error instanceof CallFailedError) return callFailure(error, tool)
  const outcome: CallOutcome = begun ? 'unknown' : 'notRun'
  if (!(error instanceof ToolscoutError)) return failureResult('CALL_FAILED', error, { tool, outcome })
  const { details } = error
  const told: unknown = isJsonObject(details) ? Reflect.get(details, 'outcome') : undefined
  return failureResult(error.code, error, {
    tool,
    outcome: told === 'notRun' && !mayHaveRun ? told : outcome,
  })
}

function callFailure(error: CallFailedError, tool: string): ToolResult {
  const { failure, outcome, attempts, elapsedMs, retryable, retryAfterMs } = error.details
  // The tool's own words are what its caller can act on.
  if (failure === 'toolFailed') return failureResult('TOOL_FAILED', error.cause, { tool, outcome })
  const busy = failure === 'busy' && error.cause instanceof ToolscoutError ? error.cause : undefined
  const message = busy && outcome === 'notRun' ? busy : `${messageOf(busy ?? error)} ${outcomeText(outcome)}`
  return failureResult(busy?.code ?? error.code, message, {
    tool,
    outcome,
    failure,
    attempts,
    elapsedMs,
    retryable,
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  })
}

/** The caller cancelled the call, or its deadline passed. */
export function endedResult(
  reason: unknown,
  tool: string,
  ended: 'CANCELLED' | 'CALL_TIMEOUT',
  begun: boolean,
): ToolResult {
  const outcome: CallOutcome = begun ? 'unknown' : 'notRun'
  // A reason of ours, such as that everything is being closed, says more than that the call was cancelled.
  const error = ended === 'CANCELLED' && reason instanceof ToolscoutError ? reason.code : ended
  const text = error === 'CANCELLED' ? 'The call was cancelled.' : messageOf(reason)
  return failureResult(error, `${text} ${outcomeText(outcome)}`, { tool, outcome })
}

function outcomeText(outcome: CallOutcome): string {
  if (outcome === 'notRun') return 'The tool did not run.'
  return outcome === 'ran' ? 'The tool ran.' : 'Whether the tool ran is not known.'
}

/** What is known of the call that gave a result. */
export function outcomeOfResult({ isError, structuredContent }: ToolResult): CallOutcome {
  const outcome: unknown = isError === true ? structuredContent?.outcome : 'ran'
  return outcome === 'notRun' || outcome === 'unknown' ? outcome : 'ran'
}
