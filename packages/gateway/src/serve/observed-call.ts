import type { JsonObject, Observer, ToolResult } from '@toolscout/model'
import { isJsonObject, observe, type TraceCarrier } from '@toolscout/model/internal'
import { shownName } from '@toolscout/runtime/internal'

/** Makes a client's call an operation that goes on with the client's trace. */
export function observeServedCall(
  observer: Observer | undefined,
  {
    name,
    principal,
    params,
    requestId,
  }: {
    readonly name: string
    readonly principal: string
    readonly params: JsonObject
    readonly requestId: string | number
  },
  work: () => Promise<ToolResult>,
): Promise<ToolResult> {
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
