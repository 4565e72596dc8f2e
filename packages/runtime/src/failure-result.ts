import { errorResult, type JsonObject, type ToolResult, ToolscoutError } from '@toolscout/model'
import { nearestNames, oneLine, quote, takeCodePoints, truncate } from '@toolscout/model/internal'
import type { CallOutcome } from './resilience/failure.ts'

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
