import { errorResult, type JsonObject, type Tool, type ToolResult } from '@toolscout/model'
import { systemClock, withTimeLimit } from '@toolscout/model/internal'
import {
  CallTimeoutError,
  DEFAULT_CALL_TIMEOUT_MS,
  type LocalCall,
  type LocalHandler,
  runHandler,
} from '@toolscout/runtime'

/** What a tool is run under. */
export interface RunOptions extends Omit<LocalCall, 'signal'> {
  readonly signal: AbortSignal | undefined
  readonly timeoutMs: number | undefined
}

/**
 * Runs a handler of this process. What it throws, or gives back that is no result, is a result with `isError`.
 *
 * @throws CallTimeoutError `CALL_TIMEOUT` when it does not end in time; rejects with the reason of the signal.
 */
export function runLocal(
  tool: Tool,
  handler: LocalHandler,
  args: JsonObject,
  { signal, timeoutMs = DEFAULT_CALL_TIMEOUT_MS, ...call }: RunOptions,
): Promise<ToolResult> {
  const onTimeout = (): CallTimeoutError => new CallTimeoutError(tool.id, timeoutMs)
  return withTimeLimit(
    (both) => runHandler(tool, handler, args, { ...call, signal: both }).catch(errorResult),
    {
      clock: systemClock,
      timeoutMs,
      signal,
      onTimeout,
    },
  )
}
