import type { JsonObject, ToolResult } from '@toolscout/model'
import { isJsonObject, type ServedTool } from '@toolscout/model/internal'
import { invalidParams } from './request-error.ts'

/** Where the facts of a failure stand when a tool's `structuredContent` is promised to be something else. */
export const FAILURE_META_KEY = 'toolscout/failure'

/** Whether a result says that a tool is not there, be it this one or another. */
export function saysNotFound({ isError, structuredContent }: ToolResult): boolean {
  return isError === true && structuredContent?.error === 'TOOL_NOT_FOUND'
}

/**
 * A result as it is sent (MCP `CallToolResult`). `find` looks a served tool up by name; it is asked about failures only.
 *
 * Clients check `structuredContent` against a tool's output schema whether or not the result is an error, so the facts
 * of a failure of ours move into `_meta` there.
 *
 * @throws RequestRefusedError `REQUEST_REFUSED` for a tool that is not served.
 */
export function toCallAnswer(
  name: string,
  result: ToolResult,
  find: (name: string) => ServedTool | undefined,
): JsonObject {
  const { structuredContent, ...rest } = result
  if (result.isError !== true || !isFailureFacts(structuredContent)) return { ...result } as JsonObject
  const tool = find(name)
  if (tool === undefined && structuredContent.error === 'TOOL_NOT_FOUND') {
    throw invalidParams(textOf(result), structuredContent)
  }
  if (tool?.outputSchema === undefined) return { ...result } as JsonObject
  return { ...rest, _meta: { ...result._meta, [FAILURE_META_KEY]: structuredContent } } as JsonObject
}

/** The members every failure of ours has; a tool's own structured errors pass as they are. */
function isFailureFacts(value: unknown): value is JsonObject & { readonly error: string } {
  return (
    isJsonObject(value) && ['error', 'tool', 'outcome'].every((member) => typeof value[member] === 'string')
  )
}

function textOf({ content }: ToolResult): string {
  return content.flatMap((block) => (block.type === 'text' ? [String(block.text)] : [])).join('\n')
}
