import { errorResult, type ToolResult } from '@toolscout/model'
import { shownName, suggestNames } from '@toolscout/runtime/internal'

/** A refusal in words and for programs; what it is about did not run. */
export function refusal(
  error: string,
  message: string,
  facts: { readonly tool: string; readonly [member: string]: string | readonly string[] },
): ToolResult {
  const structuredContent = Object.freeze({ error, outcome: 'notRun', ...facts })
  return Object.freeze({ ...errorResult(message), structuredContent })
}

/** No tool of this name is listed. What may have been meant is named, and never run. */
export function notListed(given: string, names: readonly string[], hint = ''): ToolResult {
  const tool = shownName(given)
  const suggestions = suggestNames(given, names)
  const meant = suggestions.length === 0 ? '' : ` Did you mean ${suggestions.join(', ')}?`
  return refusal('TOOL_NOT_FOUND', `tool not found: ${tool}.${hint}${meant}`, { tool, suggestions })
}
