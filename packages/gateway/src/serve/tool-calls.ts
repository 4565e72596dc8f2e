import type { JsonObject, Observer, ToolResult } from '@toolscout/model'
import { isJsonObject, observe, type ServedTool, type TraceCarrier } from '@toolscout/model/internal'
import { shownName } from '@toolscout/runtime/internal'
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

/** Makes a client's call an operation that goes on with the client's trace. */
export function observeServedCall(
  observer: Observer | undefined,
  given: {
    readonly name: string
    readonly principal: string
    readonly params: JsonObject
    readonly requestId: string | number
  },
  work: () => Promise<ToolResult>,
): Promise<ToolResult> {
  const { name, principal, params, requestId } = given
  return observe(
    observer,
    () => ({
      kind: 'servedCall',
      tool: shownName(name),
      requestId: typeof requestId === 'string' ? shownName(requestId) : requestId,
      principal: principal === '' ? undefined : principal,
      carrier: carrierIn(params._meta),
    }),
    work,
    ({ isError }) => (isError === true ? { error: 'tool_error' } : {}),
  )
}

/** A version, two ids that are not all zeros, and flags (W3C Trace Context, 3.2). */
const TRACEPARENT = /^00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/
/** Longest `tracestate` that has to be passed on (W3C Trace Context, 3.3.1.5). */
const MAX_TRACESTATE = 512

/** The trace a client began; anything else it writes there is nothing. */
function carrierIn(meta: unknown): TraceCarrier {
  if (!isJsonObject(meta)) return {}
  const { traceparent, tracestate } = meta
  if (typeof traceparent !== 'string' || !TRACEPARENT.test(traceparent)) return {}
  const isPassedOn = typeof tracestate === 'string' && tracestate.length <= MAX_TRACESTATE
  return { traceparent, ...(isPassedOn ? { tracestate } : {}) }
}
