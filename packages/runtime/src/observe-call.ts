import type { ObservedOperation, Observer, ToolResult } from '@toolscout/model'
import { observe, observeFact } from '@toolscout/model/internal'
import { outcomeOfFailure } from './call-failure.ts'
import type { AttemptFailure } from './resilience/run-with-retries.ts'
import type { CallOptions, CallPolicy } from './tool-call.ts'

/** A call as observers see it. */
export interface ObservedToolCall {
  readonly name: string
  readonly callId: string
  /** Absent for an unknown name. */
  readonly policy: CallPolicy | undefined
  readonly options: CallOptions
  /** Which backend answered, once that is known. */
  readonly answeredBy: () => string | undefined
}

/** Makes a call an operation that is observed. */
export function observeToolCall(
  observer: Observer,
  call: ObservedToolCall,
  work: () => Promise<ToolResult>,
): Promise<ToolResult> {
  return observe(
    observer,
    () => operationOf(call),
    work,
    (result) => {
      const server = call.answeredBy()
      if (result.isError !== true) return { outcome: 'ran', server }
      const { structuredContent: facts } = result
      // What says why in our own words has an outcome beside it; anything else is the tool's.
      const isOurs = typeof facts?.error === 'string' && typeof facts.outcome === 'string'
      const error = isOurs && facts.error !== 'TOOL_FAILED' ? String(facts.error) : 'tool_error'
      return { error, outcome: outcomeOfFailure(result), server }
    },
  )
}

function operationOf({ name, callId, policy, options }: ObservedToolCall): ObservedOperation {
  const { principal } = options
  const called = { tool: name, callId, principal: principal === '' ? undefined : principal }
  if (policy?.backend === undefined) return { kind: 'localCall', ...called }
  return { kind: 'serverCall', ...called, server: { ...policy.server, name: policy.backend } }
}

/** Tells of an attempt that failed. */
export function noteAttempt(
  observer: Observer | undefined,
  { name, policy }: Pick<ObservedToolCall, 'name' | 'policy'>,
  { failure, delayMs, isElsewhere }: AttemptFailure,
): void {
  const again = delayMs !== undefined || isElsewhere === true
  observeFact(observer, () => ({
    kind: 'attemptFailed',
    tool: name,
    server: policy?.backend,
    failure,
    again,
  }))
}
